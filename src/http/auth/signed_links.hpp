// The links to guests' pages, made from the public address and signed tokens. The same link is made
// again within a quarter, so none has to be stored.
#pragma once

#include "base/time.hpp"
#include "engine/ports/guest_links.hpp"
#include "http/auth/guest_token.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

class SignedLinks final : public engine::GuestLinks {
public:
    // `tokens` must outlive the links; `public_url` has no slash at the end; `now` may be called
    // from any thread.
    SignedLinks(const TokenSigner& tokens, std::string public_url, std::function<Time()> now);

    std::string status(const engine::LinkReader& reader) const override;
    std::string verify(const engine::LinkReader& reader) const override;
    std::string offer(core::OfferId offer, const engine::LinkReader& reader) const override;
    std::string short_status(const engine::LinkReader& reader) const override;
    std::string short_offer(core::OfferId offer, const engine::LinkReader& reader) const override;
    std::string unsubscribe(const engine::LinkReader& reader) const override;
    std::string new_password(std::uint64_t member, Time asked_at) const override;
    std::string at(std::string_view path) const override;

    // The token alone, as it stands in a link made now.
    std::string token(TokenPurpose purpose, std::uint64_t id, std::uint32_t epoch,
                      core::ContactKey address = {}) const;
    // The full link that a short one leads to; nothing for a code that is not good any more.
    std::optional<std::string> behind(std::string_view short_code) const;

private:
    std::string short_page(TokenPurpose purpose, std::uint64_t id, std::uint32_t epoch) const;

    const TokenSigner& tokens_;
    std::string public_url_;
    std::function<Time()> now_;
};

}  // namespace standby::http
