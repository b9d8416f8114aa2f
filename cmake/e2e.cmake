# The API's description and the tests that check the running server against it. Each tests/e2e/
# test_*.py is one ctest entry, e2e.<name>; they start the real binary on free ports, so they can
# run beside each other. They are written for Debian's Python, which has yaml and jsonschema.
find_program(STANDBY_E2E_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT STANDBY_E2E_PYTHON)
    find_program(STANDBY_E2E_PYTHON python3 REQUIRED)
endif()
set(e2e_folder ${PROJECT_SOURCE_DIR}/tests/e2e)

add_test(NAME openapi_shape COMMAND ${STANDBY_E2E_PYTHON} -B openapi_shape.py
    WORKING_DIRECTORY ${e2e_folder})
add_test(NAME openapi_lint COMMAND ${PROJECT_SOURCE_DIR}/tools/openapi/lint)
set_tests_properties(openapi_shape openapi_lint PROPERTIES LABELS house TIMEOUT 60)
set_tests_properties(openapi_lint PROPERTIES SKIP_RETURN_CODE 77)

# The failing disk of e2e.disk, preloaded into the server. It is never instrumented itself.
add_library(disk_shim MODULE ${PROJECT_SOURCE_DIR}/tests/faults/disk_shim.cpp)
target_compile_options(disk_shim PRIVATE -fno-sanitize=all)
target_link_options(disk_shim PRIVATE -fno-sanitize=all)
set_target_properties(disk_shim PROPERTIES
    PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

if(TARGET standby)
    file(GLOB e2e_tests CONFIGURE_DEPENDS ${e2e_folder}/test_*.py)
    foreach(path IN LISTS e2e_tests)
        cmake_path(GET path STEM file)
        string(REPLACE "test_" "" name ${file})
        add_test(NAME e2e.${name} COMMAND ${STANDBY_E2E_PYTHON} -B -m unittest ${file}
            WORKING_DIRECTORY ${e2e_folder})
        set_tests_properties(e2e.${name} PROPERTIES LABELS e2e TIMEOUT 600
            ENVIRONMENT
            "STANDBY_BINARY=$<TARGET_FILE:standby>;STANDBY_DISK_SHIM=$<TARGET_FILE:disk_shim>;\
STANDBY_UNFENCED_BINARY=${CMAKE_BINARY_DIR}/standby_unfenced;\
STANDBY_TOMORROW_BINARY=${CMAKE_BINARY_DIR}/standby_tomorrow;STANDBY_STALL_SECONDS=570")
    endforeach()
    # Their load would slow down whatever runs beside them, or they measure how fast it is.
    set_tests_properties(e2e.attacks e2e.claims e2e.cluster e2e.cluster_chaos e2e.cluster_moves
        e2e.crowds e2e.disk e2e.kill e2e.patroni e2e.payments_kill e2e.relay_kill
        e2e.rolling_upgrade e2e.sign_in_attacks PROPERTIES RUN_SERIAL ON)
    # It may have to build the version before.
    set_tests_properties(e2e.rolling_upgrade PROPERTIES TIMEOUT 3600
        ENVIRONMENT_MODIFICATION STANDBY_STALL_SECONDS=set:3570)
endif()
