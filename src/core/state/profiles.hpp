// Wishes in memory. Entries that want the same thing share one profile, so an entry costs four
// bytes here, and a freed place is compared with each distinct wish once, not with each entry.
#pragma once

#include "core/model/wants.hpp"
#include "core/state/names.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace standby::core {

using ProfileNumber = std::uint32_t;

// Which of a wish's names.
enum class NameOf : std::uint8_t { Service, Staff, Place };
// A further name that will do as well.
struct OrName {
    NameOf of = NameOf::Service;
    NameNumber number = Names::none;
    friend auto operator<=>(const OrName&, const OrName&) = default;
};

// Wants with their texts as numbers.
struct Profile {
    NameNumber service = Names::none;
    NameNumber staff = Names::none;
    NameNumber place = Names::none;
    NameNumber time_zone = Names::none;
    bool move_up = false;
    bool by_text = false;
    std::optional<Time> earliest;
    std::optional<Time> latest;
    Duration min_notice{0};
    std::optional<Money> max_price;
    std::vector<WeeklyWindow> weekly;
    std::optional<InstantYes> instant_yes;
    std::vector<OrName> or_names{};
    std::string later{};
    friend bool operator==(const Profile&, const Profile&) = default;
};

// Equal profiles have equal hashes. Strangers choose what they wish for and know this function, so
// they can make as many with one hash as they like; nothing may become slow by that.
std::uint64_t hash_of(const Profile& profile);

class Profiles {
public:
    Profiles();

    // The number of the wish, shared with all equal ones; one more entry uses it. A wish holds its
    // names as long as it is used.
    ProfileNumber acquire(const Wants& wants, Names& names);
    // One entry fewer uses it; an unused number is given out again.
    void release(ProfileNumber number, Names& names);

    const Profile& at(ProfileNumber number) const { return slots_[number].profile; }
    // All numbers are below this.
    std::size_t size() const { return slots_.size(); }
    std::size_t memory_bytes() const;

private:
    struct Slot {
        Profile profile;
        std::uint64_t hash = 0;
        std::uint32_t users = 0;
    };
    // Any order does, as long as different profiles are different in it.
    struct InOrder {
        bool operator()(const Profile& one, const Profile& other) const;
    };

    std::optional<ProfileNumber> find(const Profile& profile, std::uint64_t hash) const;
    ProfileNumber add(Profile profile, std::uint64_t hash);

    std::vector<Slot> slots_;
    std::vector<ProfileNumber> unused_;
    // Trees, because the buckets of a table can be filled on purpose. Of several wishes with one
    // hash, the first is found by it and the others by what they say; hardly ever are there any.
    std::map<std::uint64_t, ProfileNumber> by_hash_;
    std::map<Profile, ProfileNumber, InOrder> others_;
};

Wants to_wants(const Profile& profile, const Names& names);

// The keys of the services that a wish names, each once; `none` alone when it takes any.
std::vector<KeyNumber> service_keys(const Profile& profile, const Names& names);

}  // namespace standby::core
