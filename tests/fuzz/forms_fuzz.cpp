// What addresses and forms carry: the target of a request, the fields of a form, and the headers
// that say in which form something is wanted. Decoding twice never changes a meaning.
#include "base/form.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "http/pages/forms.hpp"
#include "http/server/content_coding.hpp"
#include "http/server/message.hpp"
#include "http/server/syntax.hpp"
#include "http/server/target.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <algorithm>
#include <string>

namespace standby::fuzz {
namespace {

constexpr std::string_view unreserved =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

// Everything but the letters of `plain` as an escape.
std::string encode(std::string_view text, std::string_view plain) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (plain.contains(letter)) {
            encoded += letter;
        } else {
            encoded += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return encoded;
}

bool is_control(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte < 0x20 || byte == 0x7F;
}

void check_target(std::string_view text) {
    const auto target = http::wire::parse_target(text);
    if (!target) {
        return;
    }
    const std::string& path = target->path;
    expect(path.starts_with('/') && !std::ranges::any_of(path, is_control), "a path is clean");
    expect(target->authority.empty() || http::wire::is_authority(target->authority),
           "an authority is one", target->authority);
    // The escapes that stay in a path are those of the slash and the percent sign.
    const std::string again = encode(path, std::string{unreserved} + "/%") + '?' + target->query;
    const auto same = http::wire::parse_target(again);
    expect(same && same->path == path && same->query == target->query,
           "a path is read as it is written", again);
    http::Request request;
    request.query = target->query;
    (void)request.parameter("token");
}

void check_decoding(std::string_view text) {
    const std::string encoded = encode(text, unreserved);
    expect(decode_form(encoded + "=1", 1) == FormFields{{std::string(text), "1"}},
           "an encoded text is decoded");
    http::Request request;
    request.query = "a=b&text=" + encoded + "&text=";
    expect(request.parameter("text") == text, "a parameter is found");
    expect(!request.parameter("none"), "no parameter is found where none is");
}

void check_form(std::string_view name, std::string_view value) {
    const std::string body = encode(name, unreserved) + '=' + encode(value, unreserved);
    const auto form = http::parse_form(body);
    const auto is_text = [](std::string_view text) {
        return is_utf8(text) && !std::ranges::any_of(text, is_control);
    };
    const bool fits = body.size() <= http::form_bytes_max;
    const bool is_good = fits && !name.empty() && is_text(name) && is_text(value);
    expect(form.has_value() == is_good, "a form of one proper field is taken, no other", body);
    if (form) {
        std::string_view trimmed = value;
        trimmed.remove_prefix(std::min(trimmed.find_first_not_of(' '), trimmed.size()));
        trimmed = trimmed.substr(0, trimmed.find_last_not_of(' ') + 1);
        expect(form->size() == 1 && form->value(name) == trimmed, "a field has its value", body);
        expect(!http::parse_form(body + '&' + body), "no field comes twice", body);
    }
}

void check_any_form(std::string_view text) {
    const auto form = http::parse_form(text);
    expect(!form || form->size() <= http::form_fields_max, "the number of fields is limited");
    (void)http::is_form_content_type(text);
    const auto coding = http::wire::choose_coding(text);
    expect(coding == http::wire::ContentCoding::Identity || text.contains('*') ||
               to_lower(text).contains(http::wire::coding_name(coding)),
           "a coding is one that was named");
}

void check_multipart(std::string_view boundary, std::string_view value) {
    const auto any = http::parse_multipart_form("multipart/form-data; boundary=b", value);
    expect(!any || any->size() <= http::form_fields_max, "the number of fields is limited");
    (void)http::is_multipart_form(boundary);
    const std::string type = "multipart/form-data; boundary=" + std::string(boundary);
    const std::string edge = "--" + std::string(boundary);
    const std::string body = edge + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" +
                             std::string(value) + "\r\n" + edge + "--";
    const auto form = http::parse_multipart_form(type, body);
    expect(!form || form->size() <= http::form_fields_max, "the number of fields is limited");
}

}  // namespace

// A line, and the rest.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    check_target(input.text());
    check_any_form(input.text());
    check_decoding(input.text());
    const std::string_view name = input.take_until('\n');
    check_form(name, input.text());
    check_multipart(name, input.text());
    return 0;
}

}  // namespace standby::fuzz
