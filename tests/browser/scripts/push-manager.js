/** Before a page's own scripts: a PushManager that hands out the subscription that the test has made. */
(subscription) => {
  const made = JSON.parse(subscription);
  const kept = () => localStorage.getItem("subscribed") === "yes";
  const given = {
    endpoint: made.endpoint,
    toJSON: () => made,
    unsubscribe: async () => (localStorage.removeItem("subscribed"), true),
  };
  window.pushAsked = [];
  PushManager.prototype.getSubscription = async () => (kept() ? given : null);
  PushManager.prototype.subscribe = async (options) => {
    window.pushAsked.push(options);
    localStorage.setItem("subscribed", "yes");
    return given;
  };
}
