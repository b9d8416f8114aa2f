// Limits how often each client may do something: a bucket of `burst` tokens per client that fills
// at `rate_per_second`. The networks of one IPv6 site share a bucket, too, of four times as much.
// The table is bounded; the client that was quiet longest is forgotten first, and its bucket is the
// fullest or close to it.
#pragma once

#include "base/guarded.hpp"
#include "base/time.hpp"
#include "http/limits/client_key.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace standby::http {

struct BucketOptions {
    double rate_per_second = 5;  // 0 or less: no limit
    double burst = 20;           // at least 1
    std::size_t clients_max = 100'000;
};

class TokenBuckets {
public:
    explicit TokenBuckets(const BucketOptions& options);

    // Takes a token of the client. Nothing when there was one; otherwise how long until there is
    // one, always more than zero, and nothing is taken. May be called from any thread. A clock that
    // is set back costs a client at most the time that an empty bucket needs.
    [[nodiscard]] std::optional<Duration> try_take(std::string_view client, Time now);
    // The same of several tokens, and by whatever is counted; `count` at most the burst.
    [[nodiscard]] std::optional<Duration> try_take(const ClientKey& client, Time now,
                                                   std::uint32_t count = 1);
    // How long until there is a token; nothing when there is one. Takes none, counts no refusal.
    [[nodiscard]] std::optional<Duration> wait_of(const ClientKey& client, Time now) const;

    // Gives a token back that was taken, because what it was taken for turned out well.
    void give_back(std::string_view client);

    [[nodiscard]] std::size_t clients() const;
    // How often there was none.
    [[nodiscard]] std::uint64_t refused() const;

private:
    using Microseconds = std::chrono::sys_time<std::chrono::microseconds>;

    // A bucket as one number: when it will be full again.
    struct Bucket {
        ClientKey client;
        Microseconds full_at;
    };
    struct HashClient {
        std::uint64_t seed;
        std::size_t operator()(const ClientKey& client) const noexcept;
    };
    struct Table {
        std::list<Bucket> by_use;  // the client heard of last is first
        std::unordered_map<ClientKey, std::list<Bucket>::iterator, HashClient> of_client;
        std::uint64_t refused = 0;
    };

    Bucket& bucket_of(Table& table, const ClientKey& client, Microseconds now) const;
    std::optional<Duration> take(Table& table, const ClientKey& client,
                                 std::chrono::microseconds cost, Microseconds now) const;
    std::chrono::microseconds cost_of(const ClientKey& client, std::uint32_t count) const;
    static void add(Table& table, const ClientKey& client, std::chrono::microseconds cost);

    std::chrono::microseconds interval_;  // in which one token comes; zero: no limit
    std::chrono::microseconds capacity_;  // in which an empty bucket becomes full
    std::size_t clients_max_;
    Guarded<Table> table_;
};

// What to write into Retry-After: whole seconds, at least 1.
std::uint64_t retry_after_seconds(Duration wait);

}  // namespace standby::http
