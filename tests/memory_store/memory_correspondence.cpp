// Houses, their wordings, and who must not be written to.
#include "tests/memory_store/memory_store.hpp"

#include <set>

namespace standby::store {

using engine::AccountNumber;
using engine::House;
using engine::StoreError;
using engine::VoiceVersion;

Result<House, StoreError> MemoryStore::house(AccountNumber account) {
    return reading(Call::Registry, [&] {
        const auto found = content_.houses.find(account);
        return found == content_.houses.end() ? House{.account = account} : found->second;
    });
}

Result<std::vector<House>, StoreError> MemoryStore::houses() {
    return reading(Call::Registry, [&] {
        std::map<AccountNumber, House> every = content_.houses;
        for (const engine::Account& account : content_.accounts) {
            every.try_emplace(account.number, House{.account = account.number});
        }
        std::vector<House> found;
        for (const auto& [account, house] : every) {
            found.push_back(house);
        }
        return found;
    });
}

Result<void, StoreError> MemoryStore::save_house(const House& house, Time) {
    return writing(Call::Registry, [&]() -> Result<void, StoreError> {
        content_.houses[house.account] = house;
        return {};
    });
}

Result<std::vector<VoiceVersion>, StoreError> MemoryStore::voice(AccountNumber account) {
    return reading(Call::Registry, [&] {
        std::vector<VoiceVersion> found;
        for (const auto& [key, versions] : content_.voice) {
            if (key.first == account && !versions.back().is_default) {
                found.push_back(versions.back());
            }
        }
        return found;
    });
}

Result<std::vector<VoiceVersion>, StoreError>
MemoryStore::voice_versions(AccountNumber account, const engine::VoiceKey& key) {
    return reading(Call::Registry, [&] {
        const auto found = content_.voice.find({account, key});
        return found == content_.voice.end() ? std::vector<VoiceVersion>{} : found->second;
    });
}

Result<VoiceVersion, StoreError> MemoryStore::save_voice(AccountNumber account,
                                                         const VoiceVersion& version) {
    return writing(Call::Registry, [&]() -> Result<VoiceVersion, StoreError> {
        std::vector<VoiceVersion>& versions = content_.voice[{account, version.draft.key}];
        versions.push_back(version);
        versions.back().version = static_cast<std::uint32_t>(versions.size());
        return versions.back();
    });
}

Result<std::vector<engine::OptOut>, StoreError>
MemoryStore::opt_outs(std::span<const core::ContactKey> addresses) {
    return reading(Call::Registry, [&] {
        std::vector<engine::OptOut> found;
        for (const core::ContactKey address : std::set(addresses.begin(), addresses.end())) {
            if (const auto known = content_.opt_outs.find(address);
                known != content_.opt_outs.end()) {
                found.push_back(known->second);
            }
        }
        return found;
    });
}

Result<bool, StoreError> MemoryStore::opt_out(const engine::OptOut& opt_out) {
    return writing(Call::Registry, [&]() -> Result<bool, StoreError> {
        const auto [at, is_new] = content_.opt_outs.try_emplace(opt_out.address, opt_out);
        const bool is_own_word = at->second.source == engine::OptOutSource::Unreachable &&
                                 opt_out.source != engine::OptOutSource::Unreachable;
        if (is_own_word) {
            at->second = opt_out;
        }
        return is_new || is_own_word;
    });
}

Result<bool, StoreError> MemoryStore::opt_in(core::ContactKey address) {
    return writing(Call::Registry, [&]() -> Result<bool, StoreError> {
        return content_.opt_outs.erase(address) == 1;
    });
}

}  // namespace standby::store
