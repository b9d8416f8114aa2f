// A shard with a store that the test plays by hand: it decides when a commit ends, and how.
#pragma once

#include "base/assert.hpp"
#include "core/state/rows_test_support.hpp"
#include "engine/shard/shard.hpp"

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace standby::engine {

// Committed batches, enough to load a resource again.
class BatchKeeper {
public:
    void write(const Batch& batch) {
        for (const ResourceChange& change : batch.resources) {
            Kept& kept = kept_[change.resource];
            kept.rows.keep(change.rows);
            kept.head.last_event = change.last_event;
            kept.head.last_link = change.last_link;
            kept.head.name = change.name.value_or(kept.head.name);
            for (const AnswerRow& answer : change.answers) {
                kept.answers[answer.number] = answer;
                kept.head.last_answer = answer.number;
            }
        }
    }

    std::optional<LoadedResource> load(core::ResourceNumber number) {
        const auto found = kept_.find(number);
        if (found == kept_.end()) {
            return std::nullopt;
        }
        Kept& kept = found->second;
        auto state = kept.rows.restore(number);
        ASSERT(state);
        LoadedResource loaded{.head = kept.head, .state = *std::move(state), .answers = {}};
        for (const auto& [answer_number, answer] : kept.answers) {
            loaded.answers.push_back({answer.key, answer_number, answer.made_at});
        }
        return loaded;
    }

    std::optional<AnswerRow> answer(core::ResourceNumber number, std::uint64_t answer_number) {
        return kept_[number].answers[answer_number];
    }

private:
    struct Kept {
        LoadedHead head;
        core::RowKeeper rows;
        std::map<std::uint64_t, AnswerRow> answers;
    };
    std::map<core::ResourceNumber, Kept> kept_;
};

// What became of a request.
struct Told {
    std::optional<Reply> reply;
    int times = 0;
};

class ShardBench {
public:
    static constexpr Time start =
        std::chrono::sys_days{std::chrono::year{2026} / std::chrono::November / 16} +
        std::chrono::hours{12};

    explicit ShardBench(const ShardLimits& limits = {})
        : shard(limits, zones, [this](const Committed& told) { committed.push_back(told); }) {}

    static core::CreateResource seats(std::uint32_t capacity) {
        core::CreateResource command;
        command.settings.kind = core::Kind::Seats;
        command.settings.capacity = capacity;
        command.rules.set(&core::Rules::quiet_hours, std::nullopt);
        return command;
    }
    static core::Join person(std::uint64_t contact) {
        core::Join command;
        command.contacts = {core::ContactKey{contact}};
        return command;
    }

    // The answer is the refusal's name, or "ok" with the entry's state.
    Told* give(core::ResourceNumber resource, core::Command command,
               std::optional<IdempotencyKey> key = std::nullopt,
               Priority priority = Priority::Normal,
               std::function<std::optional<Answer>(const core::ResourceState&)> objection = {}) {
        Told* told = &told_.emplace_back();
        Request request;
        request.resource = resource;
        request.command = std::move(command);
        request.priority = priority;
        request.key = key;
        request.objection = std::move(objection);
        request.make_answer = [this](const core::ResourceState& state,
                                     const core::Outcome& outcome) {
            ++decisions;
            if (outcome.refusal) {
                return Answer{409, std::string(core::name_of(outcome.refusal->code))};
            }
            return Answer{200, "ok " + std::to_string(state.last_event)};
        };
        request.done = [told](Reply reply) {
            told->reply = std::move(reply);
            ++told->times;
        };
        shard.submit(std::move(request), now);
        return told;
    }

    void create(core::ResourceNumber resource, std::uint32_t capacity = 1) {
        const Told* created = give(resource, seats(capacity));
        settle();
        ASSERT(created->reply && created->reply->answer.status == 200);
    }

    // Polls, and answers loads and look-ups at once; returns the batch that wants committing.
    std::optional<Batch> poll() {
        while (true) {
            Work work = shard.poll(now);
            for (const core::ResourceNumber resource : work.loads) {
                ++loads;
                shard.on_loaded(resource, keeper.load(resource), now);
            }
            for (const Work::AnswerLookup& lookup : work.lookups) {
                shard.on_answer(lookup.resource, lookup.number,
                                keeper.answer(lookup.resource, lookup.number), now);
            }
            if (work.commit || (work.loads.empty() && work.lookups.empty())) {
                return std::move(work.commit);
            }
        }
    }
    // Lets everything happen that can.
    void settle() {
        while (auto batch = poll()) {
            keeper.write(*batch);
            shard.on_commit({}, now);
        }
    }

    Time now = start;
    core::ZoneBook zones;
    BatchKeeper keeper;
    std::vector<Committed> committed;
    int decisions = 0;
    int loads = 0;
    Shard shard;

private:
    std::deque<Told> told_;
};

inline constexpr core::ResourceNumber concert{1};

inline IdempotencyKey key(std::uint64_t name, std::uint64_t digest = 1) {
    return {.key = {.high = 7, .low = name}, .request_digest = digest};
}

}  // namespace standby::engine
