// Disks that break their promises must be caught, by each way of driving shards that can notice;
// and with a true disk nothing is found.
#include "sim/shards/exhaustive.hpp"
#include "sim/shards/shard_target.hpp"
#include "sim/shards/traffic.hpp"
#include "sim/world/zone_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace standby::sim {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::uint64_t seeds = 20;

// Says yes to some commits and writes nothing.
class ForgetfulDisk : public Disk {
public:
    Result<void, engine::StoreError> commit(const engine::Batch& batch) override {
        return ++commits_ % 15 == 0 ? Result<void, engine::StoreError>{} : Disk::commit(batch);
    }

private:
    int commits_ = 0;
};

// Writes the first resource of a batch and says that all is written.
class HalfDisk : public Disk {
public:
    Result<void, engine::StoreError> commit(const engine::Batch& batch) override {
        engine::Batch half = batch;
        half.resources.resize(1);
        return Disk::commit(half);
    }
};

// Says yes first and writes later: a crash in between loses what was acknowledged.
class LazyDisk : public Disk {
public:
    Result<void, engine::StoreError> commit(const engine::Batch& batch) override {
        write();
        late_ = batch;
        return {};
    }
    void lose_power() override { late_.reset(); }

private:
    void write() {
        if (late_) {
            static_cast<void>(Disk::commit(*late_));
        }
    }
    std::optional<engine::Batch> late_;
};

// Writes everything but the answers, so that a repeated request looks new.
class UnkeyedDisk : public Disk {
public:
    Result<void, engine::StoreError> commit(const engine::Batch& batch) override {
        engine::Batch changed = batch;
        for (engine::ResourceChange& change : changed.resources) {
            change.answers.clear();
        }
        return Disk::commit(changed);
    }
};

// Loses messages.
class SilentDisk : public Disk {
public:
    Result<void, engine::StoreError> commit(const engine::Batch& batch) override {
        engine::Batch changed = batch;
        for (engine::ResourceChange& change : changed.resources) {
            change.outbox.clear();
        }
        return Disk::commit(changed);
    }
};

// Never tells a new process that anything is due.
class SleepyDisk : public Disk {
public:
    Result<void, engine::StoreError> commit(const engine::Batch& batch) override {
        engine::Batch changed = batch;
        for (engine::ResourceChange& change : changed.resources) {
            change.next_due.reset();
        }
        return Disk::commit(changed);
    }
};

class BrokenDisk : public testing::Test {
protected:
    const ZoneBook zones = load_zones().value();

    // What is found in the first seeds, as "check: sentence".
    template <class Broken>
    std::set<std::string> found_in_traffic() {
        std::set<std::string> found;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            Broken disk;
            WorldOptions options;
            options.seed = seed;
            for (const Violation& violation : Traffic{options, disk, zones}.run().violations) {
                found.insert(violation.check + ": " + violation.what);
            }
        }
        return found;
    }
    template <class Broken>
    std::set<std::string> found_in_worlds() {
        std::set<std::string> found;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            Broken disk;
            WorldOptions options;
            options.seed = seed;
            ShardTarget target{seed, disk, zones};
            std::vector<Violation> violations = World{options, target, zones}.run().violations;
            for (const Violation& violation : target.finish()) {
                violations.push_back(violation);
            }
            for (const Violation& violation : violations) {
                found.insert(violation.check + ": " + violation.what);
            }
        }
        return found;
    }
    template <class Broken>
    std::vector<std::string> found_in_stories() {
        return tell_all(
                   small_stories(), [] { return std::make_unique<Broken>(); }, zones)
            .violations;
    }
};

TEST_F(BrokenDisk, NothingIsFoundWithATrueOne) {
    EXPECT_THAT(found_in_traffic<Disk>(), IsEmpty());
    EXPECT_THAT(found_in_worlds<Disk>(), IsEmpty());
    EXPECT_THAT(found_in_stories<Disk>(), IsEmpty());
}

TEST_F(BrokenDisk, ACommitThatWasAcknowledgedAndLostIsNoticed) {
    EXPECT_THAT(found_in_traffic<ForgetfulDisk>(), Contains(HasSubstr("durable: ")));
    EXPECT_THAT(found_in_worlds<ForgetfulDisk>(), Contains(HasSubstr("and is lost")));
    EXPECT_THAT(found_in_stories<ForgetfulDisk>(), Not(IsEmpty()));
}

TEST_F(BrokenDisk, HalfABatchIsNoticed) {
    EXPECT_THAT(found_in_traffic<HalfDisk>(), Contains(HasSubstr("which are not the")));
    EXPECT_THAT(found_in_stories<HalfDisk>(), Not(IsEmpty()));
}

TEST_F(BrokenDisk, AnAnswerBeforeItIsDurableIsNoticed) {
    EXPECT_THAT(found_in_traffic<LazyDisk>(), Contains(HasSubstr("durable: ")));
    EXPECT_THAT(found_in_worlds<LazyDisk>(), Contains(HasSubstr("durable: ")));
    EXPECT_THAT(found_in_stories<LazyDisk>(), Contains(HasSubstr("crash")));
}

TEST_F(BrokenDisk, ARequestThatIsCarriedOutTwiceIsNoticed) {
    EXPECT_THAT(found_in_traffic<UnkeyedDisk>(), Contains(HasSubstr("is carried out twice")));
    EXPECT_THAT(found_in_stories<UnkeyedDisk>(), Not(IsEmpty()));
}

TEST_F(BrokenDisk, ALostMessageIsNoticed) {
    EXPECT_THAT(found_in_traffic<SilentDisk>(), Contains(HasSubstr("the outbox holds")));
}

TEST_F(BrokenDisk, AScheduleThatForgetsIsNoticed) {
    EXPECT_THAT(found_in_traffic<SleepyDisk>(), Contains(HasSubstr("the schedule does not say")));
}

}  // namespace
}  // namespace standby::sim
