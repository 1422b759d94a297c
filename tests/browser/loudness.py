"""The client's sounds as samples, and how loud they are to the ear."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]

TARGETS: Final = {"quiet": -27.0, "usual": -23.0, "call": -20.0}
"""How loud the sounds of a group are, in LUFS over the loudest fifth of a second."""
TOLERANCE: Final = 3.0
"""Thrown dice and a crowd are never twice the same."""
WINDOW: Final = 0.2
PHONE: Final = 400.0
"""A phone's loudspeaker gives little below this frequency."""

RENDER: Final = """async () => {
  const [{ SOUNDS }, { render }] = await Promise.all(
    ["sounds", "engine"].map((name) => import(`/web/js/sound/${name}.js`)),
  );
  const text = (samples) => {
    const bytes = new Uint8Array(samples.slice().buffer);
    let letters = "";
    for (let at = 0; at < bytes.length; at += 8192)
      letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(letters);
  };
  const told = {};
  for (const [name, sound] of Object.entries(SOUNDS)) {
    const made = await render(sound);
    const data = text(made.getChannelData(0));
    told[name] = { name, group: sound.group, rate: made.sampleRate, data };
  }
  return told;
}"""
"""Runs in a page of the client: every sound, rendered without a loudspeaker."""


@dataclass(frozen=True)
class Rendered:
    name: str
    group: str
    rate: int
    samples: Samples

    @classmethod
    def read(cls, told: dict[str, Any]) -> Rendered:
        samples = np.frombuffer(base64.b64decode(told["data"]), dtype="<f4").astype(np.float64)
        return cls(told["name"], told["group"], round(told["rate"]), samples)

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    @property
    def peak(self) -> float:
        return float(np.abs(self.samples).max())

    def heard_from(self, share: float = 0.1) -> float:
        """Seconds until it has a share of its peak."""
        return float(np.argmax(np.abs(self.samples) > self.peak * share)) / self.rate

    def loudness(self, *, phone: bool = False) -> float:
        """K-weighted as in ITU-R BS.1770, over the loudest window instead of the whole."""
        power = weighted(self.samples, self.rate, PHONE if phone else None) ** 2
        width = int(WINDOW * self.rate)
        total = np.concatenate([[0.0], np.cumsum(np.concatenate([power, np.zeros(width)]))])
        loudest = float((total[width:] - total[:-width]).max()) / width
        return float(10 * np.log10(loudest + 1e-12)) - 0.691


def weighted(samples: Samples, rate: int, above: float | None = None) -> Samples:
    """The samples as an ear weighs their frequencies, by the analogue forms of the two filters."""
    size = 1 << (len(samples) + rate // 2).bit_length()
    s = 2j * np.pi * np.maximum(np.fft.rfftfreq(size, 1 / rate), 1e-3)
    z = s / (2 * np.pi * 1681.97)
    shelf = (1.5849 * z * z + 1.2587 * z / 0.7072 + 1) / (z * z + z / 0.7072 + 1)
    response = shelf * high_pass(s, 38.135, 0.5003)
    if above is not None:
        response = response * high_pass(s, above, 0.7071) ** 2
    heard: Samples = np.fft.irfft(np.fft.rfft(samples, size) * response, size)[: len(samples)]
    return heard


def high_pass(s: NDArray[np.complex128], frequency: float, q: float) -> NDArray[np.complex128]:
    z = s / (2 * np.pi * frequency)
    passed: NDArray[np.complex128] = z * z / (z * z + z / q + 1)
    return passed
