// The request parser: bytes that arrive in pieces give the same requests as in one piece, nothing
// grows beyond its limit, and what comes out is as clean as message.hpp promises.
#include "base/text.hpp"
#include "http/server/request_parser.hpp"
#include "http/server/syntax.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace standby::fuzz {
namespace {

using http::wire::ParserLimits;
using http::wire::ParserStage;
using http::wire::RequestParser;

const ParserLimits limits{.header_bytes_max = 1500, .body_bytes_max = 600};
constexpr std::size_t chunk_line_size_max = 256;
constexpr std::size_t fields_max = 100;

struct Parsed {
    std::vector<http::Request> requests;
    std::vector<bool> keep_alive;
    ParserStage stage = ParserStage::Idle;
    std::uint16_t refused_with = 0;
    std::string left;  // waits for more bytes
};

void check_segments(std::string_view path) {
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view segment = path.substr(0, end);
        expect(segment != "." && segment != "..", "a path has no dot segments", path);
        path.remove_prefix(std::min(path.size(), end + 1));
    }
}

void check(const http::Request& request) {
    std::size_t header_bytes = request.method.size() + request.query.size();
    for (const auto& [name, value] : request.headers) {
        header_bytes += name.size() + value.size();
        expect(http::wire::is_token(name) && to_lower(name) == name,
               "the name of a header is a token in lower case", name);
        expect(http::wire::is_field_value(value) && trim(value, http::wire::blanks) == value,
               "the value of a header is clean", value);
    }
    expect(header_bytes <= limits.header_bytes_max, "the head is limited");
    expect(request.headers.size() <= fields_max, "the number of headers is limited");
    expect(request.body.size() <= limits.body_bytes_max, "the body is limited");
    expect(request.path.starts_with('/'), "a path begins with a slash", request.path);
    expect(http::wire::is_field_value(request.path), "a path is free of control characters");
    check_segments(request.path);
}

class Feed {
public:
    void put(std::string_view piece) {
        if (parsed_.stage == ParserStage::Refused) {
            return;
        }
        parsed_.left += piece;
        while (true) {
            parsed_.left.erase(0, parser_.put(parsed_.left));
            parsed_.stage = parser_.stage();
            if (parsed_.stage != ParserStage::Done) {
                break;
            }
            parsed_.keep_alive.push_back(parser_.keep_alive());
            check(parsed_.requests.emplace_back(parser_.take()));
        }
        if (parsed_.stage == ParserStage::Refused) {
            parsed_.refused_with = parser_.violation().status;
            expect(!parser_.violation().detail.empty(), "a refusal says why");
            parsed_.left.clear();
        }
        expect(parsed_.left.size() <= std::max(limits.header_bytes_max, chunk_line_size_max),
               "what waits for more is limited");
    }
    const Parsed& parsed() const { return parsed_; }

private:
    RequestParser parser_{limits};
    Parsed parsed_;
};

bool same(const http::Request& left, const http::Request& right) {
    return left.method == right.method && left.path == right.path && left.query == right.query &&
           left.headers == right.headers && left.body == right.body;
}

// One line can be too long and malformed at once; which of the two is noticed first depends on how
// much of it is there.
bool same_refusal(std::uint16_t left, std::uint16_t right) {
    return left == right || (left != 0 && right != 0 && (left == 431 || right == 431) &&
                             (left == 400 || right == 400));
}

void compare(const Parsed& whole, const Parsed& pieces) {
    expect(whole.stage == pieces.stage, "pieces lead to the same stage");
    expect(same_refusal(whole.refused_with, pieces.refused_with), "pieces are refused alike");
    expect(whole.keep_alive == pieces.keep_alive, "pieces keep the connection alike");
    expect(whole.left == pieces.left, "pieces leave the same bytes");
    expect(std::ranges::equal(whole.requests, pieces.requests, same),
           "pieces give the same requests");
}

}  // namespace

// The first byte says how many bytes with sizes of pieces follow; then come the requests.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    std::vector<std::size_t> sizes(input.take_byte() % 16);
    for (std::size_t& one : sizes) {
        one = std::size_t{input.take_byte()} + 1;
    }
    Feed whole;
    whole.put(input.text());
    Feed pieces;
    std::string_view rest = input.text();
    for (std::size_t index = 0; !rest.empty(); ++index) {
        const std::size_t piece = sizes.empty() ? 1 : sizes[index % sizes.size()];
        pieces.put(rest.substr(0, piece));
        rest.remove_prefix(std::min(rest.size(), piece));
    }
    compare(whole.parsed(), pieces.parsed());
    return 0;
}

}  // namespace standby::fuzz
