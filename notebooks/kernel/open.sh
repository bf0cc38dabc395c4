#!/bin/sh
# open.sh NN|NN_name [JUPYTER OPTION...]: opens the notebook of chapter NN in Jupyter with our C++17 kernel.
# Called by `learn notebook NN`. Nothing is installed: JUPYTER_PATH shows Jupyter the kernel.
set -eu
kernel=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(dirname -- "$(dirname -- "$kernel")")
packages='clang-tools-19 jupyter-notebook python3-ipykernel gnuplot-nox fonts-dejavu-core'

fail() {
  printf 'notebook: %s\n' "$1" >&2
  exit 1
}

case ${1-} in
  [0-9][0-9] | [0-9][0-9]_*)
    number=$(printf '%.2s' "$1")
    shift ;;
  *)
    fail "which chapter? Usage: open.sh NN, for instance open.sh 01" ;;
esac

original=$(ls "$root"/notebooks/"$number"_*.ipynb 2>/dev/null | head -n 1)
[ -n "$original" ] ||
  fail "there is no notebook $number; there are: $(cd "$root/notebooks" && ls ./*.ipynb | sed 's|^./||; s|_.*||' | tr '\n' ' ')"

command -v jupyter-notebook >/dev/null && command -v clang-repl-19 >/dev/null &&
  /usr/bin/python3 -c 'import ipykernel' 2>/dev/null ||
  fail "Jupyter or clang-repl is missing. To get them: apt install $packages"

# Jupyter saves as you type. So you work on a copy, and `git pull` never meets your changes.
name=$(basename -- "$original")
copy=$root/my/$name
mkdir -p "$root/my"
if [ ! -e "$copy" ]; then
  cp "$original" "$copy"
elif [ "$original" -nt "$copy" ]; then
  echo "Your copy my/$name is older than notebooks/$name. To start afresh, delete or rename the copy."
fi

# We choose the port and the token, so that we can print the notebook's own address.
port=$(/usr/bin/python3 - <<'EOF'
import socket
for port in [*range(8888, 8988), 0]:
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind(('127.0.0.1', port))
        except OSError:
            continue
        print(s.getsockname()[1])
        break
EOF
)
JUPYTER_TOKEN=${JUPYTER_TOKEN:-$(/usr/bin/python3 -c 'import secrets; print(secrets.token_hex(16))')}
JUPYTER_PATH=$kernel/jupyter${JUPYTER_PATH:+:$JUPYTER_PATH}
export JUPYTER_TOKEN JUPYTER_PATH

echo "Open this address in a browser (Ctrl-C here stops the notebook):"
echo "  http://localhost:$port/notebooks/my/$name?token=$JUPYTER_TOKEN"
if [ -f /.dockerenv ]; then
  echo "In a container: start it with -p $port:$port and call: learn notebook $number --ip=0.0.0.0"
fi
[ "$(id -u)" -ne 0 ] || set -- --allow-root "$@"
# Without a screen there is no browser to start.
[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || set -- --no-browser "$@"
cd "$root"
exec jupyter-notebook -y --log-level=WARN --notebook-dir="$root" --port="$port" "$@" "my/$name"
