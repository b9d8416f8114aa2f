// Accept-Encoding after RFC 9110, section 12.5.3; zlib and Brotli in one call each.
#include "http/server/content_coding.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"
#include "http/server/syntax.hpp"

#include <brotli/encode.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>

namespace standby::http::wire {
namespace {

constexpr int brotli_quality = 4;
constexpr int gzip_level = 6;
constexpr int gzip_window_bits = 15 + 16;  // sixteen more means: with a gzip header
constexpr int gzip_memory_level = 8;

std::atomic<std::uint64_t> compressions = 0;

// A quality in thousandths: `1`, `0.8`, `0.125`. What is malformed counts as "not acceptable".
int parse_quality(std::string_view text) {
    if (text.empty() || (text[0] != '0' && text[0] != '1') || text.size() > 5 ||
        (text.size() > 1 && text[1] != '.')) {
        return 0;
    }
    int quality = (text[0] - '0') * 1000;
    int weight = 100;
    for (const char digit : text.substr(std::min<std::size_t>(2, text.size()))) {
        if (!is_digit(digit)) {
            return 0;
        }
        quality += (digit - '0') * weight;
        weight /= 10;
    }
    return quality <= 1000 ? quality : 0;
}

int quality_of(std::string_view parameters) {
    while (!parameters.empty()) {
        const std::string_view parameter = take_element(parameters, ';');
        if (parameter.size() >= 2 && (parameter[0] == 'q' || parameter[0] == 'Q') &&
            parameter[1] == '=') {
            return parse_quality(parameter.substr(2));
        }
    }
    return 1000;
}

std::string compress_gzip(std::string_view body) {
    z_stream stream{};
    if (deflateInit2(&stream, gzip_level, Z_DEFLATED, gzip_window_bits, gzip_memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return {};
    }
    std::string result(deflateBound(&stream, body.size()), '\0');
    // zlib does not write through this pointer; it is only declared so.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    stream.avail_in = static_cast<uInt>(body.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    const int outcome = deflate(&stream, Z_FINISH);
    result.resize(outcome == Z_STREAM_END ? stream.total_out : 0);
    deflateEnd(&stream);
    return result;
}

std::string compress_brotli(std::string_view body) {
    std::size_t size = BrotliEncoderMaxCompressedSize(body.size());
    std::string result(size, '\0');
    if (BrotliEncoderCompress(brotli_quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, body.size(),
                              reinterpret_cast<const std::uint8_t*>(body.data()), &size,
                              reinterpret_cast<std::uint8_t*>(result.data())) == BROTLI_FALSE) {
        return {};
    }
    result.resize(size);
    return result;
}

}  // namespace

ContentCoding choose_coding(std::string_view accept_encoding) {
    std::optional<int> brotli;
    std::optional<int> gzip;
    std::optional<int> identity;
    int others = 0;
    while (!accept_encoding.empty()) {
        std::string_view parameters = take_element(accept_encoding, ',');
        const std::string_view name = take_element(parameters, ';');
        const int quality = quality_of(parameters);
        if (equals_ignoring_case(name, "br")) {
            brotli = quality;
        } else if (equals_ignoring_case(name, "gzip") || equals_ignoring_case(name, "x-gzip")) {
            gzip = quality;
        } else if (equals_ignoring_case(name, "identity")) {
            identity = quality;
        } else if (name == "*") {
            others = quality;
        }
    }
    const int brotli_wish = brotli.value_or(others);
    const int gzip_wish = gzip.value_or(others);
    const int best = std::max(brotli_wish, gzip_wish);
    if (best == 0 || identity.value_or(0) > best) {
        return ContentCoding::Identity;
    }
    return brotli_wish == best ? ContentCoding::Brotli : ContentCoding::Gzip;
}

std::string_view coding_name(ContentCoding coding) {
    ASSERT(coding != ContentCoding::Identity);
    return coding == ContentCoding::Brotli ? "br" : "gzip";
}

std::string compress(std::string_view body, ContentCoding coding) {
    ASSERT(coding != ContentCoding::Identity);
    ++compressions;
    return coding == ContentCoding::Brotli ? compress_brotli(body) : compress_gzip(body);
}

std::uint64_t compressions_done() {
    return compressions;
}

}  // namespace standby::http::wire
