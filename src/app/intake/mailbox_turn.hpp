// One connection to a mailbox: catching up, then waiting for more, until it breaks. Each mail is
// kept with its UID in one commit before anything is done in the mailbox, so that whatever ends
// this at whatever moment loses none and takes none twice.
#pragma once

#include "app/intake/forwarded_mails.hpp"
#include "engine/ports/mailboxes.hpp"
#include "intake/mail/imap_session.hpp"
#include "intake/mail/mailbox_settings.hpp"
#include "interchange/web/web_client.hpp"

#include <atomic>
#include <functional>
#include <string>

namespace standby::app {

inline constexpr Duration mailbox_poll = std::chrono::seconds{30};  // of servers without IDLE

// About mailboxes, where other words are better than those about web addresses.
std::string mailbox_sentence(interchange::WebProblem problem);

struct MailboxTurnServices {
    engine::Registry& registry;
    engine::Clock& clock;
    ForwardedMails& mails;
    interchange::WebOptions web;
    // Keeps secrets that a token server has replaced.
    std::function<void(const engine::MailboxSecrets&)> renew;
};

class MailboxTurn {
public:
    MailboxTurn(MailboxTurnServices services, const engine::Connection& connection,
                const std::atomic<bool>& is_stopping);

    // Until something goes wrong, which it says.
    interchange::WebProblem run(const engine::MailboxSecrets& secrets);
    // It has been read to its end at least once.
    bool has_looked() const { return has_looked_; }

private:
    Result<void, interchange::WebProblem> read(const engine::MailboxSecrets& secrets);
    Result<void, interchange::WebProblem> catch_up(intake::ImapSession& session,
                                                   const intake::ImapFolder& folder);
    Result<void, interchange::WebProblem> take(intake::ImapSession& session,
                                               const intake::ImapFolder& folder, std::uint32_t uid);
    void pause() const;
    bool load();
    bool save(const std::string& problem);

    MailboxTurnServices services_;
    const engine::Connection& connection_;
    const std::atomic<bool>& is_stopping_;
    intake::MailboxProgress progress_;
    std::uint64_t mark_ = 0;
    bool has_looked_ = false;
};

Result<engine::TestedMailbox, interchange::WebProblem>
try_mailbox(const engine::MailboxSettings& settings, const engine::MailboxSecrets& secrets,
            const interchange::WebOptions& web, const std::atomic<bool>& is_stopping);

}  // namespace standby::app
