"""The drawing room: views in, SVG text out; it knows no rules beyond what it draws."""
