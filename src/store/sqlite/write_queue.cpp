// One leader at a time; the others wait for their results, or to become the next leader.
#include "store/sqlite/write_queue.hpp"

#include <utility>

namespace standby::store {

Result<void, engine::StoreError> WriteQueue::submit(const Job& job, const CarryOut& carry_out) {
    WaitingJob mine{.job = &job};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&mine);
    changed_.wait(lock, [&] { return mine.is_done || !is_writing_; });
    if (mine.is_done) {
        return mine.result;
    }
    is_writing_ = true;
    const std::vector<WaitingJob*> group = std::exchange(waiting_, {});
    lock.unlock();
    carry_out(group);
    lock.lock();
    for (WaitingJob* each : group) {
        each->is_done = true;
    }
    is_writing_ = false;
    changed_.notify_all();
    return mine.result;
}

void WriteQueue::exclusively(const std::function<void()>& use) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !is_writing_; });
    is_writing_ = true;
    lock.unlock();
    use();
    lock.lock();
    is_writing_ = false;
    changed_.notify_all();
}

std::size_t WriteQueue::waiting() {
    const std::scoped_lock lock(mutex_);
    return waiting_.size();
}

}  // namespace standby::store
