// A client, a shard and a clock that follow the story; then every mishap in turn.
#include "sim/shards/exhaustive.hpp"

#include "core/audit/event_codec.hpp"
#include "core/audit/fingerprint.hpp"
#include "sim/check/event_checks.hpp"
#include "sim/shards/durable_checks.hpp"
#include "sim/world/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace standby::sim {
namespace {

constexpr std::array all_faults{CallFault::CrashBefore, CallFault::CrashAfter,
                                CallFault::NotCommitted, CallFault::UnknownUnwritten,
                                CallFault::UnknownWritten};
constexpr std::uint64_t faults_in_a_row_max = 2;
constexpr int tries_max = 10;
constexpr int wakes_max = 200;
constexpr std::size_t violations_shown_max = 20;
// So long after it failed a load is tried again.
constexpr Duration retry_after = std::chrono::seconds{1};

// Everything is read back for nearly every request, so that every load can fail too.
engine::ShardLimits story_limits() {
    engine::ShardLimits limits;
    limits.idle_before_eviction = std::chrono::seconds{30};
    return limits;
}

class Telling {
public:
    Telling(const Story& story, const Mishap& mishap, Disk& disk, const ZoneBook& zones,
            Report& report)
        : story_(story), mishap_(mishap), disk_(disk), zones_(zones), report_(report) {
        disk_.allocate(story.resources);
        host_ = std::make_unique<ShardHost>(disk_, story_limits(), zones_, hooks());
    }

    Ending run() {
        for (const StoryStep& step : story_.steps) {
            wake_until(step.at);
            // With nothing to do the shard drops what is idle, and reads it back for the request.
            now_ = std::max(now_, step.at);
            host_->settle(now_);
            ask(step);
            wake_until(step.at + retry_after);
        }
        wake_until(Time::max());
        ending_.calls = host_->calls();
        is_over_ = true;
        look_back();
        return std::move(ending_);
    }

private:
    struct Asked {
        Ask ask;
        std::optional<engine::Answer> answer;
        bool is_heard = false;
    };

    HostHooks hooks() {
        return {.fault =
                    [this](StoreCall, const engine::Batch*) {
                        const std::uint64_t call = host_->calls();
                        const bool fails = !is_over_ && call >= mishap_.first &&
                                           call < mishap_.first + mishap_.length;
                        return fails ? mishap_.fault : CallFault::None;
                    },
                .decided = [](const Decision&) {},
                .written = [](const WrittenBatch&) {},
                .crashed = [] {},
                .complain = [this](std::string what) { report_.fail("story", std::move(what)); }};
    }

    // Lets happen what happens by itself until then.
    void wake_until(Time until) {
        for (int wakes = 0; wakes < wakes_max; ++wakes) {
            const std::optional<Time> wake = host_->shard().next_wake();
            if (!wake || *wake > until) {
                return;
            }
            now_ = std::max(now_, *wake);
            host_->settle(now_);
        }
        report_.fail("story", "it does not come to an end");
    }

    void ask(const StoryStep& step) {
        const std::size_t first = asked_.size();
        for (const StoryStep::Request& request : step.requests) {
            const std::uint64_t number = asked_.size() + 1;
            const engine::RequestKey key{.high = request.resource.value(), .low = number};
            Asked& asked = asked_.emplace_back();
            asked.ask = {.id = number,
                         .resource = request.resource,
                         .command = request.command,
                         .actor = {},
                         .key = engine::IdempotencyKey{.key = key, .request_digest = number}};
        }
        for (int tries = 0; tries < tries_max; ++tries) {
            send_from(first);
            if (std::ranges::all_of(asked_, [](const Asked& asked) { return asked.is_heard; })) {
                return;
            }
        }
        report_.fail("story", "a request is never answered");
    }

    // Asks again whatever is not answered, in the same order.
    void send_from(std::size_t first) {
        for (std::size_t index = first; index < asked_.size(); ++index) {
            if (!asked_[index].is_heard) {
                send(index);
            }
        }
        host_->answer_all(now_);
    }

    void send(std::size_t index) {
        host_->submit(
            asked_[index].ask,
            [this, index](const engine::Reply& reply) {
                Asked& asked = asked_[index];
                if (reply.failure) {
                    return;
                }
                if (asked.answer && *asked.answer != reply.answer) {
                    report_.fail("story", fmt::format("\"{}\" is answered, before it was \"{}\"",
                                                      reply.answer.body, asked.answer->body));
                }
                const bool is_lost = !asked.answer && mishap_.lost_reply == index + 1;
                asked.answer = reply.answer;
                asked.is_heard = !is_lost;
            },
            now_);
    }

    // Asks everything once more, and reads what is on the disk.
    void look_back() {
        for (std::size_t index = 0; index < asked_.size(); ++index) {
            const Asked& asked = asked_[index];
            ending_.answers.push_back(asked.answer.value_or(engine::Answer{}));
            check_kept(disk_, asked.ask.resource, asked.ask.key->key, ending_.answers.back(),
                       report_);
            if (is_kept(ending_.answers.back())) {
                send(index);
            }
        }
        host_->answer_all(now_);
        for (std::size_t index = 0; index < story_.resources; ++index) {
            const ResourceNumber resource{static_cast<std::uint32_t>(index + 1)};
            check_durable(disk_, resource, zones_, report_);
            read_history(resource);
            const auto loaded = disk_.load(resource, {});
            ending_.fingerprints.push_back(loaded && *loaded ? core::fingerprint(*(*loaded)->state)
                                                             : 0);
        }
    }

    void read_history(ResourceNumber resource) {
        Ledger ledger;
        std::vector<Event>& history = ending_.history.emplace_back();
        for (const engine::EventRow& row : disk_.content(resource).events) {
            const auto event = core::decode_event(row.data);
            if (!event) {
                return;
            }
            const std::uint64_t taken_before = ledger.taken();
            check_transitions(ledger, *event, report_);
            check_deadlines(ledger, *event, report_);
            ledger.apply(*event);
            check_capacity(taken_before, ledger, *event, report_);
            history.push_back(*event);
        }
    }

    const Story& story_;
    Mishap mishap_;
    Disk& disk_;
    const ZoneBook& zones_;
    Report& report_;
    std::unique_ptr<ShardHost> host_;
    std::vector<Asked> asked_;
    Time now_{};
    bool is_over_ = false;
    Ending ending_;
};

bool is_same_but_for_time(const Event& left, const Event& right) {
    return left.number == right.number && core::type_of(left) == core::type_of(right) &&
           left.entry == right.entry && left.offer == right.offer &&
           left.opening == right.opening && left.from == right.from && left.to == right.to &&
           left.reason == right.reason && left.actor == right.actor;
}

}  // namespace

std::string describe(const Mishap& mishap) {
    if (mishap.lost_reply > 0) {
        return fmt::format("reply {} lost", mishap.lost_reply);
    }
    return fmt::format("{} at store call {}{}", name_of(mishap.fault), mishap.first,
                       mishap.length > 1 ? " and the next" : "");
}

Ending tell(const Story& story, const Mishap& mishap, Disk& disk, const ZoneBook& zones,
            Report& report) {
    return Telling{story, mishap, disk, zones, report}.run();
}

void compare(const Ending& should, const Ending& is, Report& report) {
    if (should.answers != is.answers) {
        report.fail("story", "other answers are given");
    }
    if (should.history == is.history) {
        if (should.fingerprints != is.fingerprints) {
            report.fail("story", "the same events lead to other rows");
        }
        return;
    }
    for (std::size_t index = 0; index < should.history.size(); ++index) {
        const auto [expected, other] =
            std::ranges::mismatch(should.history[index], is.history[index], is_same_but_for_time);
        if (expected != should.history[index].end() || other != is.history[index].end()) {
            const auto line = [](const auto& event, const auto& all) {
                return event == all.end() ? std::string("nothing") : describe(*event);
            };
            report.fail("story", fmt::format("resource {} has another history\n  is        {}"
                                             "\n  should be {}",
                                             index + 1, line(other, is.history[index]),
                                             line(expected, should.history[index])));
        }
    }
}

ExhaustiveResult tell_all(const std::vector<Story>& stories, const DiskMaker& make_disk,
                          const ZoneBook& zones) {
    ExhaustiveResult result;
    for (const Story& story : stories) {
        Ending should;
        const auto try_out = [&](const Mishap& mishap) {
            Report report;
            const std::unique_ptr<Disk> disk = make_disk();
            Ending is = tell(story, mishap, *disk, zones, report);
            ++result.tellings;
            if (mishap.fault == CallFault::None && mishap.lost_reply == 0) {
                should = std::move(is);
            } else {
                compare(should, is, report);
            }
            for (const Violation& violation : report.violations()) {
                if (result.violations.size() < violations_shown_max) {
                    result.violations.push_back(fmt::format("story {}, {}: {}: {}", story.name,
                                                            describe(mishap), violation.check,
                                                            violation.what));
                }
            }
        };
        try_out({});
        for (std::uint64_t call = 1; call <= should.calls; ++call) {
            for (const CallFault fault : all_faults) {
                for (std::uint64_t length = 1; length <= faults_in_a_row_max; ++length) {
                    try_out({.fault = fault, .first = call, .length = length, .lost_reply = 0});
                }
            }
        }
        for (std::uint64_t reply = 1; reply <= should.answers.size(); ++reply) {
            try_out({.lost_reply = reply});
        }
        std::size_t events = 0;
        for (const auto& history : should.history) {
            events += history.size();
        }
        result.summary.push_back(fmt::format(
            "story {}: {} requests, {} events; {} store calls x {} faults x {} in a row, {} lost "
            "replies",
            story.name, should.answers.size(), events, should.calls, all_faults.size(),
            faults_in_a_row_max, should.answers.size()));
    }
    return result;
}

}  // namespace standby::sim
