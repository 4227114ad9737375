"""Picture codes that a phone reads."""

import segno
from django.utils.safestring import SafeString, mark_safe


def picture_code(address: str) -> SafeString:
    """An address as a picture, to be put into a page, which says how large it is."""
    return mark_safe(segno.make(address, error="m").svg_inline(border=1, omitsize=True))
