# tests/fuzz: each <name>_fuzz.cpp is one function that takes any bytes. With STANDBY_FUZZ (the
# preset `fuzz`, clang) it is linked with libFuzzer, which looks for bytes that break it; see
# script/fuzz. In every other build it is linked with a small main and becomes the test
# fuzz_replay.<name>, which runs what is kept in tests/fuzz/corpus/<name> and mutations of it.
option(STANDBY_FUZZ "Link the targets of tests/fuzz with libFuzzer; needs clang" OFF)

set(folder ${PROJECT_SOURCE_DIR}/tests/fuzz)
file(GLOB targets CONFIGURE_DEPENDS ${folder}/*_fuzz.cpp)
file(GLOB support CONFIGURE_DEPENDS ${folder}/support/*.cpp)
add_custom_target(fuzz_targets)

add_library(fuzz_support STATIC EXCLUDE_FROM_ALL ${support})
target_include_directories(fuzz_support PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
standby_link_existing(fuzz_support PUBLIC
    standby_http standby_notify standby_intake standby_payments standby_bookings standby_bus
    memory_store standby_engine standby_core standby_base)

foreach(source IN LISTS targets)
    cmake_path(GET source STEM target)
    string(REGEX REPLACE "_fuzz$" "" name ${target})
    if(STANDBY_FUZZ)
        add_executable(${target} EXCLUDE_FROM_ALL ${source})
        target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    else()
        add_executable(${target} ${source} ${folder}/replay_main.cpp)
        add_test(NAME fuzz_replay.${name} COMMAND ${target} ${folder}/corpus/${name})
        set_tests_properties(fuzz_replay.${name} PROPERTIES LABELS fuzz TIMEOUT 60)
    endif()
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
    target_link_libraries(${target} PRIVATE fuzz_support)
    add_dependencies(fuzz_targets ${target})
endforeach()
