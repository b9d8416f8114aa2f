# The migrations in schema/ become part of the store: at build time each folder is turned into one
# .cpp file with an array of numbered texts, so that the binary needs no files beside it.
if(NOT TARGET standby_store)
    return()
endif()
foreach(folder IN ITEMS sqlite sqlite_archive postgres)
    file(GLOB migrations CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/schema/${folder}/*.sql)
    set(generated ${CMAKE_BINARY_DIR}/schema/${folder}.cpp)
    add_custom_command(
        OUTPUT ${generated}
        COMMAND ${CMAKE_COMMAND} -D FOLDER=${PROJECT_SOURCE_DIR}/schema/${folder}
            -D NAME=${folder} -D OUTPUT=${generated}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_schema.cmake
        DEPENDS ${migrations} ${PROJECT_SOURCE_DIR}/cmake/embed_schema.cmake
        VERBATIM)
    target_sources(standby_store PRIVATE ${generated})
endforeach()
