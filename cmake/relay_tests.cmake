# tests/relay: the relay with a real engine over a store in memory, scripted providers, and a clock
# that the test moves. Each test is its own ctest entry.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/relay/*.cpp)
if(NOT sources OR NOT TARGET standby_store OR NOT TARGET standby_notify)
    return()
endif()
standby_batches(sources relay_tests ${sources})
add_executable(relay_tests ${sources})
target_include_directories(relay_tests PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(relay_tests PRIVATE
    memory_store standby_notify GTest::gtest_main GTest::gmock fmt::fmt Threads::Threads)
standby_compile_plainly(relay_tests)
standby_precompile(relay_tests
    <gmock/gmock.h> <gtest/gtest.h> ${STANDBY_STANDARD_HEADERS})
gtest_discover_tests(relay_tests
    DISCOVERY_MODE PRE_TEST
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    PROPERTIES LABELS unit TIMEOUT 120)
add_dependencies(unit_tests relay_tests)
