#include "http/limits/budgets.hpp"

#include <algorithm>
#include <memory>

namespace standby::http {
namespace {

// Seconds' worth of requests that may come at once: a hall full of people opens the page together.
constexpr double request_burst = 10;
// Of a client's requests so many may be changes.
constexpr double changes_share = 0.1;

// Written for each change or join besides what it brings.
constexpr std::size_t bytes_per_change = 512;
// Written for an answer that is kept, which repeats what the join brought: up to a page of the
// file.
constexpr std::size_t bytes_per_answer = 4096;
// Half a megabyte a minute, and less than one in the first, when a hall full of people joins.
constexpr double bytes_rate = 8 * 1024;
constexpr double bytes_burst = 384 * 1024;

std::uint32_t charge_for(std::size_t bytes) {
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(bytes, static_cast<std::size_t>(bytes_burst)));
}

// Tabs and devices that watch one entry at the same time; more show the same.
constexpr std::size_t streams_of_entry_max = 8;
constexpr std::size_t streams_of_client_max = 500;

BucketOptions bucket(double client_rate, double rate, double burst) {
    return {.rate_per_second = client_rate > 0 ? rate : 0, .burst = burst};
}

}  // namespace

ClientKey counted(std::uint64_t number) {
    return {ClientKey::Kind::Number, number};
}

Budgets::Budgets(double client_rate)
    : is_on_(client_rate > 0),
      requests_(bucket(client_rate, client_rate, client_rate * request_burst)),
      documents_(bucket(client_rate, 200, 1'000)),
      changes_of_client_(bucket(client_rate, client_rate * changes_share,
                                client_rate * changes_share * request_burst)),
      changes_of_entry_(bucket(client_rate, 0.2, 20)),
      changes_of_list_(bucket(client_rate, 200, 2'000)),
      changes_of_account_(bucket(client_rate, 600, 6'000)),
      bytes_of_client_(bucket(client_rate, bytes_rate, bytes_burst)),
      answers_of_entry_(bucket(client_rate, 1, 30)),
      explanations_of_client_(bucket(client_rate, 2, 50)),
      explanations_of_entry_(bucket(client_rate, 0.1, 5)),
      explanations_of_list_(bucket(client_rate, 5, 50)),
      explanations_of_account_(bucket(client_rate, 15, 150)),
      bad_callbacks_(bucket(client_rate, 0.5, 20)) {}

Budgets::Wait Budgets::change(const ClientKey& client, const Subject& subject, std::size_t bytes,
                              Time now) {
    const std::uint32_t size = charge_for(bytes + bytes_per_change);
    // The narrowest first: whoever exceeds that takes nothing from the others.
    Wait wait = changes_of_entry_.try_take(counted(subject.entry), now);
    wait = wait ? wait : changes_of_client_.try_take(client, now);
    wait = wait ? wait : bytes_of_client_.try_take(client, now, size);
    wait = wait ? wait : changes_of_list_.try_take(counted(subject.list), now);
    return wait ? wait : changes_of_account_.try_take(counted(subject.account), now);
}

Budgets::Wait Budgets::join(const ClientKey& client, std::size_t bytes, KeepsAnswer keeps_answer,
                            Time now) {
    const std::size_t kept = keeps_answer == KeepsAnswer::Yes ? bytes + bytes_per_answer : 0;
    return bytes_of_client_.try_take(client, now, charge_for(bytes + bytes_per_change + kept));
}

Budgets::Wait Budgets::change_by_link(std::uint64_t entry, Time now) {
    return changes_of_entry_.try_take(counted(entry), now);
}

Budgets::Wait Budgets::answer(std::uint64_t entry, Time now) {
    return answers_of_entry_.try_take(counted(entry), now);
}

Budgets::Wait Budgets::explanation(const ClientKey& client, const Subject& subject, Time now) {
    Wait wait = explanations_of_entry_.try_take(counted(subject.entry), now);
    wait = wait ? wait : explanations_of_client_.try_take(client, now);
    wait = wait ? wait : explanations_of_list_.try_take(counted(subject.list), now);
    return wait ? wait : explanations_of_account_.try_take(counted(subject.account), now);
}

Budgets::Wait Budgets::callback(const ClientKey& client, Time now) {
    const Wait wait = bad_callbacks_.wait_of(client, now);
    callbacks_refused_ += wait ? 1 : 0;
    return wait;
}

void Budgets::count_bad_callback(const ClientKey& client, Time now) {
    static_cast<void>(bad_callbacks_.try_take(client, now));
}

HeldPlace Budgets::stream(const ClientKey& client, std::uint64_t entry) {
    if (!is_on_) {
        return std::make_shared<int>();
    }
    HeldPlace of_entry = hold_place(streams_of_entry_, counted(entry), streams_of_entry_max);
    HeldPlace of_client =
        of_entry ? hold_place(streams_of_client_, client, streams_of_client_max) : nullptr;
    if (!of_client) {
        ++streams_refused_;
        return nullptr;
    }
    return std::make_shared<std::pair<HeldPlace, HeldPlace>>(std::move(of_entry),
                                                             std::move(of_client));
}

std::vector<std::pair<std::string_view, std::uint64_t>> Budgets::refused() const {
    return {{"client_requests", requests_refused_},
            {"documents", documents_.refused()},
            {"entry_changes", changes_of_entry_.refused()},
            {"client_changes", changes_of_client_.refused()},
            {"client_bytes", bytes_of_client_.refused()},
            {"list_changes", changes_of_list_.refused()},
            {"account_changes", changes_of_account_.refused()},
            {"entry_answers", answers_of_entry_.refused()},
            {"explanations", explanations_of_entry_.refused() + explanations_of_client_.refused() +
                                 explanations_of_list_.refused() +
                                 explanations_of_account_.refused()},
            {"callbacks", callbacks_refused_},
            {"streams", streams_refused_}};
}

}  // namespace standby::http
