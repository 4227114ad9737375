"""What docstrings name is there: the exceptions after “Raises”."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for folder in ("core", "games", "variants") for path in sorted((ROOT / folder).rglob("*.py"))]
RAISES = re.compile(r"\bRaises? ((?:[A-Z]\w+(?:, (?:or |and )?| or | and )?)+)")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}


@pytest.mark.slow
def test_an_exception_that_a_docstring_names_is_there(trees: dict[str, ast.Module]) -> None:
    nodes = [(name, node) for name, tree in trees.items() for node in ast.walk(tree)]
    known = {node.id for _, node in nodes if isinstance(node, ast.Name)} | {*dir(builtins)}
    known |= {node.attr for _, node in nodes if isinstance(node, ast.Attribute)}
    known |= {node.name for _, node in nodes if isinstance(node, ast.ClassDef)}
    gone = {
        f"{name}: {exception}"
        for name, node in nodes
        if isinstance(node, DOCUMENTED)
        for named in RAISES.findall(" ".join((ast.get_docstring(node) or "").split()))
        for exception in re.findall(r"[A-Z]\w+", named)
        if exception not in known
    }
    assert gone == set()
