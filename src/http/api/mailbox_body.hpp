// Bodies that say which mailbox requests are forwarded to.
#pragma once

#include "base/result.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/mailboxes.hpp"
#include "http/api/problem.hpp"

#include <optional>
#include <string_view>

namespace standby::http {

// PUT /v1/intake/mailbox and mailbox:test.
struct MailboxBody {
    core::ResourceNumber list;
    engine::MailboxSettings settings;
    std::optional<engine::MailboxSecrets> secrets;  // nothing: those that are kept
};
Result<MailboxBody, Problem> parse_mailbox(std::string_view body);

}  // namespace standby::http
