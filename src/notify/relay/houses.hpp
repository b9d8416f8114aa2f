// The settings and wordings of each house, kept until they change. Safe to use from several
// threads.
#pragma once

#include "base/guarded.hpp"
#include "base/result.hpp"
#include "engine/ports/registry.hpp"

#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace standby::notify {

class Houses {
public:
    // The registry must outlive this.
    explicit Houses(engine::Registry& registry) : registry_(registry) {}

    Result<engine::House, engine::StoreError> house(engine::AccountNumber account);
    Result<bool, engine::StoreError> has_own_name(engine::AccountNumber account);
    // Whether anybody ever signed in to its staff pages.
    Result<bool, engine::StoreError> has_staff(engine::AccountNumber account);
    // Whose resource it is; 0: nobody's.
    Result<engine::AccountNumber, engine::StoreError> owner(core::ResourceNumber resource);
    // The wording in force: the house's own, or Standby's. The locale must be one that we speak.
    Result<engine::VoiceDraft, engine::StoreError> wording(engine::AccountNumber account,
                                                           const engine::VoiceKey& key);

    void forget(engine::AccountNumber account);

private:
    struct Known {
        engine::House house;  // with the name of its account where it has none
        bool has_own_name = false;
        std::map<engine::VoiceKey, engine::VoiceDraft> words;
    };
    using KnownPtr = std::shared_ptr<const Known>;
    Result<KnownPtr, engine::StoreError> find(engine::AccountNumber account);

    struct Memory {
        std::unordered_map<std::uint32_t, KnownPtr> houses;
        std::unordered_map<std::uint32_t, engine::AccountNumber> owners;
        std::unordered_set<std::uint32_t> with_staff;
        std::uint64_t changes = 0;  // so that what was read before a change is not kept after it
    };
    engine::Registry& registry_;
    Guarded<Memory> memory_;
};

}  // namespace standby::notify
