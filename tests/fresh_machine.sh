#!/usr/bin/env bash
# Proves the README on a machine that has nothing: makes a minimal Debian 12 in a folder, clones this
# repository into it and runs the README's two commands there, with the times they took.
#
#   tests/fresh_machine.sh [FOLDER]      needs root, debootstrap, the network; about 15 minutes
#
# FOLDER (default: a temporary one, removed at the end) is made anew; name one to look around afterwards
# (chroot FOLDER). What is not committed is not tested: the clone is of HEAD.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
suite=bookworm

[ "$(id -u)" = 0 ] || { echo "fresh_machine.sh needs root: it makes and enters another root folder"; exit 1; }
command -v debootstrap >/dev/null || { echo "debootstrap is missing: apt install debootstrap"; exit 1; }

if [ $# -gt 0 ]; then
  machine=$1
  [ ! -e "$machine" ] || { echo "$machine exists: name a folder that does not"; exit 1; }
  mkdir -p "$machine"
else
  machine=$(mktemp -d)
fi
keep=$#
leave() {
  umount -l "$machine/proc" "$machine/dev/pts" "$machine/dev" 2>/dev/null || true
  [ "$keep" -gt 0 ] || rm -rf --one-file-system "$machine"
}
trap leave EXIT

# The package sources of the machine we are on, if it is of the same suite; else Debian's own.
sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)' "Created-By: Packages" 2>/dev/null |
  grep -E " $suite(-updates|-security)? main$" | sort -u || true)
mirror=$(printf '%s\n' "$sources" | grep " $suite main$" | head -n 1 | cut -d' ' -f2)

echo "== a minimal Debian ($suite) in $machine"
begin=$SECONDS
debootstrap --variant=minbase "$suite" "$machine" ${mirror:+"$mirror"} >"$machine.log" 2>&1 || { tail -n 20 "$machine.log"; exit 1; }
[ -z "$sources" ] || printf '%s\n' "$sources" >"$machine/etc/apt/sources.list"
cp /etc/resolv.conf "$machine/etc/resolv.conf"
mount -t proc proc "$machine/proc"
mount --bind /dev "$machine/dev"
mount --bind /dev/pts "$machine/dev/pts"
git clone -q "$repository" "$machine/root/course"
echo "   $((SECONDS - begin)) s"

# A clean environment: nothing of this machine's settings may help.
inside() { chroot "$machine" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb bash -c "cd /root/course && $1"; }

# Runs a command and prefixes each line with the seconds since its start.
timed() {
  local start=$SECONDS
  echo "== $1"
  inside "$1 2>&1" </dev/null | while IFS= read -r line; do printf '%4d s | %s\n' $((SECONDS - start)) "$line"; done
  echo "   $1: $((SECONDS - start)) s"
}

timed './learn run 01'
timed './learn run 01 --quick'
timed './learn test'
inside 'git status --porcelain' | grep . && { echo "the commands changed files that git tracks"; exit 1; }
echo "== a fresh machine runs the README"
