// A month of a salon whose truths are known: who would say what, and how fast, to which opening.
// The core decides it once, and what it recorded is all that a what-if gets to see.
#pragma once

#include "base/assert.hpp"
#include "core/model/command.hpp"
#include "engine/whatif/recorded_month.hpp"
#include "engine/whatif/response_model.hpp"
#include "engine/whatif/trial.hpp"
#include "engine/whatif/what_if.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace standby::engine::whatif {

// Ten minutes each, one at a time, and late is too late.
inline core::Rules fixed_windows() {
    core::Rules rules = core::default_rules(core::Kind::Slots);
    rules.auto_window = false;
    rules.late_yes = false;
    return rules;
}

struct TestMonth {
    core::Kind kind = core::Kind::Slots;
    core::Rules rules = fixed_windows();
    Lognormal truth = published_answers(Medium::Text);
    std::uint32_t openings = 300;
    std::uint32_t entries = 600;
    std::uint32_t services = 20;
    std::uint32_t capacity = 0;       // of seats and access; openings are places that are released
    std::uint32_t leave_of_100 = 10;  // give up waiting at some time
    std::uint32_t here_of_100 = 100;  // answer that they still want it
    std::uint64_t seed = 1;
};

struct PlayedMonth {
    std::vector<core::Event> events;
    Tally tally;
};

class MonthMaker {
public:
    static constexpr Time from = std::chrono::sys_days{std::chrono::year{2026} / 10 / 1};
    static constexpr Time to = std::chrono::sys_days{std::chrono::year{2026} / 11 / 1};

    explicit MonthMaker(TestMonth month) : month_(std::move(month)) {}

    PlayedMonth play() const {
        PlayedMonth played;
        core::ResourceState state(core::ResourceNumber{1});
        Trial trial(state, {.zones = &zones,
                            .ask = [this](const core::ResourceState&,
                                          const Question& asked) { return truth_of(asked); },
                            .is_here =
                                [this](core::Ticket entry) {
                                    return mix64(month_.seed ^ entry) % 100 < month_.here_of_100;
                                }});
        trial.on_event = [&](const core::Event& event) { played.events.push_back(event); };
        core::CreateResource create;
        create.settings.kind = month_.kind;
        create.settings.capacity = month_.capacity;
        core::for_each_rule(
            [&](std::string_view, auto member) { create.rules.set(member, month_.rules.*member); });
        const core::Outcome made = trial.give(create, from - std::chrono::days{20}, staff);
        ASSERT(!made.refusal);
        Prng random(month_.seed);
        for (const auto& [at, command] : script(random)) {
            trial.give(command, at, staff);
        }
        trial.pass_until(to);
        played.tally = trial.tally();
        return played;
    }

    RecordedMonth record(const std::vector<core::Event>& events) const {
        MonthRecorder recorder(std::make_unique<core::ResourceState>(core::ResourceNumber{1}), from,
                               to, {}, zones);
        for (const core::Event& event : events) {
            const auto added = recorder.add(event);
            ASSERT(added && *added);
        }
        return recorder.take();
    }

    core::ZoneBook zones;

private:
    static constexpr core::Actor staff{.kind = core::ActorKind::Staff, .id = 1};

    // The same person says the same to the same opening, whatever the rules.
    Told truth_of(const Question& asked) const {
        Prng random(mix64(month_.seed ^ mix64(asked.entry) ^ mix64(mix64(asked.opening.value()))));
        return {.reply = Curve(hazards_of(month_.truth)).draw(random)};
    }

    std::vector<std::pair<Time, core::Command>> script(Prng& random) const {
        std::vector<std::pair<Time, core::Command>> script;
        const auto within = [&](Time begin) {
            return begin + Duration{static_cast<std::int64_t>(
                               random.below(static_cast<std::uint64_t>((to - begin).count())))};
        };
        for (std::uint32_t number = 1; number <= month_.entries; ++number) {
            core::Join join;
            join.contacts = {core::ContactKey{number}};
            if (month_.kind == core::Kind::Slots) {
                join.wants.service = "service " + std::to_string(random.below(month_.services));
            }
            script.emplace_back(within(from - std::chrono::days{19}), join);
        }
        std::ranges::sort(script, {}, &std::pair<Time, core::Command>::first);
        const std::size_t joins = script.size();
        for (std::size_t index = 0; index < joins; ++index) {
            if (random.chance(month_.leave_of_100, 100)) {
                // Tickets of later joins are moved on by those who go to the back; whoever it is.
                script.emplace_back(within(script[index].first),
                                    core::Leave{static_cast<core::Ticket>(index + 1)});
            }
        }
        for (std::uint32_t number = 0; number < month_.openings; ++number) {
            const Time at = within(from);
            if (month_.kind != core::Kind::Slots) {
                core::ReleasePlaces release;
                release.event_id = "release " + std::to_string(number);
                release.quantity = 1;
                script.emplace_back(at, release);
                continue;
            }
            core::OpenSlot open;
            open.slot.starts_at = at + std::chrono::minutes{30 + random.below(60 * 48)};
            open.slot.duration = std::chrono::hours{1};
            open.slot.service = "service " + std::to_string(random.below(month_.services));
            script.emplace_back(at, open);
        }
        std::ranges::stable_sort(script, {}, &std::pair<Time, core::Command>::first);
        return script;
    }

    TestMonth month_;
};

}  // namespace standby::engine::whatif
