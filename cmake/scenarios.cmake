# The text scenarios: a runner, and two tests for each story in tests/scenarios/*.txt: one tells it
# to the core, the other to the server's binary over HTTP. One test tells them all to two nodes of a
# cluster. The runner without its main.cpp is a library, so that its own parts can be unit-tested.
set(folder ${PROJECT_SOURCE_DIR}/tests/scenarios)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
file(GLOB_RECURSE stories RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/*.txt)
set(main ${sources})
list(FILTER main INCLUDE REGEX "/main\\.cpp$")
list(FILTER sources EXCLUDE REGEX "(_test|/main)\\.cpp$")

if(sources)
    standby_batches(sources scenarios ${sources})
    add_library(standby_scenarios STATIC ${sources})
    standby_precompile(standby_scenarios ${STANDBY_STANDARD_HEADERS})
    target_include_directories(standby_scenarios PUBLIC
        ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(standby_scenarios PUBLIC
        standby_engine standby_core standby_base fmt::fmt PostgreSQL::PostgreSQL)
endif()

if(NOT main)
    if(stories)
        message(WARNING "tests/scenarios has stories, but no main.cpp that runs them")
    endif()
    return()
endif()
add_executable(scenarios ${main})
target_include_directories(scenarios PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
standby_link_existing(scenarios PRIVATE
    standby_scenarios standby_engine standby_core standby_base fmt::fmt)
foreach(story IN LISTS stories)
    string(REGEX REPLACE "\\.txt$" "" name ${story})
    add_test(NAME scenario.${name} COMMAND scenarios ${folder}/${story}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(scenario.${name} PROPERTIES LABELS scenario TIMEOUT 60)
    if(TARGET standby)
        add_test(NAME scenario_http.${name}
            COMMAND scenarios --over-http $<TARGET_FILE:standby> ${folder}/${story}
            WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
        set_tests_properties(scenario_http.${name} PROPERTIES LABELS e2e TIMEOUT 120)
    endif()
endforeach()
# Each start and each move takes a second or more in which nodes wait for each other: so it is one
# test, several stories at a time, with a move now and then. script/torture has one after every
# sentence.
if(TARGET standby)
    add_test(NAME scenarios_on_two_nodes
        COMMAND ${folder}/on_two_nodes $<TARGET_FILE_DIR:standby> --moves-every 8
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(scenarios_on_two_nodes PROPERTIES
        LABELS e2e TIMEOUT 1200 SKIP_RETURN_CODE 77 PROCESSORS 2)
endif()
