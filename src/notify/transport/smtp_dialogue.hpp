// How one mail is handed over on an SMTP connection that is greeted and authenticated: what is
// sent, and what the replies mean. It does no input and output, so it never waits. Commands are
// sent together where the server allows it, which saves two round trips for each mail.
#pragma once

#include "notify/transport/smtp_reply.hpp"
#include "notify/transport/transport.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace standby::notify {

// Why this mail can be offered to no server, or not to this one, as a server would say it.
std::optional<TransferResult> refuse_envelope(const SmtpTransfer& transfer);
std::optional<TransferResult> refuse_envelope(const SmtpTransfer& transfer,
                                              const SmtpAbilities& abilities);

// The message as it is sent after DATA: lines end with CRLF, also where only half of it stood, so
// that no server sees an end where others see text; lines that begin with a dot get a second one;
// the line with one dot comes last.
std::string dot_stuffed(std::string_view message);

class SmtpDialogue {
public:
    enum class Start { Fresh, AfterFailure };  // after a failure the server is told to forget it

    // The transfer must outlive the dialogue, and refuse_envelope must have nothing against it.
    SmtpDialogue(const SmtpTransfer& transfer, const SmtpAbilities& abilities, Start start);

    // What is to be sent now, and that so much of it was.
    std::string_view outgoing() const { return std::string_view(outgoing_).substr(sent_bytes_); }
    void mark_sent(std::size_t bytes);

    // False: the server replied where nothing was asked, or what nobody could mean.
    [[nodiscard]] bool receive(const SmtpReply& reply);

    // The reply that decided; set when it is over, and sometimes before.
    const std::optional<SmtpReply>& decision() const { return decision_; }
    bool is_over() const { return is_over_; }
    bool server_hangs_up() const { return server_hangs_up_; }
    bool has_failed() const { return has_failed_; }
    // Nothing that could become a mail has left: another attempt cannot make it two.
    bool is_repeatable() const { return !content_was_written_; }

private:
    enum class Step { Reset, Mail, Recipient, Data, Content, End, Discard };

    void write_what_may_follow();
    bool may_write(Step step) const;
    void write(Step step);
    std::string mail_command() const;
    void fail(const SmtpReply& reply);

    const SmtpTransfer& transfer_;
    SmtpAbilities abilities_;
    Step next_;
    std::deque<Step> waiting_;  // sent, not yet answered
    std::string outgoing_;
    std::size_t sent_bytes_ = 0;
    std::optional<SmtpReply> decision_;
    bool is_over_ = false;
    bool has_failed_ = false;
    bool server_hangs_up_ = false;
    bool content_was_written_ = false;
};

}  // namespace standby::notify
