// MAIL, RCPT, DATA and the message, in RFC 5321's order and with RFC 2920's pipelining.
#include "notify/transport/smtp_dialogue.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <utility>

namespace standby::notify {
namespace {

constexpr std::uint16_t service_closes = 421;
constexpr std::uint16_t content_wanted = 354;
constexpr std::uint16_t address_refused = 553;
// RFC 5321 allows 256; some servers take more.
constexpr std::size_t envelope_address_max = 320;

bool is_outside_ascii(char character) {
    return static_cast<unsigned char>(character) >= 0x80;
}

bool is_positive(const SmtpReply& reply) {
    return reply.code >= 200 && reply.code < 300;
}

// A command ends at a line end and an address at a bracket. What a quoted local part could hold
// beyond that, no mail address of ours needs.
bool can_be_written(std::string_view address) {
    return address.size() <= envelope_address_max &&
           std::ranges::none_of(address, [](char character) {
               const bool is_control = static_cast<unsigned char>(character) <= ' ';
               return is_control || character == '\x7f' || character == '<' || character == '>';
           });
}

TransferResult refusal(std::string text) {
    TransferResult result;
    result.status = address_refused;
    result.text = std::move(text);
    return result;
}

}  // namespace

std::optional<TransferResult> refuse_envelope(const SmtpTransfer& transfer) {
    if (transfer.to.empty() || !can_be_written(transfer.to)) {
        return refusal("553 5.1.3 The recipient's address cannot be written in a command");
    }
    if (!can_be_written(transfer.from)) {
        return refusal("553 5.1.7 The sender's address cannot be written in a command");
    }
    return std::nullopt;
}

std::optional<TransferResult> refuse_envelope(const SmtpTransfer& transfer,
                                              const SmtpAbilities& abilities) {
    const bool needs_utf8 = std::ranges::any_of(transfer.to, is_outside_ascii) ||
                            std::ranges::any_of(transfer.from, is_outside_ascii);
    if (needs_utf8 && !abilities.utf8) {
        return refusal(
            "553 5.6.7 The mail server cannot send to addresses with letters beyond a to z");
    }
    return std::nullopt;
}

std::string dot_stuffed(std::string_view message) {
    std::string text;
    text.reserve(message.size() + message.size() / 64 + 8);
    while (!message.empty()) {
        const std::size_t end = message.find_first_of("\r\n");
        if (message.front() == '.') {
            text.push_back('.');
        }
        text.append(message.substr(0, end));
        text.append("\r\n");
        if (end == std::string_view::npos) {
            break;
        }
        message.remove_prefix(end + (message.substr(end, 2) == "\r\n" ? 2 : 1));
    }
    text.append(".\r\n");
    return text;
}

SmtpDialogue::SmtpDialogue(const SmtpTransfer& transfer, const SmtpAbilities& abilities,
                           Start start)
    : transfer_(transfer),
      abilities_(abilities),
      next_(start == Start::AfterFailure ? Step::Reset : Step::Mail) {
    write_what_may_follow();
}

void SmtpDialogue::mark_sent(std::size_t bytes) {
    ASSERT(bytes <= outgoing_.size() - sent_bytes_);
    sent_bytes_ += bytes;
    if (sent_bytes_ == outgoing_.size()) {
        outgoing_.clear();
        sent_bytes_ = 0;
    }
}

void SmtpDialogue::write_what_may_follow() {
    while (may_write(next_)) {
        write(next_);
        next_ = static_cast<Step>(static_cast<int>(next_) + 1);
    }
}

bool SmtpDialogue::may_write(Step step) const {
    if (has_failed_ || step == Step::End) {
        return false;
    }
    // The message waits for the server's word in any case.
    return waiting_.empty() || (abilities_.pipelining && step != Step::Content);
}

void SmtpDialogue::write(Step step) {
    switch (step) {
    case Step::Reset:
        outgoing_ += "RSET\r\n";
        break;
    case Step::Mail:
        outgoing_ += mail_command();
        break;
    case Step::Recipient:
        outgoing_ += "RCPT TO:<" + transfer_.to + ">\r\n";
        break;
    case Step::Data:
        outgoing_ += "DATA\r\n";
        break;
    case Step::Content:
        outgoing_ += dot_stuffed(transfer_.message);
        content_was_written_ = true;
        break;
    // The server asked for the message of a mail that it has refused: it gets none.
    case Step::Discard:
        outgoing_ += ".\r\n";
        break;
    case Step::End:
        break;
    }
    waiting_.push_back(step);
}

std::string SmtpDialogue::mail_command() const {
    std::string command = "MAIL FROM:<" + transfer_.from + ">";
    if (abilities_.size) {
        command += " SIZE=" + std::to_string(transfer_.message.size());
    }
    if (abilities_.eight_bit && std::ranges::any_of(transfer_.message, is_outside_ascii)) {
        command += " BODY=8BITMIME";
    }
    if (abilities_.utf8 && (std::ranges::any_of(transfer_.to, is_outside_ascii) ||
                            std::ranges::any_of(transfer_.from, is_outside_ascii))) {
        command += " SMTPUTF8";
    }
    return command + "\r\n";
}

bool SmtpDialogue::receive(const SmtpReply& reply) {
    if (waiting_.empty() || is_over_) {
        return false;
    }
    const Step step = waiting_.front();
    waiting_.pop_front();
    if (reply.code == service_closes) {
        fail(reply);
        server_hangs_up_ = true;
        is_over_ = true;
        return true;
    }
    // Neither a yes nor a no where one is due: this peer does not speak SMTP.
    if (step == Step::Data ? is_positive(reply) : reply.code / 100 == 3) {
        return false;
    }
    if (step == Step::Content) {
        decision_ = reply;
        is_over_ = true;
        return true;
    }
    if (step == Step::Data && reply.code == content_wanted) {
        if (has_failed_) {
            write(Step::Discard);
        }
    } else if (step == Step::Data || (step != Step::Discard && !is_positive(reply))) {
        fail(reply);
    }
    write_what_may_follow();
    is_over_ = has_failed_ && waiting_.empty();
    return true;
}

// The first reply that refuses is the one that tells why.
void SmtpDialogue::fail(const SmtpReply& reply) {
    has_failed_ = true;
    if (!decision_) {
        decision_ = reply;
    }
}

}  // namespace standby::notify
