// Guests keep their links for months. Expiries are rounded to quarters, so that a link made again
// is the same link, and a repeated answer the same answer.
#include "http/auth/signed_links.hpp"

#include "http/auth/short_code.hpp"

#include <utility>

namespace standby::http {
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

std::string SignedLinks::token(TokenPurpose purpose, std::uint64_t id) const {
    return tokens_.sign(purpose, id, token_expiry(now_()));
}

std::string SignedLinks::at(std::string_view path) const {
    return public_url_ + std::string(path);
}

std::string SignedLinks::page(std::string_view folder, TokenPurpose purpose,
                              std::uint64_t id) const {
    return at(folder) + token(purpose, id);
}

std::string SignedLinks::status(core::EntryId entry) const {
    return page("/e/", TokenPurpose::Entry, entry.value());
}

std::string SignedLinks::verify(core::EntryId entry) const {
    return page("/e/", TokenPurpose::Verify, entry.value());
}

std::string SignedLinks::offer(core::OfferId offer) const {
    return page("/o/", TokenPurpose::Offer, offer.value());
}

std::string SignedLinks::unsubscribe(core::EntryId entry) const {
    return page("/u/", TokenPurpose::Unsubscribe, entry.value());
}

std::string SignedLinks::short_page(TokenPurpose purpose, std::uint64_t id) const {
    const GuestToken token{.purpose = purpose, .id = id, .expires_at = token_expiry(now_())};
    return at("/s/") + make_short_code(tokens_, token);
}

std::string SignedLinks::short_status(core::EntryId entry) const {
    return short_page(TokenPurpose::Entry, entry.value());
}

std::string SignedLinks::short_offer(core::OfferId offer) const {
    return short_page(TokenPurpose::Offer, offer.value());
}

std::optional<std::string> SignedLinks::behind(std::string_view short_code) const {
    const auto token = read_short_code(tokens_, short_code, now_());
    if (!token) {
        return std::nullopt;
    }
    const std::string_view folder = token->purpose == TokenPurpose::Offer ? "/o/" : "/e/";
    return at(folder) + tokens_.sign(token->purpose, token->id, token->expires_at);
}

}  // namespace standby::http
