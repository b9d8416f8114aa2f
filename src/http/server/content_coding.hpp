// Compression of answers: which coding the client accepts, and the coding itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace standby::http::wire {

enum class ContentCoding { Identity, Gzip, Brotli };

// Smaller bodies are sent as they are: headers and a packet cost more than is saved.
inline constexpr std::size_t compressed_size_min = 1024;

// The coding that an Accept-Encoding header likes best; Brotli where it likes several equally. No
// header, or one that accepts neither, means Identity.
ContentCoding choose_coding(std::string_view accept_encoding);

// The name in a Content-Encoding header. Requires another one than Identity.
std::string_view coding_name(ContentCoding coding);

// The compressed body, at a level meant for bodies made on the fly; empty when the library fails.
// Requires another one than Identity.
std::string compress(std::string_view body, ContentCoding coding);
// How often that was done, by anybody in this process.
std::uint64_t compressions_done();

}  // namespace standby::http::wire
