// The faults of the memory store do what they say, so that a simulation can rely on them.
#include "tests/memory_store/memory_store.hpp"
#include "tests/store_contract/builders_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::store {
namespace {

using engine::StoreError;

class MemoryFaults : public testing::Test {
protected:
    MemoryFaults() {
        resource_ = store_.allocate_resource(engine::AccountNumber{1}, {}, at(0)).value();
    }
    void inject(Call where, Fault fault) {
        store_.set_faults([=](Call call) { return call == where ? fault : Fault::None; });
    }
    std::size_t events() { return store_.events(resource_, 0, 10).value().size(); }

    MemoryStore store_;
    core::ResourceNumber resource_;
};

TEST_F(MemoryFaults, FailBeforeWritesNothing) {
    inject(Call::Commit, Fault::FailBefore);
    EXPECT_EQ(store_.commit(batch_of(Changes(resource_).next(1, at(1)))),
              std::unexpected(StoreError::NotCommitted));
    EXPECT_EQ(events(), 0u);
}

TEST_F(MemoryFaults, UnknownBeforeWritesNothing) {
    inject(Call::Commit, Fault::UnknownBefore);
    EXPECT_EQ(store_.commit(batch_of(Changes(resource_).next(1, at(1)))),
              std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_EQ(events(), 0u);
}

TEST_F(MemoryFaults, UnknownAfterHasWrittenAndCanBeReadBack) {
    inject(Call::Commit, Fault::UnknownAfter);
    const engine::Batch batch = batch_of(Changes(resource_).next(1, at(1)));
    EXPECT_EQ(store_.commit(batch), std::unexpected(StoreError::OutcomeUnknown));
    EXPECT_EQ(events(), 1u);
    inject(Call::Commit, Fault::None);
    EXPECT_EQ(store_.commit(batch), std::unexpected(StoreError::NotCommitted))
        << "the same events are not written twice";
}

TEST_F(MemoryFaults, ReadsFailAsUnknown) {
    for (const Fault fault : {Fault::FailBefore, Fault::UnknownBefore, Fault::UnknownAfter}) {
        inject(Call::Events, fault);
        EXPECT_EQ(store_.events(resource_, 0, 10), std::unexpected(StoreError::OutcomeUnknown));
        inject(Call::Load, fault);
        EXPECT_EQ(store_.load(resource_, at(0)).error(), StoreError::OutcomeUnknown);
    }
}

TEST_F(MemoryFaults, ACopyOfTheContentSurvivesACrash) {
    ASSERT_TRUE(store_.commit(batch_of(Changes(resource_).next(1, at(1)))));
    const MemoryContent durable = store_.content();
    Changes later(resource_);
    later.next(1, at(1));
    ASSERT_TRUE(store_.commit(batch_of(later.next(1, at(2)))));
    MemoryStore after(durable);
    EXPECT_EQ(after.events(resource_, 0, 10).value().size(), 1u);
    EXPECT_EQ(after.content(), durable);
}

}  // namespace
}  // namespace standby::store
