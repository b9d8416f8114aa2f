# The tests of web/: types (web.check), logic without a browser (web.unit), and the journeys through
# the real pages of the real server in Debian's Chromium, one ctest entry for each file. What is not
# installed is noticed when a test runs; it then counts as skipped and says what is missing.
if(NOT TARGET standby)
    return()
endif()
set(journeys ${PROJECT_SOURCE_DIR}/web/journeys)

foreach(name IN ITEMS check unit)
    add_test(NAME web.${name} COMMAND ${journeys}/run ${name})
    set_tests_properties(web.${name} PROPERTIES LABELS web TIMEOUT 300 SKIP_RETURN_CODE 77)
endforeach()

file(GLOB journey_files CONFIGURE_DEPENDS ${journeys}/*.journey.ts)
foreach(path IN LISTS journey_files)
    cmake_path(GET path STEM name)  # without .journey.ts
    if(name STREQUAL "performance" AND (STANDBY_SANITIZE OR STANDBY_COVERAGE))
        continue()  # an instrumented server is slow by design
    endif()
    set(environment
        STANDBY_BINARY=$<TARGET_FILE:standby>
        STANDBY_JOURNEY_OUT=${CMAKE_BINARY_DIR}/journeys/${name}
        STANDBY_SCREENS=${PROJECT_SOURCE_DIR}/build/screens)
    # Without its pages a binary has no journeys to offer.
    if(NOT STANDBY_HAS_WEB_PAGES)
        list(APPEND environment STANDBY_WITHOUT_NPM=1)
    endif()
    add_test(NAME browser.${name} COMMAND ${journeys}/run journey ${name})
    set_tests_properties(browser.${name} PROPERTIES
        LABELS browser TIMEOUT 300 SKIP_RETURN_CODE 77 ENVIRONMENT "${environment}")
endforeach()
# It measures how fast pages are.
if(TEST browser.performance)
    set_tests_properties(browser.performance PROPERTIES RUN_SERIAL ON)
endif()
