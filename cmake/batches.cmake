# standby_batches(<result> <name> <source>...) gives the files to compile instead of the sources:
# batches of them, put together by batches.py, so that headers aren't parsed again for each file.
# With STANDBY_BATCHES off every source is compiled by itself, which suits clang-tidy and debuggers.
# Sources that were named by standby_compile_alone() are left as they are.
option(STANDBY_BATCHES "Compile sources in batches" ON)
set(STANDBY_BATCH_LINES 3000 CACHE STRING "How many lines a batch has at the most")
if(STANDBY_BATCHES AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # An unnamed namespace in a file of a batch is as private as in a file of its own.
    add_compile_options(-Wno-subobject-linkage)
endif()
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)  # words.py reads TOML

function(standby_compile_alone)
    set_property(GLOBAL APPEND PROPERTY standby_compiled_alone ${ARGN})
endfunction()

function(standby_batches result name)
    if(NOT STANDBY_BATCHES)
        set(${result} ${ARGN} PARENT_SCOPE)
        return()
    endif()
    get_property(alone GLOBAL PROPERTY standby_compiled_alone)
    set(together ${ARGN})
    set(kept ${ARGN})
    if(alone)
        list(REMOVE_ITEM together ${alone})
    endif()
    if(together)
        list(REMOVE_ITEM kept ${together})
    endif()
    set(folder ${CMAKE_BINARY_DIR}/batches/${name})
    execute_process(
        COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/batches.py
            ${folder} ${STANDBY_BATCH_LINES} ${together}
        OUTPUT_VARIABLE compiled
        COMMAND_ERROR_IS_FATAL ANY)
    # batches.py --check touches it when a batch no longer fits together.
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY
        CMAKE_CONFIGURE_DEPENDS ${folder}/changed ${PROJECT_SOURCE_DIR}/cmake/batches.py)
    set(${result} ${compiled} ${kept} PARENT_SCOPE)
endfunction()
