# Writes OUTPUT: the commit that the sources in FOLDER belong to, and its date (not the build's, so
# that two builds of one commit are the same). Both are empty if unknown.
file(STRINGS ${FOLDER}/cmake/commit.txt known LIMIT_COUNT 1)
if(known MATCHES "Format:")
    set(known "")
    execute_process(COMMAND git rev-parse --show-toplevel WORKING_DIRECTORY ${FOLDER}
        OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    # Sources that were unpacked inside another repository are not that repository's commit.
    file(REAL_PATH ${FOLDER} real_folder)
    if(root STREQUAL real_folder)
        execute_process(COMMAND git log -1 "--format=%H %cs" WORKING_DIRECTORY ${FOLDER}
            OUTPUT_VARIABLE known OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
endif()
string(REGEX MATCH "^([0-9a-f]+) ([0-9-]+)$" parts "${known}")
file(WRITE ${OUTPUT} "// Written by cmake/commit.cmake.
#define STANDBY_COMMIT \"${CMAKE_MATCH_1}\"
#define STANDBY_COMMIT_DATE \"${CMAKE_MATCH_2}\"
")
