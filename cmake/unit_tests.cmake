# All *_test.cpp files, which sit beside the code they test: one executable for each layer, so that
# working on one does not wait for the others. Each test is its own ctest entry, found by asking the
# executable when ctest starts, not at every build.
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(date REQUIRED)
include(GoogleTest)

# standby_unit_tests(<name> <folder> <target>...) makes <name>_unit_tests of the folder's tests.
function(standby_unit_tests name folder)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*_test.cpp)
    if(NOT sources)
        return()
    endif()
    set(target ${name}_unit_tests)
    standby_batches(sources ${target} ${sources})
    add_executable(${target} ${sources})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(${target} PRIVATE ${ARGN} standby_base)
    target_link_libraries(${target} PRIVATE
        GTest::gtest_main GTest::gmock rapidcheck date::date-tz fmt::fmt Threads::Threads)
    standby_precompile(${target}
        <gmock/gmock.h> <gtest/gtest.h> <rapidcheck.h> <rapidcheck/gtest.h>
        ${STANDBY_STANDARD_HEADERS})
    standby_compile_plainly(${target})
    gtest_discover_tests(${target}
        DISCOVERY_MODE PRE_TEST
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        PROPERTIES LABELS unit TIMEOUT 60)
    add_dependencies(unit_tests ${target})
endfunction()

add_custom_target(unit_tests)
foreach(layer IN ITEMS base core engine interchange store notify http intake payments bookings
        bus app)
    standby_unit_tests(${layer} src/${layer} standby_${layer})
endforeach()
if(TARGET app_unit_tests)
    target_link_libraries(app_unit_tests PRIVATE memory_store)
endif()
if(TARGET notify_unit_tests)  # reads back mails that our own code wrote
    target_link_libraries(notify_unit_tests PRIVATE PkgConfig::gmime)
endif()
standby_unit_tests(sim sim standby_sim)
standby_unit_tests(scenarios tests/scenarios standby_scenarios)
