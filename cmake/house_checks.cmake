# The checks on the source itself: tools/tidy, the tools' own tests, and for script/lint a compile
# of every header alone, which proves that each one includes what it uses.
add_test(NAME tidy COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/tidy)
add_test(NAME tidy_self_test
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/tidy --self-test)
add_test(NAME lint_commit_self_test
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/lint_commit --self-test)
add_test(NAME worked_example COMMAND ${PROJECT_SOURCE_DIR}/tools/worked_example)
add_test(NAME asvs COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/asvs/check)
add_test(NAME asvs_self_test
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/asvs/check --self-test)
add_test(NAME words_generator COMMAND Python3::Interpreter -B -m unittest words_test
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/cmake)
set_tests_properties(tidy tidy_self_test lint_commit_self_test worked_example asvs asvs_self_test
        words_generator
    PROPERTIES LABELS house)

if(NOT STANDBY_HEADER_CHECK)
    return()
endif()
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/src/*.hpp ${PROJECT_SOURCE_DIR}/sim/*.hpp
    ${PROJECT_SOURCE_DIR}/tests/scenarios/*.hpp)
set(generated "")
foreach(header IN LISTS headers)
    string(REPLACE "/" "." flat ${header})
    set(source ${CMAKE_BINARY_DIR}/header_check/${flat}.cpp)
    # Twice, so that a header without its guard is found too.
    set(line "#include \"${PROJECT_SOURCE_DIR}/${header}\"\n")
    file(CONFIGURE OUTPUT ${source} CONTENT "${line}${line}" @ONLY)
    list(APPEND generated ${source})
endforeach()
if(generated)
    add_library(headers_are_self_contained OBJECT EXCLUDE_FROM_ALL ${generated})
    target_include_directories(headers_are_self_contained PRIVATE
        ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src ${STANDBY_WORDS})
    add_dependencies(headers_are_self_contained words_pages)
    target_compile_options(headers_are_self_contained PRIVATE -fsyntax-only)
    target_link_libraries(headers_are_self_contained PRIVATE
        fmt::fmt PkgConfig::gmime PostgreSQL::PostgreSQL)
endif()
