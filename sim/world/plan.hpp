// What a seed decides before the first command: the resources and their rules, the people, how fast
// time passes, which commands are frequent, and how often things go wrong.
#pragma once

#include "base/prng.hpp"
#include "sim/model/vocabulary.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace standby::sim {

// The zones every world may use; the book must know them all.
inline constexpr std::array<const char*, 6> zone_names{
    "UTC",         "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
    "Pacific/Apia"};

// In a thousand commands.
struct FaultRates {
    std::uint32_t repeated_command = 0;
    std::uint32_t stale_id = 0;
    std::uint32_t unknown_id = 0;
    std::uint32_t bad_value = 0;
    std::uint32_t wrong_kind = 0;
    std::uint32_t clock_back = 0;
    std::uint32_t clock_jump = 0;
};

// The places of two commands that end a list, in the weights of a resource.
inline constexpr std::size_t closing = 4;
inline constexpr std::size_t cancelling = 25;
static_assert(
    std::is_same_v<std::variant_alternative_t<cancelling, Command>, core::CancelResource>);
static_assert(std::is_same_v<std::variant_alternative_t<closing, Command>, core::CloseResource>);

struct ResourcePlan {
    ResourceNumber number{};
    Settings settings;
    RulesPatch rules;
    std::string draw_seed;  // that the server draws, should it be a lottery; empty: staff choose
    std::array<std::uint32_t, std::variant_size_v<Command>> weights{};
};

// A person's contact keys; the workload may also give some of another person's.
struct PersonPlan {
    std::vector<ContactKey> contacts;
    std::vector<ContactKey> friend_keys;  // at times those of another, spelled differently
    std::string time_zone;
    bool by_text = false;
};

struct Plan {
    Time start{};
    Duration usual_step{};  // how long commands lie apart, about
    std::vector<ResourcePlan> resources;
    std::vector<PersonPlan> people;
    // Nobody can be reached in this time, so nothing is reported; often there is no such time.
    Time outage_from{};
    Time outage_to{};
    std::uint32_t crowd = 0;  // this many join before anything else happens
    // So many that what falls due for all of them at once is done in portions: whoever compares
    // needs lists on which that does not happen.
    [[nodiscard]] bool is_crowded() const { return crowd > 400; }
    FaultRates faults;
};

Plan draw_plan(Prng& prng);
ResourcePlan draw_resource(Prng& prng, ResourceNumber number, Time start);

// Of every second list it is known how soon guests answer.
std::optional<Duration> answer_window_of(ResourceNumber resource);

// A small number that is one of the values, each as likely as it is listed.
template <class Value, std::size_t Size>
Value pick(Prng& prng, const std::array<Value, Size>& values) {
    return values[prng.below(Size)];
}

// True `numerator` times in a hundred.
inline bool percent(Prng& prng, std::uint64_t numerator) {
    return prng.chance(numerator, 100);
}

}  // namespace standby::sim
