"""Players' faces, drawn as small pictures."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import escape

from core.rendering.table_context import DESCRIBED

HAIR = {
    "short": '<path d="M11.2 18C10.6 9.5 14.5 6.6 20 6.6s9.4 2.9 8.8 11.4c-.9-3.7-2-5.4-4-6.1-3 1-7.7 1-9.8 '
    '.1-1.9.8-3 2.5-3.8 6Z"/>',
    "long": '<path d="M20 6c-7 0-9.8 5-9.6 12.5.1 4-.6 7.5-1.7 10.2h22.6c-1.1-2.7-1.8-6.2-1.7-10.2C29.8 11 27 6 20 '
    '6Zm0 5.5c2 1.9 5.4 2.6 7.3 2.7.5 6.4-1.5 13.2-7.3 13.2s-7.8-6.8-7.3-13.2c2.6-.2 5.3-1 7.3-2.7Z"/>',
    "curly": '<circle cx="13" cy="12.5" r="4"/><circle cx="17" cy="9" r="4"/><circle cx="23" cy="9" r="4"/>'
    '<circle cx="27" cy="12.5" r="4"/><circle cx="11.5" cy="17" r="2.6"/><circle cx="28.5" cy="17" r="2.6"/>',
    "bun": '<circle cx="20" cy="6" r="3.6"/><path d="M11 18.5C10.8 11 14.2 8 20 8s9.2 3 9 10.5c-2-1.8-3.4-4.3-4.2-6.3'
    '-3.6 2-9.8 1.8-9.8 1.8-1.5 1-3 2.5-4 4.5Z"/>',
    "bald": "",
}
EXTRAS = {
    "glasses": '<g fill="none" stroke="#22302a" stroke-width="1.1"><circle cx="16.6" cy="18.2" r="2.7"/>'
    '<circle cx="23.4" cy="18.2" r="2.7"/><path d="M19.3 18.2h1.4"/></g>',
    "beard": '<path fill="{hair}" d="M12.2 19.5c.2 6 3.3 9.3 7.8 9.3s7.6-3.3 7.8-9.3c-1.3 2.3-2.7 3-4.3 2.8'
    '-2.2-.4-4.8-.4-7 0-1.6.2-3-.5-4.3-2.8Z"/>',
    "": "",
}


INVISIBLE = "\u2068\u2069"
"""The invisible marks around a right-to-left name."""


@dataclass(frozen=True)
class Face:
    """The looks of a player's face: colors, hair style (a key of `HAIR`), and an extra such as glasses (`EXTRAS`)."""

    back: str
    skin: str
    hair: str
    style: str
    shirt: str
    extra: str = ""


FACES = {
    "Mira": Face("#f6d9c4", "#c98d63", "#2b1a12", "long", "#8d2b33"),
    "Anand": Face("#d8e7d2", "#a86c42", "#191412", "short", "#1c5a47", "beard"),
    "Odile": Face("#e4dcf2", "#f0c6a6", "#7a3b1d", "bun", "#4b3b78"),
    "Tomas": Face("#cfe3ea", "#f1c9a8", "#b98a4a", "short", "#23546b"),
    "Leela": Face("#f3cfd2", "#8f5a36", "#1d120d", "curly", "#8a5a00"),
    "Bruno": Face("#cde0e0", "#7a4a2b", "#15100d", "curly", "#2d5a4d", "glasses"),
    "Ines": Face("#fbe6b8", "#e2ac80", "#3a2113", "long", "#23546b"),
    "Kofi": Face("#dfe8c4", "#5f3a22", "#100c0a", "bald", "#8a5a00"),
    "Saskia": Face("#d3e0f5", "#f4cfb0", "#d9b04a", "long", "#2d5a4d", "glasses"),
    "Ravi": Face("#e8ddc8", "#b0784c", "#1d1612", "short", "#4b3b78"),
    "Nadia": Face("#d9ecdf", "#d79f75", "#22140d", "bun", "#8d2b33"),
    "Emil": Face("#f1dba0", "#f0c8a4", "#a39a8c", "bald", "#1c5a47", "beard"),
}
"""The faces of bots, by name."""
OWN = Face("#ffcf5c", "#eab98f", "#3a2a1c", "short", "#2d5a4d")
"""The reader's own face."""


def draw_face(name: str, is_viewer: bool = False) -> str:
    """Draw the picture of a player as SVG, hidden from screen readers.

    A person is shown as the first letter of their name, and a player without a name, such as “on your left”, as an
    outline.
    """
    face = OWN if is_viewer else FACES.get(name.split(" ")[0])
    drawn = _draw_letter(name) if face is None else _draw_face(face)
    return f'<svg class="face-of" viewBox="0 0 40 40" aria-hidden="true" focusable="false">{drawn}</svg>'


def _draw_face(face: Face) -> str:
    return (
        f'<circle cx="20" cy="20" r="20" fill="{face.back}"/>'
        f'<path fill="{face.shirt}" d="M6 37c1-6.5 6.5-9.5 14-9.5S33 30.5 34 37a20 20 0 0 1-28 0Z"/>'
        f'<path fill="{face.skin}" d="M17 25h6v4.5a3 3 0 0 1-6 0Z"/>'
        f'<ellipse cx="20" cy="18.5" rx="7.8" ry="9" fill="{face.skin}"/>'
        f'<g fill="{face.hair}">{HAIR[face.style]}</g>{EXTRAS[face.extra].format(hair=face.hair)}'
        '<g fill="#22140d"><circle cx="16.8" cy="18.3" r="1.1"/><circle cx="23.2" cy="18.3" r="1.1"/></g>'
        '<path fill="none" stroke="#22140d" stroke-width="1.2" stroke-linecap="round" d="M17.2 22.7q2.8 2.1 5.6 0"/>'
    )


def _draw_letter(name: str) -> str:
    if name.startswith(DESCRIBED):
        return (
            '<circle cx="20" cy="20" r="20" fill="#cfdcd5"/>'
            '<path fill="#4d5b54" d="M20 9a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm0 16c7 0 12 3 13.5 10a20 20 0 0 1-27 0'
            'C8 28 13 25 20 25Z"/>'
        )
    return (
        '<circle cx="20" cy="20" r="20" fill="#cfdcf5"/><text x="20" y="27" text-anchor="middle" font-size="20" '
        f'font-weight="700" fill="#14233f">{escape(name.strip(INVISIBLE)[:1].upper())}</text>'
    )
