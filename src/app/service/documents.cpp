// The assembler puts the file into the binary as it is.
#include "app/service/documents.hpp"

asm(R"(
    .section .rodata
    .global standby_openapi_begin
    .global standby_openapi_end
standby_openapi_begin:
    .incbin ")" STANDBY_OPENAPI_FILE R"("
standby_openapi_end:
    .previous
)");

extern "C" {
extern const char standby_openapi_begin[];
extern const char standby_openapi_end[];
}

namespace standby::app {

std::string_view openapi_yaml() {
    return {standby_openapi_begin, standby_openapi_end};
}

}  // namespace standby::app
