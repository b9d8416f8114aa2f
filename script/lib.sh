# shellcheck shell=bash
# Shared by the scripts in this folder, which source it first. It moves to the repository's root,
# sets up ccache, and holds the two steps that several scripts need: configure and build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Without these, ccache refuses to cache what is compiled with a precompiled header.
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
# Clones in other folders share what was compiled.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

fail() {
    echo "${0##*/}: $*" >&2
    exit 1
}

# usage_when_asked "<text>" "$@": prints the text and ends the script when --help is among the
# leading arguments.
usage_when_asked() {
    local text=$1
    if [[ ${2:-} == --help || ${2:-} == -h ]]; then
        echo "$text"
        exit 0
    fi
}

# bootstrap <purpose...>: see script/bootstrap. What is built later is for these purposes.
bootstrap() {
    if [[ " $* " != " run " ]]; then
        with_tests=ON
    fi
    script/bootstrap "$@"
}
with_tests=OFF

# is_configured <folder>: the build folder is there, newer than the presets and than the npm
# packages, whose presence is looked for while configuring, and made for what is wanted now.
is_configured() {
    local stamp=$1/.configured newer
    for newer in CMakePresets.json {web,tools/mail}/node_modules/.package-lock.json; do
        if [[ $newer -nt $stamp ]]; then
            return 1
        fi
    done
    [[ -f $stamp ]] || return 1
    local tests npm
    read -r tests npm <"$stamp" || return 1
    [[ $npm == "${STANDBY_WITHOUT_NPM:-0}" && ($tests == ON || $with_tests == OFF) ]]
}

# configure <preset>: only when something changed that the build itself does not notice.
configure() {
    local folder=build/$1 log
    if is_configured "$folder"; then
        # A file that now uses a name of its neighbour's in a batch wants other neighbours.
        if [[ -d $folder/batches ]]; then
            python3 cmake/batches.py --check "$folder"/batches/*/
        fi
        return
    fi
    [[ $(cmake --list-presets) == *"\"$1\""* ]] || fail "unknown preset '$1'; see CMakePresets.json"
    mkdir -p "$folder"
    log=$folder/configure.log
    if ! cmake --preset "$1" -DSTANDBY_TESTS="$with_tests" >"$log" 2>&1; then
        cat "$log" >&2
        fail "cmake could not configure the preset '$1'"
    fi
    echo "$with_tests ${STANDBY_WITHOUT_NPM:-0}" >"$folder/.configured"
}

# build <preset> [target...]: ninja's progress at a terminal, silence elsewhere unless it fails.
build() {
    local preset=$1
    shift
    configure "$preset"
    if [[ -t 1 ]]; then
        ninja -C "build/$preset" "$@" || fail "the build of '$preset' failed"
    else
        ninja -C "build/$preset" --quiet "$@" 2>&1 | sed -e '/^-- /d' -e '/no work to do/d' >&2 ||
            fail "the build of '$preset' failed"
    fi
}

# cpp_sources [pathspec...]: the C++ files that git tracks or would track, each ended by a NUL.
cpp_sources() {
    if (($# == 0)); then
        set -- '*.cpp' '*.hpp'
    fi
    local path
    git ls-files -z --cached --others --exclude-standard -- "$@" |
        while IFS= read -r -d '' path; do
            # A file that was deleted but is still in the index has nothing to check.
            if [[ -f $path ]]; then
                printf '%s\0' "$path"
            fi
        done
}
