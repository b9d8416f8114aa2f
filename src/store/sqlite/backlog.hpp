// What was committed to the log and is not in the tables yet. While commits come faster than rows
// can be written, each goes to the log only, and a thread brings what piled up into the tables, a
// lot at a time. In calm times commits go to the tables at once, and this is empty.
#pragma once

#include "base/result.hpp"
#include "engine/ports/store.hpp"
#include "store/sqlite/commit_log.hpp"
#include "store/sqlite/database.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace standby::store {

class Backlog {
public:
    // Brings into the tables what the log still has of an earlier process, and empties it.
    static Result<std::unique_ptr<Backlog>, std::string> open(Database& database);
    ~Backlog();
    Backlog(const Backlog&) = delete;
    Backlog& operator=(const Backlog&) = delete;

    // Whether the batch should come here: it is a busy time, or an earlier change of one of its
    // resources is still on its way to the tables.
    bool takes(const engine::Batch& batch);
    // Durable when it returns; the tables follow.
    Result<void, engine::StoreError> commit(const engine::Batch& batch);
    // Whether no outcome is unknown any more.
    bool settle();

    // Waits until all that was committed before of the resource, or of every one, is in the tables.
    // False: they can't be written now.
    bool catch_up(core::ResourceNumber resource);
    bool catch_up();
    // The same without making haste: within half a second.
    bool come_along();
    // Also sees to it that nothing of it is left in the log's files.
    bool empty();

    // As it was committed last, if that is not in the tables yet.
    std::optional<engine::Person> person(core::EntryId entry);

private:
    using Clock = std::chrono::steady_clock;

    // What every commit of the log is checked against: the tables don't have it yet.
    struct Head {
        std::uint64_t number = 0;  // of the last record with a change of the resource
        std::uint64_t last_event = 0;
        std::uint64_t last_answer = 0;
        std::vector<core::Ticket> entries;  // with a row
    };
    struct Record {
        std::uint64_t number = 0;
        std::vector<std::byte> data;
        std::vector<core::ResourceNumber> resources;
        std::vector<core::EntryId> people;
    };
    struct LastPerson {
        std::uint64_t number = 0;
        engine::Person person;
    };
    struct Waiting {
        const engine::Batch* batch = nullptr;
        std::vector<std::byte> data;
        Result<void, engine::StoreError> result{};
        bool is_done = false;
    };

    explicit Backlog(Database& database, CommitLog::Options options);
    Result<void, std::string> recover(std::uint64_t folded);
    bool is_calm(const engine::Batch& batch);
    Result<void, std::string> check(const engine::Batch& batch);
    Result<Head, std::string> stored_head(const engine::ResourceChange& change);
    Result<void, std::string> check_contacts(const engine::ResourceChange& change,
                                             const Head& head);
    void write_group(const std::vector<Waiting*>& group);
    void remember(const engine::Batch& batch, std::uint64_t number, std::vector<std::byte> data);
    bool wait_for(std::unique_lock<std::mutex>& lock, std::uint64_t number, bool in_haste);
    std::shared_ptr<void> take_log();
    void run();
    bool has_to_fold(Clock::time_point now) const;
    bool fold(std::unique_lock<std::mutex>& lock);
    void forget(std::uint64_t number);
    void use_log_again(std::uint64_t number);
    Result<void, std::string> write_rows(std::span<const std::span<const std::byte>> records,
                                         std::uint64_t last);
    bool sync_rows();

    Database& database_;
    CommitLog log_;  // used by whoever is_writing_

    std::mutex mutex_;
    std::condition_variable changed_;  // for those who wait for others
    std::condition_variable work_;     // for the thread that writes rows
    // Protected by the mutex.
    std::vector<Waiting*> waiting_;
    bool is_writing_ = false;
    std::deque<Record> records_;
    std::size_t bytes_ = 0;
    Clock::time_point oldest_{};  // when the first of the records came
    Clock::time_point newest_{};
    std::unordered_map<std::uint32_t, Head> heads_;
    std::unordered_map<std::uint64_t, LastPerson> people_;
    std::uint64_t last_number_ = 0;  // in the log
    std::uint64_t folded_ = 0;       // in the tables
    std::uint64_t wanted_ = 0;       // somebody waits for this one
    std::size_t unsynced_bytes_ = 0;
    std::uint64_t attempts_ = 0;  // to write rows, so far
    bool is_folding_ = false;
    bool has_failed_ = false;  // the last attempt
    bool is_stopping_ = false;
    double tokens_ = 0;
    Clock::time_point refilled_{};
    std::thread thread_;
};

}  // namespace standby::store
