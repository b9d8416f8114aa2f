// The one form in which an address or a number is kept, and the form in which a mail goes to it:
// what may join can be written to. The messages are shown to guests: they say what form is wanted
// and never repeat what was typed.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace standby::interchange {

inline constexpr std::size_t email_local_bytes_max = 64;
inline constexpr std::size_t email_bytes_max = 254;
inline constexpr std::size_t phone_digits_min = 7;
inline constexpr std::size_t phone_digits_max = 15;
inline constexpr std::size_t phone_text_bytes_max = 64;  // as typed, with separators

// An e-mail address without surrounding whitespace, its ASCII letters in lower case. Dots and
// `+tags` of the local part stay: whether they matter is the mail server's affair. Quoted local
// parts, address literals and domains without a dot are refused. Letters outside ASCII are kept as
// they are, so two spellings of one letter count as two addresses.
Result<std::string, std::string> normalise_email(std::string_view text);

// A phone number in E.164: `+` and 7 to 15 digits. Accepts `00` for the `+`, drops spaces and
// `- . / ( )`, and drops a `(0)` that follows the country code. A number without a country code is
// one of the given country (ISO 3166): with or without its trunk prefix ("0151 2345678"), but not
// without its area code. Where no country is given, or one that doesn't exist, it is refused.
Result<std::string, std::string> normalise_phone(std::string_view text,
                                                 std::string_view country = {});

// An address as mail servers know it: the domain in ASCII (IDNA, RFC 5891), what stands before the
// @ as it is, which may need a server that takes UTF-8 (RFC 6531). Empty when nothing can be sent
// there. One host's name without a dot will do: our own sender may live in a small network.
std::string wire_address(std::string_view address);

// Somebody who writes mails: `waitlist@example.com`, or with a name, `Salon Aster
// <waitlist@example.com>`, which may stand in quotes. Nothing when the address is not plain.
struct Mailbox {
    std::string name;  // may be empty
    std::string address;
};
std::optional<Mailbox> parse_mailbox(std::string_view text);

// Whether every mail server takes it.
[[nodiscard]] bool is_plain_address(std::string_view address);

// The mailbox that an accepted address most likely ends up in: without a `+tag`, whatever the case
// of its letters in all scripts, and at Gmail without dots. Only for counting; it is nobody's
// address.
std::string mailbox_of(std::string_view address);

// What stands behind the `@`.
std::string_view domain_of(std::string_view address);

// The address within a calendar entry or a page: mailto:ada@example.com. Empty like wire_address.
std::string mailto_uri(std::string_view address);

}  // namespace standby::interchange
