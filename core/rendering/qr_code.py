"""QR codes as inline SVG."""

import segno
from django.utils.safestring import SafeString, mark_safe


def render_qr_code(address: str) -> SafeString:
    """Render the QR code of a URL as SVG without a size. The page sets the size."""
    return mark_safe(segno.make(address, error="m").svg_inline(border=1, omitsize=True))
