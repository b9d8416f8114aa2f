# Each bench/*_bench.cpp is one executable in <build>/bench; the other files in bench/ itself are
# shared by all of them. Each bench/anchors/*.cpp is a server to compare with, and bench/load is the
# load generator, standby_load, for running servers. The target `benches` builds them all. With
# STANDBY_BENCHES they belong to the normal build and a `--quick` run of each benchmark is a test,
# so a benchmark cannot rot between two measurements.
file(GLOB benches CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*_bench.cpp)
file(GLOB shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cpp)
list(FILTER shared EXCLUDE REGEX "_(bench|test)\\.cpp$")
add_custom_target(benches)

# standby_bench_program(<name> <source>...) makes an executable of the target `benches`.
function(standby_bench_program name)
    add_executable(${name} ${ARGN})
    set_target_properties(${name} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench
        EXCLUDE_FROM_ALL $<NOT:$<BOOL:${STANDBY_BENCHES}>>)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(${name} PRIVATE standby_base fmt::fmt)
    add_dependencies(benches ${name})
endfunction()

if(shared)
    add_library(bench_shared STATIC EXCLUDE_FROM_ALL ${shared})
    target_include_directories(bench_shared PUBLIC
        ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(bench_shared PUBLIC standby_core standby_base fmt::fmt)
endif()

foreach(source IN LISTS benches)
    cmake_path(GET source STEM name)
    standby_bench_program(${name} ${source})
    standby_link_existing(${name} PRIVATE bench_shared standby_engine standby_core Threads::Threads)
    if(STANDBY_BENCHES)
        add_test(NAME bench_smoke.${name} COMMAND ${name} --quick)
        set_tests_properties(bench_smoke.${name} PROPERTIES LABELS bench TIMEOUT 60)
    endif()
endforeach()

file(GLOB anchors CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/anchors/*.cpp)
foreach(source IN LISTS anchors)
    cmake_path(GET source STEM name)
    standby_bench_program(${name} ${source})
    standby_link_existing(${name} PRIVATE SQLite::SQLite3)
endforeach()

# The load generator without its main.cpp is a library, so that its parts can be unit-tested.
file(GLOB load_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/load/*.cpp)
list(FILTER load_sources EXCLUDE REGEX "(_test|/main)\\.cpp$")
if(load_sources)
    add_library(bench_load STATIC EXCLUDE_FROM_ALL ${load_sources})
    target_include_directories(bench_load PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(bench_load PUBLIC standby_base fmt::fmt CLI11::CLI11)
    standby_bench_program(standby_load ${PROJECT_SOURCE_DIR}/bench/load/main.cpp)
    standby_link_existing(standby_load PRIVATE bench_load)
    standby_unit_tests(load bench/load bench_load)
endif()

# All scenarios of the running server, each for a second or two, so that they cannot rot either.
if(STANDBY_BENCHES AND TARGET standby AND TARGET standby_load)
    add_test(NAME bench_smoke.system COMMAND ${STANDBY_E2E_PYTHON} -B
        ${PROJECT_SOURCE_DIR}/bench/system/main.py --quick
        --binary $<TARGET_FILE:standby> --load $<TARGET_FILE:standby_load>
        --single-commit ${CMAKE_BINARY_DIR}/bench/single_commit
        --disk-shim ${CMAKE_BINARY_DIR}/disk_shim.so
        --json ${CMAKE_BINARY_DIR}/bench/smoke.json)
    set_tests_properties(bench_smoke.system PROPERTIES LABELS bench TIMEOUT 600 RUN_SERIAL ON)
endif()
