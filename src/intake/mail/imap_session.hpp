// What is said to a mail server: signing in, looking for mails by their UIDs, fetching them, and
// waiting for more (IDLE). Nothing in the mailbox changes but that mails are marked as seen.
#pragma once

#include "intake/mail/imap_lines.hpp"
#include "intake/mail/imap_socket.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

// Servers end an IDLE after half an hour, and middlemen much earlier, without a word.
inline constexpr Duration imap_idle_time = std::chrono::minutes{8};

enum class ImapSecurity : std::uint8_t { Tls, StartTls, None };

struct ImapLogin {
    std::string user;
    std::string secret;     // the password, or the token
    bool is_token = false;  // XOAUTH2
};

struct ImapFolder {
    std::uint32_t uid_validity = 0;
    std::uint32_t uid_next = 0;  // 0: the server does not say
    std::uint32_t mails = 0;
};

class ImapSession {
public:
    // The wire must be connected, and outlive the session.
    // Of larger mails only the header is fetched.
    ImapSession(ImapWire& wire, std::size_t bytes_max)
        : wire_(wire), lines_(bytes_max + 1024), bytes_max_(bytes_max) {}

    Result<void, interchange::WebProblem> open(ImapSecurity security, const ImapLogin& login);
    Result<ImapFolder, interchange::WebProblem> select(std::string_view folder);
    // The UIDs from this one on, ascending.
    Result<std::vector<std::uint32_t>, interchange::WebProblem> search_from(std::uint32_t uid);
    // Those that nobody has read and that came on that day or later.
    Result<std::vector<std::uint32_t>, interchange::WebProblem> search_unseen_since(Time day);
    // Nothing: it is gone. Of a mail that is too large only the header is fetched; its `size` says
    // how large it is.
    Result<std::optional<ImapFetched>, interchange::WebProblem> fetch(std::uint32_t uid);
    Result<void, interchange::WebProblem> mark_seen(std::uint32_t uid);
    bool can_idle() const { return capabilities_.contains(" IDLE "); }
    // True: something has come, perhaps since the last search. False: the time is over.
    Result<bool, interchange::WebProblem> idle(Duration time);
    void close();

private:
    using Answers = std::vector<ImapAnswer>;

    Result<ImapAnswer, interchange::WebProblem> next_answer(Duration patience, Duration silence);
    // Carries a command out and gives what the server said before it was done; an error when it
    // says no.
    Result<Answers, interchange::WebProblem> ask(std::string_view command,
                                                 interchange::WebProblem on_no);
    Result<void, interchange::WebProblem> sign_in(const ImapLogin& login);
    Result<void, interchange::WebProblem> learn_capabilities();
    Result<std::vector<std::uint32_t>, interchange::WebProblem> search(std::string_view command);
    std::string next_tag();

    ImapWire& wire_;
    ImapLines lines_;
    std::size_t bytes_max_;
    std::string capabilities_;
    unsigned tags_ = 0;
    bool has_news_ = false;  // said beside the answer to something else, and not again
};

}  // namespace standby::intake
