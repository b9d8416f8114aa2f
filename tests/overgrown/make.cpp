// Makes the store of e2e.overgrown, once, with the core, engine and store of an early commit; see
// tools/overgrown. It is no part of any build.
#include "engine/shard/shard.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace standby {
namespace {

// More than 60,000 names in all, three at a time.
constexpr int changes = 20'002;
const Time now = Time{} + std::chrono::hours{24 * 20'458 + 9};

class Maker {
public:
    explicit Maker(store::SqliteStore& store)
        : store_(store), shard_(limits(), zones_, [](auto&) {}) {}

    void carry_out(core::ResourceNumber resource, core::Command command, core::ActorKind kind,
                   engine::Attachment attachment = {}) {
        engine::Request request{
            .resource = resource, .command = std::move(command), .actor = {.kind = kind, .id = 0}};
        request.attachment = std::move(attachment);
        request.make_answer = [this](const core::ResourceState&, const core::Outcome& outcome) {
            refused_ += outcome.refusal ? 1 : 0;
            return engine::Answer{200, ""};
        };
        request.done = [this](const engine::Reply& reply) { refused_ += reply.failure ? 1 : 0; };
        shard_.submit(std::move(request), now);
    }
    // Until nothing is left to do; tells how many were refused.
    int rest() {
        while (!shard_.is_idle()) {
            engine::Work work = shard_.poll(now);
            for (const core::ResourceNumber resource : work.loads) {
                shard_.on_loaded(resource, store_.load(resource, now), now);
            }
            if (work.commit) {
                shard_.on_commit(store_.commit(*work.commit), now);
            }
        }
        return refused_;
    }

private:
    static engine::ShardLimits limits() {
        engine::ShardLimits limits;
        limits.queue_wait_max = limits.queue_age_max = std::chrono::hours{24};
        limits.messages_stay_here = [] { return true; };
        return limits;
    }

    store::SqliteStore& store_;
    core::ZoneBook zones_;
    engine::Shard shard_;
    int refused_ = 0;
};

int make(store::SqliteStore& store) {
    const auto account = store.create_account("Standby", now);
    const auto resource = *store.allocate_resource(account->number, std::nullopt, now);
    int refused = 0;
    for (int half = 0; half < 2; ++half) {
        // As a restart does, a new maker forgets the names of the past, which the history keeps.
        Maker maker(store);
        if (half == 0) {
            maker.carry_out(resource, core::CreateResource{}, core::ActorKind::Staff,
                            {.person = {}, .resource_name = "Overgrown"});
            maker.carry_out(resource, core::Join{.contacts = {core::ContactKey{7}}},
                            core::ActorKind::Guest,
                            {.person = engine::Person{.name = "Ada", .email = "ada@example.org"},
                             .resource_name = {}});
        }
        for (int number = half * changes / 2; number < (half + 1) * changes / 2; ++number) {
            const std::string text = std::to_string(number);
            core::UpdateEntry update{.entry = 1};
            update.wants =
                core::Wants{.service = "s" + text, .staff = "t" + text, .place = "p" + text};
            maker.carry_out(resource, std::move(update), core::ActorKind::Guest);
            if (number % 1'000 == 0) {
                maker.rest();
            }
        }
        refused += maker.rest();
    }
    return refused;
}

}  // namespace
}  // namespace standby

int main(int count, char** words) {
    auto store = standby::store::SqliteStore::open(count > 1 ? words[1] : "", {});
    if (!store) {
        std::fputs(store.error().c_str(), stderr);
        return 1;
    }
    return standby::make(**store) == 0 ? 0 : 1;
}
