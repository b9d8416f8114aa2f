// What Meta's Cloud API tells us: what guests wrote, and what became of our messages.
#pragma once

#include "base/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::notify {

// Whether `header`, "sha256=…", is the body's signature by the app's secret.
bool is_signed_by_meta(std::string_view app_secret, std::string_view body, std::string_view header);

// What Meta is told when the address is set up there, and asks for once: derived from the secret,
// so that nobody has to think one up.
std::string meta_verify_token(std::string_view app_secret);

struct MetaMessage {
    std::string id;
    std::string from;        // in E.164
    std::string text;        // typed, or what a pressed button stands for; empty: a picture, say
    std::string replies_to;  // the id of the message of ours that it answers; may be empty
    std::optional<Time> at;
};
struct MetaStatus {
    std::string message;  // our own name for it: "msg_…"
    std::string id;
    std::string status;     // "sent", "delivered", "read", "failed"
    std::int64_t code = 0;  // why it failed
};
struct MetaNews {
    std::vector<MetaMessage> messages;
    std::vector<MetaStatus> statuses;
};
// Only what is about this number: an app may have several. Nothing for what is not JSON of this
// form.
std::optional<MetaNews> read_meta_news(std::string_view body, std::string_view phone_number_id);

}  // namespace standby::notify
