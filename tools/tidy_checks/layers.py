# Which folder may include which, and why. The table is the architecture; the rest applies it.
import posixpath
from dataclasses import dataclass

from . import cpp_text
from .finding import Finding


@dataclass(frozen=True)
class Layer:
    folder: str
    may_include: tuple  # folders, as include paths spell them
    reason: str
    standard_library_only: bool = False


_SIBLINGS = ('store, notify, http, intake, payments, bookings and bus are siblings: each can be '
             'replaced without the others')

# The first entry whose folder contains the file decides.
LAYERS = (
    Layer('src/base', ('base',),
          'base is what everything stands on, so it stands on the standard library alone', True),
    Layer('src/core', ('base', 'core'),
          'core is pure: what it cannot include, no decision can come to depend on', True),
    Layer('src/engine', ('base', 'core', 'engine'),
          'engine does no I/O itself; it names ports, and the adapters implement them', True),
    Layer('src/interchange', ('base', 'core', 'engine', 'interchange'),
          'interchange is what goes out to and comes in from people and programs, written once for '
          'its users and app; a store keeps it as it is'),
    Layer('src/store', ('base', 'core', 'engine', 'store'),
          _SIBLINGS),
    Layer('src/notify', ('base', 'core', 'engine', 'interchange', 'notify'),
          _SIBLINGS),
    Layer('src/http', ('base', 'core', 'engine', 'interchange', 'http'),
          _SIBLINGS),
    Layer('src/intake', ('base', 'core', 'engine', 'interchange', 'intake'),
          _SIBLINGS),
    Layer('src/scans', ('base', 'core', 'engine', 'interchange', 'intake', 'scans'),
          'scans is the program that reads mails: intake knows what it answers, nobody how'),
    Layer('src/payments', ('base', 'core', 'engine', 'interchange', 'payments'),
          _SIBLINGS),
    Layer('src/bookings', ('base', 'core', 'engine', 'interchange', 'bookings'),
          _SIBLINGS),
    Layer('src/bus', ('base', 'core', 'engine', 'interchange', 'bus'),
          _SIBLINGS),
    Layer('src/app', ('base', 'core', 'engine', 'interchange', 'store', 'notify', 'http', 'intake',
                      'payments', 'bookings', 'bus', 'app'),
          'app wires the parts together; it knows them all, and nothing of sim, tests or bench'),
    Layer('sim', ('base', 'core', 'engine', 'tests/memory_store', 'sim'),
          'a simulated world must be deterministic, so it has no real database, network or disk'),
    Layer('tests/scenarios', ('base', 'core', 'engine', 'tests'),
          'a scenario tells what the rules do: it runs on them, or on the binary as callers do'),
    Layer('tests', ('base', 'core', 'engine', 'interchange', 'store', 'notify', 'http', 'intake',
                    'payments', 'bookings', 'bus', 'tests'),
          'tests drive the parts; only the binary itself contains app'),
    Layer('bench', ('base', 'core', 'engine', 'store', 'bench'),
          'a benchmark measures the parts, not the wiring'),
)

# The headers of libraries that cost seconds to compile or leak their types through ours.
HEAVY = ('boost/asio', 'boost/beast', 'sqlite3.h', 'libpq-fe.h', 'curl/')

# What unit tests may include beside what their layer may: the store that stands in for a real one.
FOR_TESTS = 'tests/memory_store/'

# Part of the compiler, not a library; base alone chooses between a processor's instructions.
COMPILER_HEADERS = ('cpuid.h', 'immintrin.h')

_ROOTS = ('base', 'core', 'engine', 'interchange', 'store', 'notify', 'http', 'intake',
          'payments', 'bookings', 'bus', 'scans', 'app', 'sim', 'tests', 'bench', 'web')


def layer_of(path):
    for layer in LAYERS:
        if path.startswith(layer.folder + '/'):
            return layer
    return None


def _as_include_path(path, included):
    """How the included file is spelled from the include roots; None when it is nobody's of ours."""
    if included.split('/')[0] in _ROOTS:
        return included
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), included))
    beside = beside.removeprefix('src/')
    return beside if beside.split('/')[0] in _ROOTS else None


def _is_allowed(layer, path, target):
    if path.endswith('_test.cpp') and target.startswith(FOR_TESTS):
        return True
    return any(target.startswith(folder + '/') for folder in layer.may_include)


def check(path, text):
    layer = layer_of(path)
    if layer is None:
        return
    for line, quote, included in cpp_text.includes(text):
        if quote == '"':
            target = _as_include_path(path, included)
            if target is not None and not _is_allowed(layer, path, target):
                yield Finding(path, line, 'layers',
                              f'{layer.folder} may not include "{included}" '
                              f'(only {", ".join(layer.may_include)})', layer.reason)
            continue
        exempt = path.endswith('_test.cpp') or (
            path.startswith('src/base/') and included in COMPILER_HEADERS)
        if layer.standard_library_only and not exempt and ('/' in included or '.' in included):
            yield Finding(path, line, 'std_only',
                          f'{layer.folder} may include <{included}> in no file but a test',
                          layer.reason)
        if path.endswith('.hpp') and included.startswith(HEAVY):
            yield Finding(path, line, 'heavy_header',
                          f'<{included}> belongs into the .cpp files of its layer',
                          'such a header costs seconds in every file that includes ours')


RULES = {
    'layers': 'each folder includes only the layers below it',
    'std_only': 'base, core and engine use the standard library only',
    'heavy_header': 'Asio, SQL and curl headers stay out of our headers',
}

# (rule, path, text): what must be found, and what must not.
BAD = (
    ('layers', 'src/base/a.cpp', '// a\n#include "core/a.hpp"\n'),
    ('layers', 'src/core/a.cpp', '// a\n#include "engine/a.hpp"\n'),
    ('layers', 'src/core/a.cpp', '// a\n#include "../engine/a.hpp"\n'),
    ('layers', 'src/core/a_test.cpp', '// a\n#include "sim/world.hpp"\n'),
    ('layers', 'src/engine/a.cpp', '// a\n#include "store/a.hpp"\n'),
    ('layers', 'src/http/a.cpp', '// a\n#include "store/sqlite/a.hpp"\n'),
    ('layers', 'src/store/a.cpp', '// a\n#include "notify/a.hpp"\n'),
    ('layers', 'src/store/a.cpp', '// a\n#include "interchange/a.hpp"\n'),
    ('layers', 'src/interchange/a.cpp', '// a\n#include "notify/a.hpp"\n'),
    ('layers', 'src/notify/a.cpp', '// a\n#include "intake/a.hpp"\n'),
    ('layers', 'src/intake/a.cpp', '// a\n#include "app/a.hpp"\n'),
    ('layers', 'src/app/a.cpp', '// a\n#include "sim/a.hpp"\n'),
    ('layers', 'src/app/a.cpp', '// a\n#include "tests/memory_store/store.hpp"\n'),
    ('layers', 'src/app/a_test.cpp', '// a\n#include "tests/relay/a_test_support.hpp"\n'),
    ('layers', 'sim/a.cpp', '// a\n#include "store/sqlite/a.hpp"\n'),
    ('layers', 'tests/scenarios/a.cpp', '// a\n#include "store/sqlite/a.hpp"\n'),
    ('layers', 'tests/scenarios/a.cpp', '// a\n#include "http/api/a.hpp"\n'),
    ('layers', 'tests/store_contract/a.cpp', '// a\n#include "app/a.hpp"\n'),
    ('layers', 'bench/a_bench.cpp', '// a\n#include "http/a.hpp"\n'),
    ('std_only', 'src/core/a.cpp', '// a\n#include <fmt/core.h>\n'),
    ('std_only', 'src/engine/a.cpp', '// a\n#include <unistd.h>\n'),
    ('std_only', 'src/core/a.cpp', '// a\n#include <immintrin.h>\n'),
    ('heavy_header', 'src/http/a.hpp', '// a\n#pragma once\n#include <boost/asio/ip/tcp.hpp>\n'),
)
GOOD = (
    ('src/core/a.cpp', '// a\n#include "base/result.hpp"\n#include "core/b.hpp"\n'),
    ('src/core/order/a.cpp', '// a\n#include "b.hpp"\n#include "../c.hpp"\n#include <vector>\n'),
    ('src/base/a.cpp', '// a\n#include <immintrin.h>\n'),
    ('src/core/a_test.cpp', '// a\n#include <gtest/gtest.h>\n'),
    ('src/core/a.cpp', '// a\n/*\n#include "engine/a.hpp"\n*/\n'),
    ('src/http/a.cpp', '// a\n#include <boost/asio/ip/tcp.hpp>\n'),
    ('sim/a.cpp', '// a\n#include "tests/memory_store/store.hpp"\n#include "sim/b.hpp"\n'),
    ('src/app/a_test.cpp', '// a\n#include "tests/memory_store/store.hpp"\n'),
    ('tests/scenarios/a.cpp', '// a\n#include "base/json/reader.hpp"\n'),
)
