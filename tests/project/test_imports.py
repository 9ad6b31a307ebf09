"""The import graph at run time: imports for types only are left out, imports inside functions are included."""

from __future__ import annotations

import graphlib

import grimp

ROOMS = ("engine", "render", "db", "table", "search", "workers", "cogs", "locales")


def test_there_are_no_import_cycles() -> None:
    graph = grimp.build_graph(*ROOMS, exclude_type_checking_imports=True, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert imports["cogs.client.arena_bot"] >= {"cogs.client.control_actions", "cogs.ui.errors"}, (
        "the graph contains the program"
    )
    graphlib.TopologicalSorter(imports).prepare()  # raises CycleError with the modules of a cycle
