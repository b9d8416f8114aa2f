#include "notify/relay/houses.hpp"

#include "notify/voice/voice.hpp"

#include <algorithm>

namespace standby::notify {

using engine::StoreError;

Result<Houses::KnownPtr, StoreError> Houses::find(engine::AccountNumber account) {
    std::uint64_t changes = 0;
    const KnownPtr known = memory_.with([&](Memory& memory) -> KnownPtr {
        changes = memory.changes;
        const auto found = memory.houses.find(account.value());
        return found == memory.houses.end() ? nullptr : found->second;
    });
    if (known) {
        return known;
    }
    auto fresh = std::make_shared<Known>();
    fresh->house = TRY(registry_.house(account));
    fresh->has_own_name = !fresh->house.name.empty();
    if (!fresh->has_own_name) {
        for (const engine::Account& row : TRY(registry_.accounts())) {
            if (row.number == account) {
                fresh->house.name = row.name;
            }
        }
    }
    for (engine::VoiceVersion& version : TRY(registry_.voice(account))) {
        // A wording that a newer version of us would refuse is not used.
        if (check_voice(version.draft).empty()) {
            engine::VoiceKey key = version.draft.key;
            fresh->words.emplace(std::move(key), std::move(version.draft));
        }
    }
    memory_.with([&](Memory& memory) {
        if (memory.changes == changes) {
            memory.houses.insert_or_assign(account.value(), fresh);
        }
    });
    return fresh;
}

Result<engine::House, StoreError> Houses::house(engine::AccountNumber account) {
    return TRY(find(account))->house;
}

Result<bool, StoreError> Houses::has_own_name(engine::AccountNumber account) {
    return TRY(find(account))->has_own_name;
}

Result<bool, StoreError> Houses::has_staff(engine::AccountNumber account) {
    const auto is_known =
        memory_.with([&](Memory& memory) { return memory.with_staff.contains(account.value()); });
    if (is_known) {
        return true;
    }
    const bool has_staff = std::ranges::any_of(
        TRY(registry_.members()),
        [account](const engine::Member& member) { return member.account == account; });
    if (has_staff) {
        memory_.with([&](Memory& memory) { memory.with_staff.insert(account.value()); });
    }
    return has_staff;
}

Result<engine::AccountNumber, StoreError> Houses::owner(core::ResourceNumber resource) {
    const auto known = memory_.with([&](Memory& memory) {
        const auto found = memory.owners.find(resource.value());
        return found == memory.owners.end() ? engine::AccountNumber{} : found->second;
    });
    if (known.value() != 0) {
        return known;
    }
    const auto owner = TRY(registry_.account_of(resource)).value_or(engine::AccountNumber{});
    if (owner.value() != 0) {
        memory_.with([&](Memory& memory) { memory.owners.emplace(resource.value(), owner); });
    }
    return owner;
}

Result<engine::VoiceDraft, StoreError> Houses::wording(engine::AccountNumber account,
                                                       const engine::VoiceKey& key) {
    const KnownPtr known = TRY(find(account));
    const auto own = known->words.find(key);
    return own == known->words.end() ? default_voice(key) : own->second;
}

void Houses::forget(engine::AccountNumber account) {
    memory_.with([&](Memory& memory) {
        memory.houses.erase(account.value());
        ++memory.changes;
    });
}

}  // namespace standby::notify
