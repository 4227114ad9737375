"""QR codes as inline SVG."""

import segno
from django.utils.safestring import SafeString, mark_safe


def render_qr_code(address: str) -> SafeString:
    """Return the QR code of a URL as SVG without a size, which the page sets."""
    return mark_safe(segno.make(address, error="m").svg_inline(border=1, omitsize=True))
