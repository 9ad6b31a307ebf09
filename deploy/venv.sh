# Sourced by ./run and ./test, which set $root: makes .venv and installs into it. Plain POSIX sh.

venv=$root/.venv

say() {
    printf '%s\n' "$*" >&2
}

# Sets $found to a Python that can make our virtual environment, or ends with the reason. $PYTHON, if set, comes first,
# then 3.11, the oldest that will do; a candidate is started rather than trusted, for a name on the PATH may be an empty
# shim.
find_python() {
    lame=
    for found in ${PYTHON:+"$PYTHON"} python3.11 python3.12 python3.13 python3.14 python3 python; do
        "$found" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
        # Debian keeps ensurepip in a package of its own, so that venv can be there and still not work.
        if "$found" -c 'import ensurepip, venv' >/dev/null 2>&1; then return; fi
        lame=${lame:-$found}
    done
    if [ "$lame" ]; then
        say "$lame lacks its venv module. On Debian or Ubuntu: apt install python3-venv"
    else
        say "Arena Post needs Python 3.11 or newer, and none was found. Install it and start again."
    fi
    exit 1
}

# The stamp of a finished installation: the Python and everything that was asked for.
stamp() {
    "$venv/bin/python" -V 2>&1 && cat "$root/$1"
}

installed() {
    for file in "$@"; do
        [ -f "$venv/installed-$file" ] && [ -x "$venv/bin/python" ] || return 1
        [ "$(stamp "$file")" = "$(cat "$venv/installed-$file")" ] || return 1
    done
}

# install FILE...: brings .venv to these requirements. Stamps are taken away first and written last: an interrupted
# installation leaves none, and what has none is made anew from nothing.
install() {
    if installed "$@"; then return; fi
    files=$*
    set --
    for file in $files; do set -- "$@" -r "$root/$file"; done
    if [ -d "$venv" ] && [ ! -w "$venv" ]; then
        say "$file has to be installed, but this user may not write to $venv: start once as its owner."
        exit 78
    fi
    say "Installing (once)…"
    if [ ! -x "$venv/bin/python" ] || ! ls "$venv"/installed-* >/dev/null 2>&1; then
        find_python
        log=$("$found" -m venv --clear "$venv" 2>&1) || {
            say "$log"
            say "$found could not make $venv; its words are above."
            exit 1
        }
    fi
    rm -f "$venv"/installed-*
    log=$("$venv/bin/python" -m pip install --quiet --no-input --disable-pip-version-check "$@" 2>&1) || {
        say "$log"
        say "pip could not install $file; its words are above. Is there a network? Start again to retry."
        exit 1
    }
    for file in $files; do stamp "$file" >"$venv/installed-$file"; done
}
