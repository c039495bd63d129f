# Functions for all scripts. Source this file with the repository as the working directory.

# Prints a heading, in bold on a terminal.
say() { if [ -t 1 ]; then printf '\033[1m==> %s\033[0m\n' "$*"; else printf '==> %s\n' "$*"; fi; }
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# Runs a command, and shows its output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# The flags of debug builds for tests. Nobody debugs these builds, and without debug information a module takes a
# sixth less time.
test_flags=(-Xswiftc -gnone -Xswiftc -warnings-as-errors)
# See `busySettings` in Package.swift.
export SWIFTSYNC_OPTIMIZE_BUSY_MODULES=1

# Runs 'swift build', 'package' or 'test' in a package that depends on this one. In the build folder
# of this package, with the flags of 'scripts/test', the runtime and the tool are not compiled again.
build_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)/.build
shared_swift() {
  local command=$1
  shift
  swift "$command" --scratch-path "$build_folder" "${test_flags[@]}" "$@"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "needs root for: $*"
  fi
}

# Installs missing system libraries: libyaml and SQLite, with their headers.
install_missing() {
  command -v swift >/dev/null || fail "Swift is missing, see https://www.swift.org/install"
  case $(uname) in
    Darwin) install_with_brew ;;
    *) install_with_apt ;;
  esac
}

install_with_brew() {
  local missing=()
  command -v brew >/dev/null || fail "Homebrew is missing, see https://brew.sh"
  local package
  for package in libyaml pkg-config; do
    brew list --versions "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  say "installing ${missing[*]}"
  quietly brew install "${missing[@]}"
}

install_with_apt() {
  local missing=()
  has_header yaml.h || missing+=(libyaml-dev)
  has_header sqlite3.h || missing+=(libsqlite3-dev)
  install_packages "${missing[@]}"
}

# Installs the given Debian packages, if any.
install_packages() {
  [ $# -eq 0 ] && return
  command -v apt-get >/dev/null || fail "missing: $*; install them with your system's package manager"
  say "installing $*"
  local install=(as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@")
  "${install[@]}" >/dev/null 2>&1 && return
  quietly as_root apt-get update
  quietly "${install[@]}"
}

# Installs the validator of generated documents into the build folder. Without pip or a network, its tests are skipped.
install_validators() {
  [ -d .build/validators/openapi_spec_validator ] && return
  say "installing openapi-spec-validator"
  python3 -m pip install --quiet --disable-pip-version-check --target .build/validators \
    'openapi-spec-validator>=0.7,<1' >/dev/null 2>&1 \
    || echo "openapi-spec-validator cannot be installed; its tests are skipped" >&2
}

# Installs Django for the tests of Examples/Django, in a virtual environment. Without a network or a suitable Python,
# these tests are skipped.
install_django() {
  local folder=.build/django requirements=Examples/Django/requirements.txt
  # The copy of the requirements exists only if everything is installed. A newer Python does not find the packages of an
  # older one.
  cmp -s "$requirements" "$folder/requirements.txt" \
    && "$folder/bin/python3" -c 'import django_filters, rest_framework' 2>/dev/null && return
  say "installing Django"
  rm -rf "$folder"
  make_environment "$folder" \
    && "$folder/bin/python3" -m pip install --quiet --disable-pip-version-check -r "$requirements" >/dev/null 2>&1 \
    && cp "$requirements" "$folder/requirements.txt" \
    || echo "Django cannot be installed; the tests of Examples/Django are skipped" >&2
}

# Installs FastAPI for Examples/FastAPI, in the same way.
install_fastapi() {
  local folder=.build/fastapi requirements=Examples/FastAPI/requirements.txt
  cmp -s "$requirements" "$folder/requirements.txt" \
    && "$folder/bin/python3" -c 'import fastapi, sqlalchemy, uvicorn' 2>/dev/null && return
  say "installing FastAPI"
  rm -rf "$folder"
  make_environment "$folder" \
    && "$folder/bin/python3" -m pip install --quiet --disable-pip-version-check -r "$requirements" >/dev/null 2>&1 \
    && cp "$requirements" "$folder/requirements.txt" \
    || { rm -rf "$folder"; echo "FastAPI cannot be installed; the tests of Examples/FastAPI are skipped" >&2; }
}

# Creates a virtual environment of Python, for which Debian has a separate package.
make_environment() {
  python3 -m venv "$1" >/dev/null 2>&1 && return
  command -v apt-get >/dev/null || return 1
  (install_packages python3-venv) >/dev/null 2>&1 && python3 -m venv --clear "$1" >/dev/null 2>&1
}

has_header() {
  local folder
  for folder in /usr/include /usr/local/include /usr/include/*-linux-*; do
    [ -e "$folder/$1" ] && return
  done
  return 1
}

# The files that are formatted: all Swift files.
swift_sources() {
  local path
  for path in Sources Templates Plugins Tests Fuzzing Generated Benchmarks Examples Prebuilt Package.swift; do
    [ -e "$path" ] && printf '%s\n' "$path"
  done
  return 0
}

# Writes the symbol graphs of the public symbols of modules, from a debug build.
#
#   symbol_graphs FOLDER MODULE…
symbol_graphs() {
  local folder=$1 build=.build/debug target module sdk=()
  shift
  target=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)
  [ "$(uname)" != Darwin ] || sdk=(-sdk "$(xcrun --show-sdk-path)")
  for module in "$@"; do
    [ -e "$build/Modules/$module.swiftmodule" ] || fail "$module is not built; run 'swift build --build-tests' first"
    swift symbolgraph-extract -module-name "$module" -I "$build/Modules" -I Sources/CSQLite -target "$target" \
      ${sdk[@]+"${sdk[@]}"} -minimum-access-level public -skip-synthesized-members -output-dir "$folder"
  done
}

# Runs a command with the origin of the sample backend as its last argument. The backend ends with the command.
#
#   with_backend DATABASE COMMAND…
with_backend() {
  local database=$1 folder pid origin='' status=0
  shift
  folder=$(mktemp -d)
  mkfifo "$folder/input" "$folder/origin"
  python3 Examples/Backend/serve.py --with-input --database "$database" --load Examples/Backend/sample.json \
    <"$folder/input" >"$folder/origin" &
  pid=$!
  # The backend ends when its input is closed, because signals may be blocked here.
  exec 9>"$folder/input"
  read -r origin <"$folder/origin" || true
  if [ -n "$origin" ]; then "$@" "$origin" || status=$?; else status=1; fi
  exec 9>&-
  wait "$pid" || true
  rm -r "$folder"
  return "$status"
}
