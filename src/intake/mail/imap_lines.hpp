// What an IMAP server says (RFC 9051), put together from bytes: lines, with the literals in them
// taken out. Whatever it says is a stranger's: no more is kept than the limits allow, and what
// cannot be understood is said to be so.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "interchange/web/web_problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

inline constexpr std::size_t imap_line_bytes_max = 64UZ * 1024;
inline constexpr std::size_t imap_literals_max = 16;

// In the line, "{0}" stands for the first literal.
struct ImapAnswer {
    std::string line;
    std::vector<std::string> literals;
};

class ImapLines {
public:
    explicit ImapLines(std::size_t literal_bytes_max) : literal_bytes_max_(literal_bytes_max) {}

    void put(std::string_view bytes) { pending_ += bytes; }
    // The next whole answer; nothing: it is not all there yet.
    Result<std::optional<ImapAnswer>, interchange::WebProblem> take();
    // Forgets what is there: what came before a connection was secured is not to be believed.
    void clear();

private:
    std::size_t literal_bytes_max_;
    std::string pending_;
    std::size_t at_ = 0;  // what is taken of it
    ImapAnswer answer_;
    std::size_t literal_rest_ = 0;
    bool is_in_literal_ = false;
};

struct ImapStatus {
    bool is_ok = false;
    std::string code;  // in brackets, in capital letters: "AUTHENTICATIONFAILED"
};
// Of the answer that ends the command of that tag; or "*" for one that nobody asked for.
std::optional<ImapStatus> imap_status(const ImapAnswer& answer, std::string_view tag);
// "* 4 EXISTS" has 4.
std::optional<std::uint32_t> imap_number(const ImapAnswer& answer, std::string_view name);
// "* OK [UIDVALIDITY 3] ..." has 3.
std::optional<std::uint32_t> imap_code_number(const ImapAnswer& answer, std::string_view name);
// "* SEARCH 4 5"; nothing when it is none.
std::optional<std::vector<std::uint32_t>> imap_search(const ImapAnswer& answer);
// "* CAPABILITY IMAP4rev1 IDLE", or the same in a code; empty when it is none. Capital letters,
// each with a blank around it.
std::string imap_capabilities(const ImapAnswer& answer);

struct ImapFetched {
    std::uint32_t uid = 0;
    std::optional<std::uint64_t> size;
    std::optional<Time> arrived;
    std::optional<std::string> bytes;
};
// "* 3 FETCH (UID 9 RFC822.SIZE 120 BODY[] {0})".
std::optional<ImapFetched> imap_fetched(ImapAnswer answer);

// "17-Jul-2026 02:44:25 -0700".
std::optional<Time> imap_time(std::string_view text);
// As IMAP writes days: "4-Mar-2026", in UTC.
std::string imap_day(Time time);
// A text as IMAP takes it, in quotes. Nothing for one that does not go into a line.
std::optional<std::string> imap_quoted(std::string_view text);

}  // namespace standby::intake
