# Constructs that do not appear in the code, each with what to write instead and where it holds.
# Comments and string literals are not searched.
import re
from dataclasses import dataclass

from . import cpp_text
from .finding import Finding

EVERYWHERE = ('src/', 'sim/', 'tests/', 'bench/')
PURE = ('src/base/', 'src/core/', 'src/engine/')


@dataclass(frozen=True)
class Ban:
    rule: str
    pattern: str
    folders: tuple
    instead: str
    reason: str
    bad: tuple  # lines that must be found, in the first of the folders
    good: tuple = ()  # lines that must not
    except_files: str = r'(?!)'  # paths that match are free of this ban


BANS = (
    Ban('clock',
        r'_clock\s*::\s*now\b|(?<![\w.>])(?:std::|::)?time\s*\(\s*(?:nullptr|NULL|0|&)'
        r'|\b(?:gettimeofday|clock_gettime|localtime|gmtime)(?:_r)?\s*\(|\bstd::clock\s*\(',
        PURE + ('sim/',), 'pass the time in',
        'the same commands at the same times must give the same events, in every run',
        ('auto t = std::chrono::system_clock::now();', 'auto t = steady_clock::now();',
         'auto t = time(nullptr);', 'auto t = std::time(0);', 'gettimeofday(&t, nullptr);',
         'clock_gettime(CLOCK_REALTIME, &t);'),
        ('auto t = offer.time(0);', 'Time join_time(Entry e);', '// system_clock::now()',
         'log("steady_clock::now()");')),
    Ban('random',
        r'(?<![\w.>])(?:std::|::)?s?rand\s*\(|\brandom_device\b|\bmt19937(?:_64)?\b'
        r'|\bdefault_random_engine\b|\buniform_(?:int|real)_distribution\b',
        EVERYWHERE, 'use base/prng.hpp with a seed that was passed in',
        'a run must be repeatable from its seed, on every standard library',
        ('int a = rand();', 'int a = std::rand();', 'srand(1);', 'std::random_device device;',
         'std::mt19937 engine;', 'std::mt19937_64 engine(1);', 'std::default_random_engine e;',
         'std::uniform_int_distribution<int> d(1, 6);'),
        ('int a = operand(1);', 'auto a = prng.rand();')),
    Ban('exceptions', r'\b(?:throw|try|catch)\b', PURE, 'return a Result (base/result.hpp)',
        'an error that is part of the domain belongs into the type, where no caller misses it',
        ('throw Error{};', 'try {', '} catch (...) {'),
        ('int f() noexcept;', 'int retry = try_again();', '#define TRY(x) (x)'),
        except_files=r'_test\.cpp$'),
    Ban('assert', r'(?<![\w.:])(?:std::)?assert\s*\(|#\s*include\s*<(?:cassert|assert\.h)>',
        EVERYWHERE, 'use ASSERT (base/assert.hpp)',
        'ASSERT is on in every build; assert vanishes from the one that serves people',
        ('assert(a);', '#include <cassert>', '#include <assert.h>'),
        ('static_assert(a);', 'ASSERT(a);', 'my_assert(a);')),
    Ban('threads',
        r'\bstd::(?:(?:recursive_|shared_|timed_)?mutex|thread|jthread|async|condition_variable\w*'
        r'|lock_guard|unique_lock|scoped_lock|shared_lock)\b'
        r'|#\s*include\s*<(?:mutex|thread|shared_mutex|condition_variable|future)>',
        ('src/core/', 'src/engine/'), 'submit a command to the shard',
        'a shard belongs to one thread; a lock in it would hide that someone broke this',
        ('std::mutex m;', 'std::thread t;', 'std::jthread t;', '#include <mutex>',
         'std::scoped_lock lock(m);'),
        ('int thread_count = 1;',)),
    Ban('using_namespace', r'\busing\s+namespace\b(?!\s+[\w:]*literals\s*;)',
        EVERYWHERE, 'name what you use, or use a using-declaration',
        'a name that arrives from elsewhere can change what an overload means',
        ('using namespace std;', 'using namespace standby::core;'),
        ('using std::string;', 'using namespace std::chrono_literals;')),
    Ban('raw_new',
        r'(?<!operator )\bnew\b\s*[\w:(<]|(?<!operator )\bdelete\b\s*(?:\[\s*\]\s*)?[\w:(*]',
        EVERYWHERE, 'use a value or std::make_unique',
        'an owner that is a value cannot be forgotten on an early return',
        ('auto* a = new A;', 'auto* a = new A[3];', 'delete a;', 'delete[] a;', 'new (p) A;'),
        ('A(const A&) = delete;', 'int new_entry = 1;', 'void operator delete(void* p);')),
    Ban('shared_ptr', r'\b(?:shared_ptr|make_shared|weak_ptr)\b', PURE,
        'use a value, or unique_ptr with one owner',
        'state with several owners has no one place where it changes',
        ('std::shared_ptr<A> a;', 'auto a = std::make_shared<A>();')),
    Ban('output',
        r'\bstd::(?:cout|cerr|clog)\b|#\s*include\s*<iostream>'
        r'|(?<![\w.>])(?:std::)?(?:v?f?printf|f?puts|f?putc|putchar)\s*\(',
        PURE, 'return the value, or log through base/log.hpp',
        'what prints by itself cannot be tested, and it does not know who is listening',
        ('std::cout << 1;', 'printf("a");', 'std::fprintf(stderr, "a");', '#include <iostream>'),
        ('std::snprintf(a, 1, "b");', 'writer.puts(a);'),
        except_files=r'^src/base/(?:assert|log|probe)\.[ch]pp$|_test\.cpp$'),
    Ban('sleep', r'\bsleep_(?:for|until)\b|(?<![\w.>])u?(?:nano)?sleep\s*\(',
        ('tests/', 'sim/', 'bench/') + PURE, 'move the virtual time forward',
        'a test that sleeps is slow when it passes and wrong when the machine is busy',
        ('std::this_thread::sleep_for(1s);', 'usleep(10);', 'sleep(1);'),
        ('bool asleep(Resource r);',)),
    Ban('sleep_in_test', r'\bsleep_(?:for|until)\b|(?<![\w.>])u?(?:nano)?sleep\s*\(',
        ('src/store/', 'src/notify/', 'src/http/', 'src/intake/', 'src/app/'),
        'pass the time in, or wait for the event itself',
        'a test that sleeps is slow when it passes and wrong when the machine is busy',
        ('std::this_thread::sleep_for(1s);',), except_files=r'(?<!_test\.cpp)$'),
    Ban('include_guard', r'^\s*#\s*ifndef\s+\w+_(?:HPP|HXX|HH|H)_*\s*$', EVERYWHERE,
        'use #pragma once', 'a guard is a name to keep unique by hand',
        ('#ifndef CORE_OFFER_HPP', '#ifndef STANDBY_A_H_'),
        ('#pragma once', '#ifndef STANDBY_VERSION')),
)

_COMPILED = tuple((ban, re.compile(ban.pattern), re.compile(ban.except_files)) for ban in BANS)


def check(path, text):
    bans = [(ban, pattern) for ban, pattern, exempt in _COMPILED
            if path.startswith(ban.folders) and not exempt.search(path)]
    if not bans:
        return
    for number, line in enumerate(cpp_text.without_comments_and_literals(text).split('\n'), 1):
        for ban, pattern in bans:
            match = pattern.search(line)
            if match:
                yield Finding(path, number, ban.rule,
                              f'no "{match.group().strip()}" here: {ban.instead}', ban.reason)


RULES = {ban.rule: ban.instead for ban in BANS}


def _example_path(ban):
    return ban.folders[0] + ('a_test.cpp' if ban.rule == 'sleep_in_test' else 'a.cpp')


BAD = tuple((ban.rule, _example_path(ban), f'// a\n{line}\n') for ban in BANS for line in ban.bad)
GOOD = tuple((_example_path(ban), f'// a\n{line}\n') for ban in BANS for line in ban.good) + (
    ('src/core/a.cpp', '// a\nauto a = R"x(throw; std::mutex " new A)x"; int b = 1\'000;\n'),
    ('src/core/a.cpp', "// a\nchar a = '\"'; /* throw */ char b = '\\'';\n"),
    ('src/http/a.cpp', '// a\nstd::this_thread::sleep_for(1s);\n'),
    ('src/core/a_test.cpp', '// a\ntry {\n'),
    ('src/http/a.cpp', '// a\nthrow Error{};\nstd::mutex m;\nstd::shared_ptr<A> a;\n'),
)
