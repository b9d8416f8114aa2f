# How every file is compiled and linked: the language, the warnings, the instruction set, and the
# two helpers (ccache, mold) that are used when the machine has them.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_OPTIMIZE_DEPENDENCIES ON)  # compiling a layer does not wait for those below it
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# x86-64-v2 has popcnt, which the line's rank queries need, and runs on any server since 2010.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    add_compile_options(-march=x86-64-v2)
endif()

add_compile_options(
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast
    # Designated initialisers that leave the rest at its default are how options are written here.
    -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ (12 and 14) reports overlapping copies inside std::string's own operator+ (GCC bug
    # 105651), and strings inside aggregates as perhaps uninitialised (GCC bug 105562) or out of
    # bounds. The sanitizers look for the real ones.
    add_compile_options(-Wno-restrict -Wno-maybe-uninitialized -Wno-array-bounds
        -Wno-stringop-overflow -Wno-stringop-overread)
    # Without optimisation it takes the frame of a coroutine that has its own operator new for one
    # that was allocated otherwise.
    add_compile_options($<$<CONFIG:Debug>:-Wno-mismatched-new-delete>)
endif()
if(STANDBY_WERROR)
    add_compile_options(-Werror)
endif()

if(STANDBY_SANITIZE)
    # Instrumented code confuses the optimiser's flow analysis into false alarms.
    add_compile_options(-fsanitize=${STANDBY_SANITIZE} -fno-sanitize-recover=all
        -fno-omit-frame-pointer -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow
        $<$<CXX_COMPILER_ID:GNU>:-Wno-mismatched-new-delete>)
    add_link_options(-fsanitize=${STANDBY_SANITIZE})
endif()
if(STANDBY_COVERAGE)
    add_compile_options(--coverage -fprofile-update=atomic)
    add_link_options(--coverage)
endif()

find_program(STANDBY_CCACHE ccache)
if(STANDBY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${STANDBY_CCACHE})
    # Lets ccache see the precompiled header in the preprocessed text.
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()

find_program(STANDBY_MOLD mold)
if(STANDBY_MOLD)
    add_link_options(-fuse-ld=mold)
endif()
