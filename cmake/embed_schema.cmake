# Run as a script (see schema.cmake): writes the .sql files of FOLDER, in the order of their names,
# as the function <NAME>_migrations() into OUTPUT. A name begins with the number of its migration.
file(GLOB migrations ${FOLDER}/*.sql)
list(SORT migrations)
set(rows "")
set(expected 1)
foreach(migration IN LISTS migrations)
    cmake_path(GET migration STEM stem)
    if(NOT stem MATCHES "^([0-9][0-9][0-9][0-9])_")
        message(FATAL_ERROR "${migration} must begin with its four-digit number")
    endif()
    math(EXPR number "1${CMAKE_MATCH_1} - 10000")
    if(NOT number EQUAL expected)
        message(FATAL_ERROR "${migration} must have the number ${expected}")
    endif()
    math(EXPR expected "${expected} + 1")
    file(READ ${migration} text)
    string(APPEND rows "    {${number}, \"${stem}\", R\"sql(${text})sql\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// The migrations of schema/${NAME}, written by cmake/embed_schema.cmake.
#include \"store/codec/migration.hpp\"

namespace standby::store {
namespace {

constexpr Migration migrations[] = {
${rows}};

}  // namespace

std::span<const Migration> ${NAME}_migrations() {
    return migrations;
}

}  // namespace standby::store
")
