// The one form in which an address or a number is kept, and the keyed hash by which the same
// person is recognised when joining again. The messages are shown to guests: they say what form is
// wanted and never repeat what was typed.
#pragma once

#include "base/result.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/guest_links.hpp"
#include "engine/ports/registry.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace standby::http {

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
// `- . / ( )`, and drops a `(0)` that follows the country code. A national number is refused,
// because its country cannot be known.
Result<std::string, std::string> normalise_phone(std::string_view text);

// Hashes normalised contacts under a secret key, so that a leaked hash does not tell whose it is.
// The kinds never collide by design: the same text as e-mail and as user id gives two keys. Safe
// to use from several threads.
class ContactHasher final : public engine::ContactKeys {
public:
    // Requires a secret for contacts of at least 16 bytes. Another secret gives other hashes, so
    // this one is kept for as long as the entries it recognises.
    explicit ContactHasher(const engine::Secret& secret);

    // Never 0. The first two take what the functions above return.
    [[nodiscard]] core::ContactKey email(std::string_view normalised) const override;
    [[nodiscard]] core::ContactKey phone(std::string_view normalised) const override;
    [[nodiscard]] core::ContactKey user_id(std::string_view text) const;

private:
    [[nodiscard]] core::ContactKey hash(char kind, std::string_view text) const;

    std::array<std::byte, 16> key_;
};

}  // namespace standby::http
