# Each bench/*_bench.cpp is one executable in <build>/bench; the other files in bench/ are shared by
# all of them. The target `benches` builds them. With STANDBY_BENCHES they belong to the normal
# build and a `--quick` run of each is a test, so a benchmark cannot rot between two measurements.
file(GLOB benches CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*_bench.cpp)
file(GLOB_RECURSE shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cpp)
list(FILTER shared EXCLUDE REGEX "_(bench|test)\\.cpp$")
add_custom_target(benches)

if(shared)
    add_library(bench_shared STATIC EXCLUDE_FROM_ALL ${shared})
    target_include_directories(bench_shared PUBLIC
        ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(bench_shared PUBLIC standby_core standby_base fmt::fmt)
endif()

foreach(source IN LISTS benches)
    cmake_path(GET source STEM name)
    add_executable(${name} ${source})
    set_target_properties(${name} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench
        EXCLUDE_FROM_ALL $<NOT:$<BOOL:${STANDBY_BENCHES}>>)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(${name} PRIVATE
        bench_shared standby_core standby_base fmt::fmt Threads::Threads)
    add_dependencies(benches ${name})
    if(STANDBY_BENCHES)
        add_test(NAME bench_smoke.${name} COMMAND ${name} --quick)
        set_tests_properties(bench_smoke.${name} PROPERTIES LABELS bench TIMEOUT 60)
    endif()
endforeach()
