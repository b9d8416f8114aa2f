// The replies of an SMTP server (RFC 5321, section 4.2), read as they arrive, and what its answer
// to EHLO says it can do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::notify {

// The longest line and the most lines of one reply; what goes beyond is not a mail server.
inline constexpr std::size_t smtp_reply_line_max = 4096;
inline constexpr std::size_t smtp_reply_lines_max = 128;

struct SmtpReply {
    std::uint16_t code = 0;
    std::vector<std::string> lines;  // without code and line end

    // "550 5.1.1 No such user": one line without control characters, whatever was sent.
    std::string text() const;
};

class SmtpReplyReader {
public:
    // Appends the replies that are complete now to `replies`. False: this is not SMTP, and nothing
    // after it can be understood.
    [[nodiscard]] bool read(std::string_view bytes, std::vector<SmtpReply>& replies);

private:
    [[nodiscard]] bool take_line(std::string_view line, std::vector<SmtpReply>& replies);

    std::string line_;
    SmtpReply reply_;
};

// What a server offers.
struct SmtpAbilities {
    bool pipelining = false;  // several commands may be sent before the first is answered
    bool eight_bit = false;
    bool utf8 = false;
    bool size = false;
    friend bool operator==(const SmtpAbilities&, const SmtpAbilities&) = default;
};
SmtpAbilities read_smtp_abilities(const SmtpReply& ehlo_reply);

}  // namespace standby::notify
