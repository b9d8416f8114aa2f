// Sharing of equal wishes by hash, with a use count. To look one up takes a logarithm of steps,
// whatever the wishes are: by hash, and among those with the same hash by what they say.
#include "core/state/profiles.hpp"

#include "base/assert.hpp"
#include "base/prng.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <tuple>
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

using Price = std::optional<std::pair<std::int64_t, std::array<char, 3>>>;

Price price_of(const std::optional<Money>& money) {
    return money ? Price{{money->amount, money->currency}} : Price{};
}

std::weak_ordering compare(const InstantYes& one, const InstantYes& other) {
    const auto order =
        std::tie(one.min_notice, one.weekly) <=> std::tie(other.min_notice, other.weekly);
    return order != 0 ? order : price_of(one.max_price) <=> price_of(other.max_price);
}

std::weak_ordering compare(const Profile& one, const Profile& other) {
    const auto fields = [](const Profile& of) {
        return std::tie(of.service, of.staff, of.place, of.time_zone, of.move_up, of.by_text,
                        of.earliest, of.latest, of.min_notice, of.weekly, of.or_names, of.later);
    };
    if (const auto order = fields(one) <=> fields(other); order != 0) {
        return order;
    }
    if (const auto order = price_of(one.max_price) <=> price_of(other.max_price); order != 0) {
        return order;
    }
    if (one.instant_yes && other.instant_yes) {
        return compare(*one.instant_yes, *other.instant_yes);
    }
    return one.instant_yes.has_value() <=> other.instant_yes.has_value();
}

// Says each further name of the wish, and what it is one of.
void for_each_or_name(const Wants& wants, auto say) {
    for (const auto& [of, names] :
         {std::pair{NameOf::Service, &wants.or_services}, std::pair{NameOf::Staff, &wants.or_staff},
          std::pair{NameOf::Place, &wants.or_places}}) {
        for (const std::string& name : *names) {
            say(of, name);
        }
    }
}

std::vector<std::string> or_texts(const Profile& profile, NameOf of, const Names& names) {
    std::vector<std::string> texts;
    for (const OrName& name : profile.or_names) {
        if (name.of == of) {
            texts.push_back(names.text(name.number));
        }
    }
    return texts;
}

// The wish with its texts as numbers; unknown ones where nobody uses a text so far.
Profile look_up(const Wants& wants, const Names& names) {
    std::vector<OrName> or_names;
    for_each_or_name(wants, [&](NameOf of, const std::string& name) {
        or_names.push_back({.of = of, .number = names.find(name)});
    });
    return {.service = names.find(wants.service),
            .staff = names.find(wants.staff),
            .place = names.find(wants.place),
            .time_zone = names.find(wants.time_zone),
            .move_up = wants.move_up,
            .by_text = wants.by_text,
            .earliest = wants.earliest,
            .latest = wants.latest,
            .min_notice = wants.min_notice,
            .max_price = wants.max_price,
            .weekly = wants.weekly,
            .instant_yes = wants.instant_yes,
            .or_names = std::move(or_names),
            .later = wants.later};
}

bool has_unknown(const Profile& profile) {
    return profile.service == Names::unknown || profile.staff == Names::unknown ||
           profile.place == Names::unknown || profile.time_zone == Names::unknown ||
           std::ranges::any_of(profile.or_names,
                               [](const OrName& name) { return name.number == Names::unknown; });
}

void hold_names(Profile& profile, const Wants& wants, Names& names) {
    profile.service = names.hold(wants.service);
    profile.staff = names.hold(wants.staff);
    profile.place = names.hold(wants.place);
    profile.time_zone = names.hold(wants.time_zone);
    profile.or_names.clear();
    for_each_or_name(wants, [&](NameOf of, const std::string& name) {
        profile.or_names.push_back({.of = of, .number = names.hold(name)});
    });
}

void release_names(const Profile& profile, Names& names) {
    names.release(profile.service);
    names.release(profile.staff);
    names.release(profile.place);
    names.release(profile.time_zone);
    for (const OrName& name : profile.or_names) {
        names.release(name.number);
    }
}

}  // namespace

std::uint64_t hash_of(const Profile& profile) {
    Hasher hasher;
    hasher.add((std::uint64_t{profile.service} << 32) | profile.staff);
    hasher.add((std::uint64_t{profile.place} << 32) | profile.time_zone);
    hasher.add(profile.earliest);
    hasher.add(profile.latest);
    hasher.add(static_cast<std::uint64_t>(profile.min_notice.count()) * 4 +
               (profile.by_text ? 2U : 0U) + (profile.move_up ? 1U : 0U));
    hasher.add(profile.max_price);
    hasher.add(profile.weekly);
    if (profile.instant_yes) {
        hasher.add(static_cast<std::uint64_t>(profile.instant_yes->min_notice.count()));
        hasher.add(profile.instant_yes->max_price);
        hasher.add(profile.instant_yes->weekly);
    }
    for (const OrName& name : profile.or_names) {
        hasher.add((std::uint64_t{static_cast<std::uint8_t>(name.of)} << 32) | name.number);
    }
    for (const char one : profile.later) {
        hasher.add(static_cast<std::uint8_t>(one));
    }
    return hasher.value();
}

// Profile 0 is "wants nothing in particular" and is never given back: most entries of events and
// access lists have it.
Profiles::Profiles() {
    add(Profile{}, hash_of(Profile{}));
}

ProfileNumber Profiles::acquire(const Wants& wants, Names& names) {
    Profile profile = look_up(wants, names);
    if (profile == slots_.front().profile) {
        ++slots_.front().users;
        return 0;
    }
    // A text that nobody uses makes it a wish that nobody has.
    if (has_unknown(profile)) {
        hold_names(profile, wants, names);
        const std::uint64_t hash = hash_of(profile);
        return add(std::move(profile), hash);
    }
    const std::uint64_t hash = hash_of(profile);
    if (const auto known = find(profile, hash)) {
        ++slots_[*known].users;
        return *known;
    }
    hold_names(profile, wants, names);
    return add(std::move(profile), hash);
}

bool Profiles::InOrder::operator()(const Profile& one, const Profile& other) const {
    return compare(one, other) < 0;
}

std::optional<ProfileNumber> Profiles::find(const Profile& profile, std::uint64_t hash) const {
    const auto first = by_hash_.find(hash);
    if (first != by_hash_.end() && slots_[first->second].profile == profile) {
        return first->second;
    }
    const auto other = others_.find(profile);
    return other == others_.end() ? std::nullopt : std::optional{other->second};
}

ProfileNumber Profiles::add(Profile profile, std::uint64_t hash) {
    ProfileNumber number = 0;
    if (unused_.empty()) {
        number = static_cast<ProfileNumber>(slots_.size());
        slots_.emplace_back();
    } else {
        number = unused_.back();
        unused_.pop_back();
    }
    slots_[number] = {.profile = std::move(profile), .hash = hash, .users = 1};
    if (!by_hash_.try_emplace(hash, number).second) {
        others_.emplace(slots_[number].profile, number);
    }
    return number;
}

void Profiles::release(ProfileNumber number, Names& names) {
    ASSERT(number < slots_.size() && slots_[number].users > 0);
    Slot& slot = slots_[number];
    if (--slot.users > 0) {
        return;
    }
    const auto first = by_hash_.find(slot.hash);
    if (first != by_hash_.end() && first->second == number) {
        by_hash_.erase(first);
    } else {
        others_.erase(slot.profile);
    }
    release_names(slot.profile, names);
    slot.profile = Profile{};
    unused_.push_back(number);
}

std::size_t Profiles::memory_bytes() const {
    // A node of a tree has three links and a colour.
    constexpr std::size_t links = 32;
    return slots_.capacity() * sizeof(Slot) + unused_.capacity() * sizeof(ProfileNumber) +
           by_hash_.size() * (links + sizeof(std::pair<std::uint64_t, ProfileNumber>)) +
           others_.size() * (links + sizeof(std::pair<Profile, ProfileNumber>));
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
            .or_services = or_texts(profile, NameOf::Service, names),
            .or_staff = or_texts(profile, NameOf::Staff, names),
            .or_places = or_texts(profile, NameOf::Place, names),
            .by_text = profile.by_text,
            .later = profile.later};
}

std::vector<KeyNumber> service_keys(const Profile& profile, const Names& names) {
    std::vector<KeyNumber> keys{names.key(profile.service)};
    for (const OrName& name : profile.or_names) {
        const KeyNumber key = name.of == NameOf::Service ? names.key(name.number) : Names::none;
        if (key != Names::none && std::ranges::find(keys, key) == keys.end()) {
            keys.push_back(key);
        }
    }
    return keys;
}

}  // namespace standby::core
