# Which commit the binary was made from, in one small object: only src/app/version.cpp is compiled
# again when the commit changes. An archive made by git names its commit in cmake/commit.txt.
if(NOT TARGET standby_app)
    return()
endif()
set(commit_header ${CMAKE_BINARY_DIR}/version/standby_commit.hpp)
set(commit_inputs ${PROJECT_SOURCE_DIR}/cmake/commit.txt ${PROJECT_SOURCE_DIR}/cmake/commit.cmake)
# Every commit, checkout and rebase adds a line to this log.
execute_process(COMMAND git rev-parse --git-path logs/HEAD
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE commit_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(commit_log)
    cmake_path(ABSOLUTE_PATH commit_log BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(EXISTS ${commit_log})
        list(APPEND commit_inputs ${commit_log})
    endif()
endif()
add_custom_command(
    OUTPUT ${commit_header}
    COMMAND ${CMAKE_COMMAND} -D FOLDER=${PROJECT_SOURCE_DIR} -D OUTPUT=${commit_header}
        -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake
    DEPENDS ${commit_inputs}
    VERBATIM)
set_source_files_properties(src/app/version.cpp PROPERTIES
    COMPILE_DEFINITIONS STANDBY_VERSION="${PROJECT_VERSION}"
    INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/version
    OBJECT_DEPENDS ${commit_header})
