# tests/store_contract: what every store must do, run for each of them. Each test is its own ctest
# entry, except for PostgreSQL's.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/store_contract/*.cpp)
if(NOT sources OR NOT TARGET standby_store)
    return()
endif()
standby_batches(sources store_contract ${sources})
add_executable(store_contract ${sources})
target_include_directories(store_contract PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(store_contract PRIVATE
    memory_store GTest::gtest_main GTest::gmock fmt::fmt Threads::Threads)
standby_compile_plainly(store_contract)
standby_precompile(store_contract
    <gmock/gmock.h> <gtest/gtest.h> ${STANDBY_STANDARD_HEADERS})
# The tests of PostgreSQL, which is the third of the stores and the second of those that are shared,
# share a server that is started for them, so they are one entry.
set(postgres_tests "*/2.*:*Lease*/1.*:*AtOnce/1.*:Postgres*")
gtest_discover_tests(store_contract
    DISCOVERY_MODE PRE_TEST
    TEST_FILTER "-${postgres_tests}"
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    PROPERTIES LABELS contract TIMEOUT 60)
add_test(NAME contract.postgres
    COMMAND ${PROJECT_SOURCE_DIR}/tests/store_contract/with_postgres
        $<TARGET_FILE:store_contract> --gtest_brief=1 "--gtest_filter=${postgres_tests}"
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(contract.postgres PROPERTIES
    LABELS contract TIMEOUT 300 SKIP_RETURN_CODE 77)
add_dependencies(unit_tests store_contract)
