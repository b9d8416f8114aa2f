#include "notify/sms/twiml.hpp"

#include "base/characters.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace standby::notify {
namespace {

constexpr std::string_view declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

// The characters that XML 1.0 allows, as far as UTF-8 can express them.
bool is_allowed(char32_t point) {
    return point >= ' ' ? point != 0xFFFE && point != 0xFFFF : point == '\t' || point == '\n';
}

std::string escaped(std::string_view text) {
    std::string output;
    while (!text.empty()) {
        const auto point = take_code_point(text);
        if (!point) {
            text.remove_prefix(1);
            continue;
        }
        if (is_allowed(*point)) {
            append_character(output, *point);
        }
    }
    return escape_html(output);
}

}  // namespace

std::string twiml_reply(std::string_view text) {
    const std::string content = escaped(text);
    const std::string response =
        content.empty() ? "<Response/>" : "<Response><Message>" + content + "</Message></Response>";
    return std::string(declaration) + response;
}

}  // namespace standby::notify
