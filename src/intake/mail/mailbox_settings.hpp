// A mailbox's settings, secrets and progress as they are kept.
#pragma once

#include "engine/ports/mailboxes.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::intake {

std::string write_mailbox_settings(const engine::MailboxSettings& settings);
// Nothing for what is none, or of a newer version.
std::optional<engine::MailboxSettings> read_mailbox_settings(std::string_view text);
std::string write_mailbox_secrets(const engine::MailboxSecrets& secrets);
std::optional<engine::MailboxSecrets> read_mailbox_secrets(std::string_view text);

// How far it has been read. Mails carry their UIDs as well, so this may lag behind.
struct MailboxProgress {
    std::uint32_t uid_validity = 0;  // 0: it was never read
    std::uint32_t uid = 0;
    std::uint64_t taken = 0;
    std::string problem;
    std::optional<Time> looked_at;
};
std::string write_mailbox_progress(const MailboxProgress& progress);
MailboxProgress read_mailbox_progress(std::string_view text);

}  // namespace standby::intake
