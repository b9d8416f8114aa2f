// Guests keep their links for months. Expiries are rounded to quarters, so that a link made again
// is the same link, and a repeated answer the same answer.
#include "http/auth/signed_links.hpp"

#include "http/auth/short_code.hpp"

#include <utility>

namespace standby::http {

using engine::LinkReader;

namespace {

constexpr Duration token_lifetime = std::chrono::days{365};
constexpr Duration token_rounding = std::chrono::days{90};

Time token_expiry(Time now) {
    const auto rounded = now.time_since_epoch() / token_rounding + 1;
    return Time{rounded * token_rounding + token_lifetime};
}

}  // namespace

SignedLinks::SignedLinks(const TokenSigner& tokens, std::string public_url,
                         std::function<Time()> now)
    : tokens_(tokens), public_url_(std::move(public_url)), now_(std::move(now)) {}

std::string SignedLinks::token(TokenPurpose purpose, std::uint64_t id, std::uint32_t epoch,
                               core::ContactKey address) const {
    return tokens_.sign({.purpose = purpose,
                         .id = id,
                         .expires_at = token_expiry(now_()),
                         .epoch = epoch,
                         .address = address});
}

std::string SignedLinks::at(std::string_view path) const {
    return public_url_ + std::string(path);
}

std::string SignedLinks::status(const LinkReader& reader) const {
    return at("/e/") + token(TokenPurpose::Entry, reader.entry.value(), reader.epoch);
}

std::string SignedLinks::verify(const LinkReader& reader) const {
    return at("/e/") +
           token(TokenPurpose::Verify, reader.entry.value(), reader.epoch, reader.address);
}

std::string SignedLinks::offer(core::OfferId offer, const LinkReader& reader) const {
    return at("/o/") + token(TokenPurpose::Offer, offer.value(), reader.epoch);
}

// It outlives the epoch: whoever was written to may stop it.
std::string SignedLinks::unsubscribe(const LinkReader& reader) const {
    return at("/u/") + token(TokenPurpose::Unsubscribe, reader.entry.value(), 0, reader.address);
}

std::string SignedLinks::new_password(std::uint64_t member, Time asked_at) const {
    return at("/staff/reset#") + tokens_.sign_new_password(member, asked_at);
}

std::string SignedLinks::short_page(TokenPurpose purpose, std::uint64_t id,
                                    std::uint32_t epoch) const {
    const GuestToken token{
        .purpose = purpose, .id = id, .expires_at = token_expiry(now_()), .epoch = epoch};
    return at("/s/") + make_short_code(tokens_, token);
}

std::string SignedLinks::short_status(const LinkReader& reader) const {
    return short_page(TokenPurpose::Entry, reader.entry.value(), reader.epoch);
}

std::string SignedLinks::short_offer(core::OfferId offer, const LinkReader& reader) const {
    return short_page(TokenPurpose::Offer, offer.value(), reader.epoch);
}

std::optional<std::string> SignedLinks::behind(std::string_view short_code) const {
    const auto token = read_short_code(tokens_, short_code, now_());
    if (!token) {
        return std::nullopt;
    }
    const std::string_view folder = token->purpose == TokenPurpose::Offer ? "/o/" : "/e/";
    return at(folder) + tokens_.sign(*token);
}

}  // namespace standby::http
