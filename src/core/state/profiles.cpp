// Sharing of equal wishes by hash, with a use count.
#include "core/state/profiles.hpp"

#include "base/assert.hpp"
#include "base/prng.hpp"

#include <utility>

namespace standby::core {
namespace {

class Hasher {
public:
    void add(std::uint64_t value) { hash_ = mix64(hash_ ^ value) + 0x9E37'79B9'7F4A'7C15U; }
    void add(const std::optional<Time>& time) {
        add(time ? static_cast<std::uint64_t>(time->time_since_epoch().count()) : ~0ULL);
    }
    void add(const std::optional<Money>& money) {
        add(money ? static_cast<std::uint64_t>(money->amount) : ~0ULL);
    }
    void add(const std::vector<WeeklyWindow>& windows) {
        for (const WeeklyWindow& window : windows) {
            add((std::uint64_t{window.from_minute} << 16) | window.length_minutes);
        }
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0;
};

std::uint64_t hash_of(const Profile& profile) {
    Hasher hasher;
    hasher.add((std::uint64_t{profile.service} << 48) | (std::uint64_t{profile.staff} << 32) |
               (std::uint64_t{profile.place} << 16) | profile.time_zone);
    hasher.add(profile.earliest);
    hasher.add(profile.latest);
    hasher.add(static_cast<std::uint64_t>(profile.min_notice.count()) * 2 +
               (profile.move_up ? 1U : 0U));
    hasher.add(profile.max_price);
    hasher.add(profile.weekly);
    if (profile.instant_yes) {
        hasher.add(static_cast<std::uint64_t>(profile.instant_yes->min_notice.count()));
        hasher.add(profile.instant_yes->max_price);
        hasher.add(profile.instant_yes->weekly);
    }
    for (const char one : profile.later) {
        hasher.add(static_cast<std::uint8_t>(one));
    }
    return hasher.value();
}

}  // namespace

// Profile 0 is "wants nothing in particular" and is never given back: most entries of events and
// access lists have it.
Profiles::Profiles() {
    acquire(Profile{});
}

ProfileNumber Profiles::acquire(Profile profile) {
    if (!slots_.empty() && profile == slots_.front().profile) {
        ++slots_.front().users;
        return 0;
    }
    const std::uint64_t hash = hash_of(profile);
    const auto [begin, end] = by_hash_.equal_range(hash);
    for (auto at = begin; at != end; ++at) {
        if (slots_[at->second].profile == profile) {
            ++slots_[at->second].users;
            return at->second;
        }
    }
    ProfileNumber number = 0;
    if (unused_.empty()) {
        number = static_cast<ProfileNumber>(slots_.size());
        slots_.emplace_back();
    } else {
        number = unused_.back();
        unused_.pop_back();
    }
    slots_[number] = {.profile = std::move(profile), .hash = hash, .users = 1};
    by_hash_.emplace(hash, number);
    return number;
}

void Profiles::release(ProfileNumber number) {
    ASSERT(number < slots_.size() && slots_[number].users > 0);
    Slot& slot = slots_[number];
    if (--slot.users > 0) {
        return;
    }
    const auto [begin, end] = by_hash_.equal_range(slot.hash);
    for (auto at = begin; at != end; ++at) {
        if (at->second == number) {
            by_hash_.erase(at);
            break;
        }
    }
    slot.profile = Profile{};
    unused_.push_back(number);
}

std::size_t Profiles::memory_bytes() const {
    return slots_.capacity() * sizeof(Slot) + unused_.capacity() * sizeof(ProfileNumber) +
           by_hash_.size() * 40 + by_hash_.bucket_count() * sizeof(void*);
}

Profile to_profile(const Wants& wants, Names& names) {
    return {.service = names.intern(wants.service),
            .staff = names.intern(wants.staff),
            .place = names.intern(wants.place),
            .time_zone = names.intern(wants.time_zone),
            .move_up = wants.move_up,
            .earliest = wants.earliest,
            .latest = wants.latest,
            .min_notice = wants.min_notice,
            .max_price = wants.max_price,
            .weekly = wants.weekly,
            .instant_yes = wants.instant_yes,
            .later = wants.later};
}

Wants to_wants(const Profile& profile, const Names& names) {
    return {.service = names.text(profile.service),
            .staff = names.text(profile.staff),
            .place = names.text(profile.place),
            .earliest = profile.earliest,
            .latest = profile.latest,
            .weekly = profile.weekly,
            .min_notice = profile.min_notice,
            .max_price = profile.max_price,
            .time_zone = names.text(profile.time_zone),
            .instant_yes = profile.instant_yes,
            .move_up = profile.move_up,
            .later = profile.later};
}

}  // namespace standby::core
