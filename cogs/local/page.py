"""The browser page: SimCord's page with our files added and a few of its lines changed."""

from __future__ import annotations

from importlib.resources import files

import simcord.preview

OURS = {"/local/state.js": "state.js", "/local/table.js": "table.js", "/local/start.js": "start.js"}
STYLE = "/local/table.css"
"""The paths of our scripts and our style sheet."""

_MENTION = 'node("span", token.type === "mention" ? "mention" : "command-mention", token.label || "")'

PATCHES: dict[str, tuple[tuple[str, str], ...]] = {
    "app.js": (
        # A state is identified by its number, which avoids serializing it twice a second.
        ("  return JSON.stringify(snapshot);", "  return snapshot.localState ?? JSON.stringify(snapshot);"),
    ),
    "text.js": (
        # A mentioned channel can be opened.
        (
            f"      target.append({_MENTION});",
            f"      const mention = {_MENTION};\n"
            '      if (token.kind === "channel") mention.dataset.channel = token.id;\n'
            "      target.append(mention);",
        ),
    ),
    "media.js": (
        # Reserve a picture's space before it is loaded: SimCord redraws a message when a select opens, and a message
        (
            "  const width = Number(manifest?.displayWidth);\n  const height = Number(manifest?.displayHeight);\n",
            "  const known = { ...options.assetMetadata?.(assetId), ...manifest };\n"
            "  const width = Number(known.displayWidth);\n  const height = Number(known.displayHeight);\n"
            '  if (width > 0) image.style.setProperty("--picture-width", `${width}px`);\n',
        ),
    ),
    "commands.js": (
        # A command is found by its names in both languages; an option shows its name in the reader's language.
        (
            '    const invocation = String(entry.invocation || "");',
            "    const invocation = [entry.invocation, entry.otherName].find((one) => one && needle"
            ' && one.toLocaleLowerCase().startsWith(needle)) || String(entry.invocation || "");',
        ),
        ('"command-pill-label", option.name)', '"command-pill-label", option.label || option.name)'),
        ("      ? [focused.name, focused.description", "      ? [focused.label || focused.name, focused.description"),
        (
            "({ name: option.name, value: option.name, description: option.description })",
            "({ name: option.label || option.name, value: option.name, description: option.description })",
        ),
    ),
}
"""Lines of SimCord's scripts, each occurring exactly once, and their replacements."""


def our_file(name: str) -> str:
    """A file that we add to SimCord's page."""
    return files(__package__).joinpath("browser", name).read_text(encoding="utf-8")


def simcord_file(name: str) -> str:
    """A file of SimCord's page."""
    return files(simcord.preview).joinpath("static", name).read_text(encoding="utf-8")


def patch_script(name: str) -> str:
    """A script of SimCord's page with our replacements."""
    script = simcord_file(name)
    for old, new in PATCHES[name]:
        script = script.replace(old, new)
    return script


def index() -> str:
    """SimCord's page with our scripts and our style sheet."""
    scripts = "".join(f'<script src="{path}"></script>' for path in OURS)
    added = f'<link rel="stylesheet" href="{STYLE}">{scripts}</head>'
    page = simcord_file("index.html").replace("</head>", added)
    return page.replace("<title>SimCord Preview", "<title>Arena Post").replace("<strong>SimCord", "<strong>Arena Post")
