#include "store/sqlite/backlog.hpp"

#include "store/codec/batch_check.hpp"
#include "store/codec/change_codec.hpp"
#include "store/sqlite/batch_writer.hpp"
#include "store/sqlite/log_state.hpp"
#include "store/sqlite/queries.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::Batch;
using engine::ResourceChange;
using engine::StoreError;
using Written = Result<void, std::string>;
using std::chrono::milliseconds;

// A commit to the tables costs about as many pages as it has rows. More than so many a second, and
// the log takes over; a burst that is no more than this still goes to the tables.
constexpr double calm_rows_per_second = 2'000;
constexpr double calm_burst = 1'000;

// Rows are written once nothing has come for a moment, and not later than this after the commit.
constexpr milliseconds pause{5};
constexpr milliseconds delay_max{500};
// As much as is written at once: more makes fewer pages of it, less lets others write sooner.
constexpr std::size_t fold_bytes_max = 8U << 20U;
// Commits wait while there is more than this.
constexpr std::size_t backlog_bytes_max = 64U << 20U;
// The log's files are used again after so much.
constexpr std::size_t unsynced_bytes_max = 16U << 20U;
constexpr milliseconds retry_after{100};
// Whoever waits for rows waits until so many attempts to write them have failed.
constexpr std::uint64_t attempts_waited_for = 4;

std::size_t rows_of(const Batch& batch) {
    std::size_t rows = 0;
    for (const ResourceChange& change : batch.resources) {
        rows += 1 + change.events.size() + change.rows.entries.size() + change.rows.offers.size();
    }
    return rows;
}

}  // namespace

Result<std::unique_ptr<Backlog>, std::string> Backlog::open(Database& database) {
    CommitLog::Options options{.database = database.path(), .calls = database.options().log_calls};
    const LogState state = TRY(log_state(database));
    options.identity = state.identity;
    // tidy: allow raw_new because the constructor is private and the owner takes it at once
    std::unique_ptr<Backlog> backlog(new Backlog(database, std::move(options)));
    TRY(backlog->recover(state.folded));
    backlog->thread_ = std::thread([raw = backlog.get()] { raw->run(); });
    return backlog;
}

Backlog::Backlog(Database& database, CommitLog::Options options)
    : database_(database), log_(std::move(options)), tokens_(calm_burst), refilled_(Clock::now()) {}

Backlog::~Backlog() {
    {
        const std::scoped_lock lock(mutex_);
        is_stopping_ = true;
    }
    work_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
    // Whoever copies the database of a server that was stopped finds everything in it.
    if (records_.empty() && last_number_ == folded_ && sync_rows()) {
        log_.remove();
    }
}

// The rows of one lot after the other; where that fails, the log stays as it is.
Result<void, std::string> Backlog::recover(std::uint64_t folded) {
    std::vector<std::vector<std::byte>> records;
    std::size_t bytes = 0;
    folded_ = folded;
    const auto write = [&](std::uint64_t last) -> Written {
        if (!records.empty()) {
            const std::vector<std::span<const std::byte>> lot(records.begin(), records.end());
            TRY(write_rows(lot, last));
            records.clear();
            bytes = 0;
            folded_ = last;
        }
        return {};
    };
    TRY(log_.recover(folded, [&](std::uint64_t number, std::span<const std::byte> data) -> Written {
        records.emplace_back(data.begin(), data.end());
        bytes += data.size();
        return bytes < fold_bytes_max ? Written{} : write(number);
    }));
    last_number_ = log_.last_number();
    TRY(write(last_number_));
    const bool is_empty = sync_rows() && log_.remove();
    if (!is_empty) {
        return std::unexpected(fmt::format("{} cannot be written to", database_.path()));
    }
    return {};
}

bool Backlog::takes(const Batch& batch) {
    const std::scoped_lock lock(mutex_);
    const auto is_on_its_way = [&](const ResourceChange& change) {
        return heads_.contains(change.resource.value());
    };
    return !is_calm(batch) || std::ranges::any_of(batch.resources, is_on_its_way);
}

bool Backlog::is_calm(const Batch& batch) {
    switch (database_.options().commits) {
    case CommitsTo::Tables:
        return true;
    case CommitsTo::Log:
        return batch.resources.empty();
    case CommitsTo::Either:
        break;
    }
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - refilled_).count();
    tokens_ = std::min(calm_burst, tokens_ + seconds * calm_rows_per_second);
    refilled_ = now;
    const auto cost = static_cast<double>(rows_of(batch));
    tokens_ = std::max(0.0, tokens_ - cost);
    return tokens_ > 0;
}

// What the tables would refuse has to be refused now: once it is in the log it is committed.
Result<void, std::string> Backlog::check(const Batch& batch) {
    if (std::optional<std::string> problem = problem_with(batch)) {
        return std::unexpected(*std::move(problem));
    }
    for (const ResourceChange& change : batch.resources) {
        std::optional<Head> head;
        {
            const std::scoped_lock lock(mutex_);
            if (const auto found = heads_.find(change.resource.value()); found != heads_.end()) {
                head = found->second;
            }
        }
        if (!head) {
            head = TRY(stored_head(change));
        }
        if (event_before(change) != head->last_event) {
            return std::unexpected(fmt::format("resource {}: event {} is not its last one",
                                               change.resource.value(), event_before(change)));
        }
        std::uint64_t last_answer = head->last_answer;
        for (const engine::AnswerRow& answer : change.answers) {
            if (answer.number <= last_answer) {
                return std::unexpected(fmt::format("resource {} has an answer {} already",
                                                   change.resource.value(), answer.number));
            }
            last_answer = answer.number;
        }
        TRY(check_contacts(change, *head));
    }
    return {};
}

Result<Backlog::Head, std::string> Backlog::stored_head(const ResourceChange& change) {
    std::optional<Head> head;
    const auto read = database_.read([&](Connection& connection) -> Written {
        head = TRY(connection.first(
            sql("SELECT last_event FROM resources WHERE number = $1", change.resource),
            [](SqlRow& row) { return Head{.last_event = row.number<std::uint64_t>(0)}; }));
        if (head && !change.answers.empty()) {
            const auto last = TRY(connection.first(
                sql("SELECT coalesce(max(number), 0) FROM answers WHERE resource = $1",
                    change.resource),
                [](SqlRow& row) { return row.hash(0); }));
            head->last_answer = last.value_or(0);
        }
        return {};
    });
    if (!read || !head) {
        return std::unexpected(
            fmt::format("resource {} was never allocated", change.resource.value()));
    }
    return *head;
}

Result<void, std::string> Backlog::check_contacts(const ResourceChange& change, const Head& head) {
    for (const core::ContactChange& contact : change.rows.contacts) {
        const bool has_row = std::ranges::binary_search(change.rows.entries, contact.entry, {},
                                                        &core::RowChange::number) ||
                             std::ranges::find(head.entries, contact.entry) != head.entries.end();
        if (has_row) {
            continue;
        }
        const auto stored =
            database_.first(sql("SELECT number FROM entries WHERE resource = $1 AND number = $2",
                                change.resource, contact.entry),
                            [](SqlRow& row) { return row.number<core::Ticket>(0); });
        if (!stored || !*stored) {
            return std::unexpected(fmt::format("there is no entry {} of resource {} for a contact",
                                               contact.entry, change.resource.value()));
        }
    }
    return {};
}

Result<void, StoreError> Backlog::commit(const Batch& batch) {
    if (const Written checked = check(batch); !checked) {
        database_.report(fmt::format("Not committed: {}", checked.error()));
        return std::unexpected(StoreError::NotCommitted);
    }
    Waiting mine{.batch = &batch, .data = encode_changes(batch.resources)};
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return bytes_ < backlog_bytes_max || has_failed_; });
    if (has_failed_) {
        return std::unexpected(StoreError::NotCommitted);
    }
    waiting_.push_back(&mine);
    changed_.wait(lock, [&] { return mine.is_done || !is_writing_; });
    if (mine.is_done) {
        return mine.result;
    }
    is_writing_ = true;
    const std::vector<Waiting*> group = std::exchange(waiting_, {});
    lock.unlock();
    write_group(group);
    lock.lock();
    for (Waiting* each : group) {
        each->is_done = true;
    }
    is_writing_ = false;
    changed_.notify_all();
    return mine.result;
}

void Backlog::write_group(const std::vector<Waiting*>& group) {
    std::vector<std::vector<std::byte>> records;
    records.reserve(group.size());
    for (Waiting* each : group) {
        records.push_back(std::move(each->data));
    }
    const Result<void, StoreError> appended = log_.append(records);
    if (!appended) {
        database_.report(
            fmt::format("The commit failed: the log of {} could not be written", database_.path()));
        for (Waiting* each : group) {
            each->result = appended;
        }
        return;
    }
    const std::scoped_lock lock(mutex_);
    std::uint64_t number = log_.last_number() - group.size();
    const bool was_empty = records_.empty();
    for (std::size_t index = 0; index < group.size(); ++index) {
        remember(*group[index]->batch, ++number, std::move(records[index]));
    }
    if (was_empty) {
        work_.notify_all();
    }
}

// With the lock held.
void Backlog::remember(const Batch& batch, std::uint64_t number, std::vector<std::byte> data) {
    Record record{.number = number, .data = std::move(data)};
    for (const ResourceChange& change : batch.resources) {
        record.resources.push_back(change.resource);
        Head& head = heads_[change.resource.value()];
        head.number = number;
        head.last_event = change.last_event;
        if (!change.answers.empty()) {
            head.last_answer = change.answers.back().number;
        }
        for (const core::RowChange& row : change.rows.entries) {
            if (row.is_new) {
                head.entries.push_back(row.number);
            }
        }
        for (const engine::PersonChange& each : change.people) {
            const core::EntryId entry = core::entry_id(change.resource, each.entry);
            people_[entry.value()] = {.number = number, .person = each.person};
            record.people.push_back(entry);
        }
    }
    const Clock::time_point now = Clock::now();
    if (records_.empty()) {
        oldest_ = now;
    }
    newest_ = now;
    bytes_ += record.data.size();
    last_number_ = number;
    records_.push_back(std::move(record));
}

bool Backlog::settle() {
    if (log_.is_settled()) {
        return true;
    }
    const auto turn = take_log();
    return log_.settle();
}

bool Backlog::catch_up(ResourceNumber resource) {
    std::unique_lock lock(mutex_);
    const auto found = heads_.find(resource.value());
    return found == heads_.end() || wait_for(lock, found->second.number, true);
}

bool Backlog::catch_up() {
    std::unique_lock lock(mutex_);
    return wait_for(lock, last_number_, true);
}

bool Backlog::come_along() {
    std::unique_lock lock(mutex_);
    return wait_for(lock, last_number_, false);
}

// An attempt that began before may not have had it; one that begins from now on has. A disk that
// fails once is no reason to tell anybody that nothing can be read.
bool Backlog::wait_for(std::unique_lock<std::mutex>& lock, std::uint64_t number, bool in_haste) {
    if (folded_ >= number) {
        return true;
    }
    if (in_haste) {
        wanted_ = std::max(wanted_, number);
        work_.notify_all();
    }
    const std::uint64_t enough = attempts_ + (is_folding_ ? 1 : 0) + attempts_waited_for;
    changed_.wait(lock, [&] { return folded_ >= number || (has_failed_ && attempts_ >= enough); });
    return folded_ >= number;
}

bool Backlog::empty() {
    const auto turn = take_log();
    {
        std::unique_lock lock(mutex_);
        if (!wait_for(lock, last_number_, true)) {
            return false;
        }
    }
    return sync_rows() && log_.remove();
}

std::optional<engine::Person> Backlog::person(core::EntryId entry) {
    const std::scoped_lock lock(mutex_);
    const auto found = people_.find(entry.value());
    return found == people_.end() ? std::nullopt : std::optional(found->second.person);
}

// Nobody appends while it is held.
std::shared_ptr<void> Backlog::take_log() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !is_writing_; });
    is_writing_ = true;
    return {nullptr, [this](void*) {
                {
                    const std::scoped_lock again(mutex_);
                    is_writing_ = false;
                }
                changed_.notify_all();
            }};
}

bool Backlog::has_to_fold(Clock::time_point now) const {
    if (records_.empty()) {
        return false;
    }
    return wanted_ > folded_ || is_stopping_ || bytes_ >= fold_bytes_max ||
           now - oldest_ >= delay_max || now - newest_ >= pause;
}

void Backlog::run() {
    std::unique_lock lock(mutex_);
    while (!is_stopping_ || !records_.empty()) {
        const Clock::time_point now = Clock::now();
        if (!has_to_fold(now)) {
            if (records_.empty()) {
                work_.wait(lock);
            } else {
                work_.wait_until(lock, std::min(oldest_ + delay_max, newest_ + pause));
            }
            continue;
        }
        if (fold(lock)) {
            continue;
        }
        if (is_stopping_) {
            return;  // the log has it
        }
        wanted_ = 0;
        work_.wait_for(lock, retry_after);
    }
}

// Brings the first records into the tables.
bool Backlog::fold(std::unique_lock<std::mutex>& lock) {
    std::vector<std::span<const std::byte>> lot;  // only this thread takes records away
    std::size_t bytes = 0;
    std::uint64_t last = 0;
    for (const Record& record : records_) {
        if (bytes >= fold_bytes_max) {
            break;
        }
        bytes += record.data.size();
        last = record.number;
        lot.emplace_back(record.data);
    }
    is_folding_ = true;
    lock.unlock();
    const Written written = write_rows(lot, last);
    lock.lock();
    is_folding_ = false;
    ++attempts_;
    has_failed_ = !written;
    if (written) {
        folded_ = last;
        forget(last);
    } else {
        database_.report(fmt::format("Rows could not be written: {}", written.error()));
    }
    changed_.notify_all();
    if (written && unsynced_bytes_ >= unsynced_bytes_max) {
        lock.unlock();
        use_log_again(last);
        lock.lock();
    }
    return written.has_value();
}

void Backlog::use_log_again(std::uint64_t number) {
    if (sync_rows()) {
        const auto turn = take_log();
        log_.let_go(number);
        unsynced_bytes_ = 0;
    }
}

void Backlog::forget(std::uint64_t number) {
    while (!records_.empty() && records_.front().number <= number) {
        const Record& record = records_.front();
        for (const ResourceNumber resource : record.resources) {
            const auto found = heads_.find(resource.value());
            if (found != heads_.end() && found->second.number <= number) {
                heads_.erase(found);
            }
        }
        for (const core::EntryId entry : record.people) {
            const auto found = people_.find(entry.value());
            if (found != people_.end() && found->second.number <= number) {
                people_.erase(found);
            }
        }
        bytes_ -= record.data.size();
        unsynced_bytes_ += record.data.size();
        records_.pop_front();
    }
    if (!records_.empty()) {
        oldest_ = std::min(Clock::now(), newest_);
    }
}

// The changes of one resource one after the other, so that each of its pages is touched once.
Written Backlog::write_rows(std::span<const std::span<const std::byte>> records,
                            std::uint64_t last) {
    std::vector<ResourceChange> changes;
    for (const std::span<const std::byte> record : records) {
        auto decoded = decode_changes(record);
        if (!decoded) {
            return std::unexpected("the log holds a record that can't be read");
        }
        std::ranges::move(*decoded, std::back_inserter(changes));
    }
    std::ranges::stable_sort(changes, {}, &ResourceChange::resource);
    return database_.write_unsynced([&](Connection& connection) -> Written {
        TRY(connection.run("BEGIN IMMEDIATE"));
        for (const ResourceChange& change : changes) {
            TRY(write_change(connection, change));
        }
        TRY(connection.run("UPDATE commit_log SET folded = ?", last));
        return connection.run("COMMIT");
    });
}

bool Backlog::sync_rows() {
    return database_
        .write([](Connection& connection) -> Written {
            return commit_nothing(connection) ? Written{} : failure_of(connection);
        })
        .has_value();
}

}  // namespace standby::store
