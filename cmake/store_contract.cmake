# tests/store_contract: what every store must do, run for each of them. Each test is its own ctest
# entry.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/store_contract/*.cpp)
if(NOT sources OR NOT TARGET standby_store)
    return()
endif()
add_executable(store_contract ${sources})
target_include_directories(store_contract PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(store_contract PRIVATE
    standby_store GTest::gtest_main GTest::gmock fmt::fmt Threads::Threads)
standby_precompile(store_contract
    <gmock/gmock.h> <gtest/gtest.h> ${STANDBY_STANDARD_HEADERS})
gtest_discover_tests(store_contract
    DISCOVERY_MODE PRE_TEST
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    PROPERTIES LABELS contract TIMEOUT 60)
add_dependencies(unit_tests store_contract)
