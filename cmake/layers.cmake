# standby_layer(<name> [LINK <target>...] [PRECOMPILE <header>...]) makes the static library
# standby_<name> out of src/<name>, without its tests and without main.cpp. Link targets of layers
# that have no folder yet are left out, so CMakeLists.txt can list them in advance.

# What core's files include again and again; parsing it once pays on a small machine.
set(STANDBY_STANDARD_HEADERS
    <algorithm> <array> <bit> <compare> <cstdint> <expected> <functional> <map> <memory>
    <optional> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>)

function(standby_precompile target)
    if(STANDBY_PCH)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()

# Tests run once after they were compiled, so optimising them costs more than it brings; what they
# test is optimised.
function(standby_compile_plainly target)
    target_compile_options(${target} PRIVATE -O0 -g0)
endfunction()

function(standby_link_existing target visibility)
    foreach(dependency IN LISTS ARGN)
        if(TARGET ${dependency})
            target_link_libraries(${target} ${visibility} ${dependency})
        endif()
    endforeach()
endfunction()

function(standby_layer name)
    cmake_parse_arguments(layer "" "" "LINK;PRECOMPILE" ${ARGN})
    set(folder ${PROJECT_SOURCE_DIR}/src/${name})
    # Globbed even when the folder is missing, so that its first file is noticed.
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/*.hpp)
    if(NOT sources)
        return()
    endif()
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "(_test|/main)\\.cpp$")
    if(sources)
        standby_batches(sources ${name} ${sources})
        add_library(standby_${name} STATIC ${sources})
        set(visibility PUBLIC)
        if(layer_PRECOMPILE)
            standby_precompile(standby_${name} ${layer_PRECOMPILE})
        endif()
    else()
        add_library(standby_${name} INTERFACE)
        set(visibility INTERFACE)
    endif()
    target_include_directories(standby_${name} ${visibility} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(standby_${name} ${visibility} ${layer_LINK})
endfunction()
