// What a guest, or anybody without a key, may cost: per client, per entry, per list, per account
// and for the whole server. Staff and their integrations have keys, and none of this counts for
// them. The numbers leave room for two hundred people behind one address, as in a concert hall:
// docs/operating/one-file.md has them all.
#pragma once

#include "http/limits/places.hpp"
#include "http/limits/token_bucket.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

// An entry or a list as something that is counted.
ClientKey counted(std::uint64_t number);

class Budgets {
public:
    // What a request is about, from the narrowest on.
    struct Subject {
        std::uint64_t entry = 0;  // or the offer
        std::uint64_t list = 0;
        std::uint64_t account = 0;
    };

    // Requests per second of one client; what is rarer follows from it. 0: no limits at all.
    explicit Budgets(double client_rate);

    using Wait = std::optional<Duration>;

    // All of them: nothing when there is room, which is taken; otherwise how long until there is.
    // The first is counted as refused by whoever refuses it, because some need not be.
    Wait request(const ClientKey& client, Time now) { return requests_.try_take(client, now); }
    void count_refused_request() { ++requests_refused_; }
    // A document that is the same for everybody.
    Wait document(Time now) { return documents_.try_take(counted(0), now); }
    // A change of a guest's entry that brings so many bytes.
    Wait change(const ClientKey& client, const Subject& subject, std::size_t bytes, Time now);
    // Joining, which brings so many bytes. With a key, its answer is kept too.
    enum class KeepsAnswer : std::uint8_t { No, Yes };
    Wait join(const ClientKey& client, std::size_t bytes, KeepsAnswer keeps_answer, Time now);
    // The same as a change, by a link in a message, which mail servers follow for many guests.
    Wait change_by_link(std::uint64_t entry, Time now);
    // Claiming or declining: only repeating it is limited.
    Wait answer(std::uint64_t entry, Time now);
    Wait explanation(const ClientKey& client, const Subject& subject, Time now);

    // Only reports that turn out to be nobody's are counted.
    Wait callback(const ClientKey& client, Time now);
    void count_bad_callback(const ClientKey& client, Time now);

    // A live stream of an entry; null when the entry or the client has too many.
    HeldPlace stream(const ClientKey& client, std::uint64_t entry);

    // How often each turned somebody away, by its name.
    std::vector<std::pair<std::string_view, std::uint64_t>> refused() const;

private:
    const bool is_on_;
    TokenBuckets requests_;
    TokenBuckets documents_;
    TokenBuckets changes_of_client_;
    TokenBuckets changes_of_entry_;
    TokenBuckets changes_of_list_;
    TokenBuckets changes_of_account_;
    TokenBuckets bytes_of_client_;
    TokenBuckets answers_of_entry_;
    TokenBuckets explanations_of_client_;
    TokenBuckets explanations_of_entry_;
    TokenBuckets explanations_of_list_;
    TokenBuckets explanations_of_account_;
    TokenBuckets bad_callbacks_;
    CountedPlaces streams_of_client_;
    CountedPlaces streams_of_entry_;
    std::atomic<std::uint64_t> requests_refused_ = 0;
    std::atomic<std::uint64_t> streams_refused_ = 0;
    std::atomic<std::uint64_t> callbacks_refused_ = 0;
};

}  // namespace standby::http
