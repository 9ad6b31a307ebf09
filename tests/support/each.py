"""Tables of many small cases as one test, because a case takes less time than pytest's own overhead."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any


def each(
    names: str | tuple[str, ...], cases: Collection[Any], *, ids: Callable[[Any], object] = str
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Like `pytest.mark.parametrize`, in one test: tries all cases and names every one that fails."""

    def decorated(test: Callable[..., None]) -> Callable[[], None]:
        def all_of_them() -> None:
            assert cases, "no cases"
            failed: list[Exception] = []
            for case in cases:
                try:
                    test(**dict(zip(names, case, strict=True)) if isinstance(names, tuple) else {names: case})
                except Exception as error:
                    error.add_note(f"in the case {ids(case)}")
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(cases)} cases", failed)

        all_of_them.__name__, all_of_them.__doc__ = test.__name__, test.__doc__
        all_of_them.__qualname__, all_of_them.__module__ = test.__qualname__, test.__module__
        return all_of_them

    return decorated
