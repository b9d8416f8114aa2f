// Accounts, keys, secrets and the numbers of resources.
#include "tests/memory_store/memory_store.hpp"

namespace standby::store {

using engine::StoreError;

Result<engine::Account, StoreError> MemoryStore::create_account(std::string_view name, Time now) {
    return writing(Call::Registry, [&]() -> Result<engine::Account, StoreError> {
        const auto number = static_cast<std::uint32_t>(content_.accounts.size() + 1);
        content_.accounts.push_back({.number = engine::AccountNumber{number},
                                     .name = std::string(name),
                                     .created_at = now});
        return content_.accounts.back();
    });
}

Result<std::vector<engine::Account>, StoreError> MemoryStore::accounts() {
    return reading(Call::Registry, [&] { return content_.accounts; });
}

Result<engine::ApiKey, StoreError> MemoryStore::add_key(const engine::ApiKey& key) {
    return writing(Call::Registry, [&]() -> Result<engine::ApiKey, StoreError> {
        content_.keys.push_back(key);
        content_.keys.back().number = content_.keys.size();
        return content_.keys.back();
    });
}

Result<std::vector<engine::ApiKey>, StoreError> MemoryStore::keys() {
    return reading(Call::Registry, [&] { return content_.keys; });
}

Result<bool, StoreError> MemoryStore::revoke_key(std::uint64_t number, Time now) {
    return writing(Call::Registry, [&]() -> Result<bool, StoreError> {
        if (number == 0 || number > content_.keys.size() || content_.keys[number - 1].revoked_at) {
            return false;
        }
        content_.keys[number - 1].revoked_at = now;
        return true;
    });
}

Result<std::vector<engine::Secret>, StoreError> MemoryStore::secrets() {
    return reading(Call::Registry, [&] { return content_.secrets; });
}

Result<engine::Secret, StoreError>
MemoryStore::add_secret(engine::SecretPurpose purpose, std::span<const std::byte> bytes, Time now) {
    return writing(Call::Registry, [&]() -> Result<engine::Secret, StoreError> {
        for (engine::Secret& secret : content_.secrets) {
            if (secret.purpose == purpose && !secret.retired_at) {
                secret.retired_at = now;
            }
        }
        content_.secrets.push_back({.id = static_cast<std::uint32_t>(content_.secrets.size() + 1),
                                    .purpose = purpose,
                                    .bytes = {bytes.begin(), bytes.end()},
                                    .created_at = now});
        return content_.secrets.back();
    });
}

Result<core::ResourceNumber, StoreError>
MemoryStore::allocate_resource(engine::AccountNumber account, std::optional<engine::RequestKey> key,
                               Time now) {
    return writing(Call::Registry, [&]() -> Result<core::ResourceNumber, StoreError> {
        if (key && content_.creations.contains(*key)) {
            return content_.creations.at(*key).resource;
        }
        // Numbers are never taken back, so the next one is one more than there are.
        const core::ResourceNumber number{
            static_cast<std::uint32_t>(content_.resources.size() + 1)};
        content_.resources[number.value()].account = account;
        if (key) {
            content_.creations[*key] = {.resource = number, .made_at = now};
        }
        return number;
    });
}

Result<std::optional<engine::AccountNumber>, StoreError>
MemoryStore::account_of(core::ResourceNumber resource) {
    return reading(Call::Registry, [&]() -> std::optional<engine::AccountNumber> {
        const MemoryResource* found = find(resource);
        return found == nullptr ? std::nullopt : std::optional(found->account);
    });
}

}  // namespace standby::store
