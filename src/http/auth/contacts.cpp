// One hash for each kind of contact.
#include "http/auth/contacts.hpp"

#include "base/assert.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "http/auth/crypto.hpp"
#include "interchange/contact/contact.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace standby::http {

ContactHasher::ContactHasher(const engine::Secret& secret) {
    ASSERT(secret.purpose == engine::SecretPurpose::Contacts);
    ASSERT(secret.bytes.size() >= key_.size());
    // Secrets may be longer than the key; hashing uses all of them.
    const Sha256Digest digest = sha256(secret.bytes);
    std::copy_n(digest.begin(), key_.size(), key_.begin());
}

core::ContactKey ContactHasher::email(std::string_view address) const {
    return hash('e', to_lower(trim(address)));
}

core::ContactKey ContactHasher::phone(std::string_view normalised) const {
    return hash('p', normalised);
}

std::vector<core::ContactKey> ContactHasher::of(const engine::Person& person) const {
    std::vector<core::ContactKey> contacts;
    if (!person.email.empty()) {
        contacts.push_back(email(person.email));
    }
    if (!person.phone.empty()) {
        contacts.push_back(phone(person.phone));
    }
    if (!person.user_id.empty()) {
        contacts.push_back(user_id(person.user_id));
    }
    return contacts;
}

std::vector<core::ContactKey> ContactHasher::friend_keys(const engine::Person& person) const {
    std::vector<core::ContactKey> keys;
    const auto add = [&](char kind, std::string_view text) {
        if (!text.empty()) {
            keys.push_back(hash('f', kind + std::string(text)));
        }
    };
    add('e', person.email.empty() ? std::string() : interchange::mailbox_of(person.email));
    add('p', person.phone);
    add('u', person.user_id);
    return keys;
}

core::ContactKey ContactHasher::user_id(std::string_view text) const {
    return hash('u', text);
}

core::ContactKey ContactHasher::hash(char kind, std::string_view text) const {
    std::string input(1, kind);
    input += text;
    const std::uint64_t value = sip_hash(key_, input);
    return core::ContactKey{value == 0 ? 1 : value};
}

}  // namespace standby::http
