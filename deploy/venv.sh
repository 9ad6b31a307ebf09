# Sourced by ./run and ./test, which set $root: makes .venv and installs into it. Plain POSIX sh.

venv=$root/.venv

message() {
    printf '%s\n' "$*" >&2
}

# Prints how many microseconds a Python needs for a small program: the fastest of some runs. Exit status 1 if it is too
# old, 3 if it cannot make a virtual environment (Debian keeps ensurepip in a separate package).
PROBE='import sys
if sys.version_info < (3, 11): sys.exit(1)
try: import ensurepip, venv
except ImportError: sys.exit(3)
import timeit
class Spot:
    def __init__(self, at): self.at = at
    def beside(self, step): return self.at + step
def walk(): return {n % 99: Spot(n).beside(n) for n in range(999)}
print(int(1e6 * min(timeit.repeat(walk, number=1, repeat=300))))'

# fastest NAME: sets $found to the fastest Python of this name on the PATH that can make our virtual environment, or to
# nothing. Builds of distributions are profile-guided; those of version managers mostly are not, and a third slower.
fastest() {
    found='' fewest=''
    case $1 in */*) places=${1%/*} ;; *) places=$PATH ;; esac
    before=$IFS IFS=:
    for place in $places; do
        candidate=$place/${1##*/}
        if [ "$candidate" -ef "$found" ]; then continue; fi
        # Every candidate is run, because a name on the PATH may be an empty shim.
        status=0
        took=$("$candidate" -c "$PROBE" 2>/dev/null) || status=$?
        case $status:$took in
            0:*[0-9]) if [ -z "$fewest" ] || [ "$took" -lt "$fewest" ]; then found=$candidate fewest=$took; fi ;;
            3:) without_venv=${without_venv:-$1} ;;
        esac
    done
    IFS=$before
}

# Sets $found to a Python that can make our virtual environment, or ends with the reason. $PYTHON, if set, comes first,
# then 3.11, the oldest that will do.
found=
find_python() {
    without_venv=
    for name in ${PYTHON:+"$PYTHON"} python3.11 python3.12 python3.13 python3.14 python3 python; do
        fastest "$name"
        if [ "$found" ]; then return; fi
    done
    if [ "$without_venv" ]; then
        message "$without_venv lacks its venv module. On Debian or Ubuntu: apt install python3-venv"
    else
        message "Arena Post needs Python 3.11 or newer, and none was found. Install it and start again."
    fi
    exit 1
}

# The stamp of a finished installation: the Python version and the requirements.
stamp() {
    "$venv/bin/python" -V 2>&1 && cat "$root/$1"
}

installed() {
    for file in "$@"; do
        [ -f "$venv/installed-$file" ] && [ -x "$venv/bin/python" ] || return 1
        [ "$(stamp "$file")" = "$(cat "$venv/installed-$file")" ] || return 1
    done
}

with_pip() {
    "$venv/bin/python" -m pip install --quiet --no-input --disable-pip-version-check "$@"
}

# uv installs in a tenth of the time, but does not know mirrors configured for pip: if it fails, pip installs.
with_uv() {
    with_pip "$(grep '^uv==' "$root/requirements-dev.txt")" &&
        "$venv/bin/python" -m uv pip install --quiet --python "$venv/bin/python" "$@" || with_pip "$@"
}

# install FILE...: installs these requirements into .venv. Stamps are removed first and written last: an interrupted
# installation leaves none, and a .venv without stamps is created again.
install() {
    if installed "$@"; then return; fi
    files=$*
    set --
    for file in $files; do set -- "$@" -r "$root/$file"; done
    if [ -d "$venv" ] && [ ! -w "$venv" ]; then
        message "$file has to be installed, but this user may not write to $venv: start once as its owner."
        exit 78
    fi
    message "Installing (once)…"
    if [ ! -x "$venv/bin/python" ] || ! ls "$venv"/installed-* >/dev/null 2>&1; then
        if [ -z "$found" ]; then find_python; fi
        log=$("$found" -m venv --clear "$venv" 2>&1) || {
            message "$log"
            message "$found could not make $venv; its output is above."
            exit 1
        }
    fi
    rm -f "$venv"/installed-*
    log=$("${installer:-with_pip}" "$@" 2>&1) || {
        message "$log"
        message "pip could not install $file; its output is above. Is there a network? Start again to retry."
        exit 1
    }
    for file in $files; do stamp "$file" >"$venv/installed-$file"; done
}
