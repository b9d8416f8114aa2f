# All *_test.cpp files, which sit beside the code they test, as one executable. Each test is its own
# ctest entry, found by asking the executable when ctest starts, not at every build.
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(date REQUIRED)
include(GoogleTest)

file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/src/*_test.cpp ${PROJECT_SOURCE_DIR}/sim/*_test.cpp
    ${PROJECT_SOURCE_DIR}/tests/scenarios/*_test.cpp)
if(NOT sources)
    return()
endif()

add_executable(unit_tests ${sources})
standby_precompile(unit_tests
    <gmock/gmock.h> <gtest/gtest.h> <rapidcheck.h> <rapidcheck/gtest.h> ${STANDBY_STANDARD_HEADERS})
target_include_directories(unit_tests PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
standby_link_existing(unit_tests PRIVATE
    standby_scenarios standby_sim standby_app standby_intake standby_http standby_notify
    standby_store standby_engine standby_core standby_base)
target_link_libraries(unit_tests PRIVATE
    GTest::gtest_main GTest::gmock rapidcheck date::date-tz fmt::fmt Threads::Threads)
gtest_discover_tests(unit_tests
    DISCOVERY_MODE PRE_TEST
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    PROPERTIES LABELS unit TIMEOUT 60)
