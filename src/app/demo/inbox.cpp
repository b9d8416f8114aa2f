#include "app/demo/inbox.hpp"

#include "app/demo/narrator.hpp"
#include "base/json/reader.hpp"

#include <algorithm>

namespace standby::app {
namespace {

// A mail's subject says what it is about; a text has none.
std::string first_line(const JsonValue& message) {
    std::string line = text_in(message, "subject");
    if (line.empty()) {
        line = text_in(message, "text");
    }
    return line.substr(0, line.find('\n'));
}

}  // namespace

std::optional<std::string> newest_offer(HttpClient& client, const std::string& entry,
                                        const std::string& token) {
    const auto answer = client.call({.method = "GET",
                                     .path = "/v1/waitlist/" + entry + "/messages",
                                     .body = {},
                                     .credential = token});
    if (!answer || answer->status != 200) {
        return std::nullopt;
    }
    const auto inbox = read_json(answer->body);
    const JsonValue* items = inbox ? inbox->root().find("items") : nullptr;
    if (items == nullptr || items->type != JsonType::Array) {
        return std::nullopt;
    }
    for (const JsonValue& message : items->items) {  // newest first
        const std::string kind = text_in(message, "kind");
        if (kind == "offer" || kind == "move_up") {
            return first_line(message);
        }
    }
    return std::nullopt;
}

std::string shortened(std::string_view address) {
    constexpr std::size_t shown_before = 5;
    constexpr std::size_t shown_of_number = 2;
    const std::size_t at = address.find('@');
    if (at == std::string_view::npos) {
        return std::string(address.substr(0, shown_before)) + "…" +
               std::string(
                   address.substr(address.size() - std::min(address.size(), shown_of_number)));
    }
    return std::string(address.substr(0, std::min<std::size_t>(at, 3))) + "…" +
           std::string(address.substr(at));
}

}  // namespace standby::app
