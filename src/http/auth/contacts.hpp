// The keyed hash by which the same person is recognised when joining again.
#pragma once

#include "core/model/ids.hpp"
#include "engine/ports/guest_links.hpp"
#include "engine/ports/registry.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace standby::http {

// Hashes contacts that were accepted (interchange/contact) under a secret key, so that a leaked
// hash does not tell whose it is. The kinds never collide by design: the same text as e-mail and as
// user id gives two keys. Safe to use from several threads.
class ContactHasher final : public engine::ContactKeys {
public:
    // Requires a secret for contacts of at least 16 bytes. Another secret gives other hashes, so
    // this one is kept for as long as the entries it recognises.
    explicit ContactHasher(const engine::Secret& secret);

    // Never 0. An address is the same whatever the case of its letters.
    [[nodiscard]] core::ContactKey email(std::string_view address) const override;
    [[nodiscard]] core::ContactKey phone(std::string_view normalised) const override;
    [[nodiscard]] core::ContactKey user_id(std::string_view text) const;
    // By what a person is known who brings friends, or is brought: the mailboxes and numbers behind
    // the contacts, however they are spelled, in the order of `of`. They are no contacts: nobody is
    // recognised by them on joining.
    [[nodiscard]] std::vector<core::ContactKey> friend_keys(const engine::Person& person) const;
    // Those that the person has.
    [[nodiscard]] std::vector<core::ContactKey> of(const engine::Person& person) const;

private:
    [[nodiscard]] core::ContactKey hash(char kind, std::string_view text) const;

    std::array<std::byte, 16> key_;
};

}  // namespace standby::http
