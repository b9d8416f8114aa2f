// The buckets. A token taken moves the moment at which the bucket is full by one interval; the
// bucket is empty when that moment would lie more than the capacity ahead.
#include "http/limits/token_bucket.hpp"

#include "base/prng.hpp"
#include "http/auth/crypto.hpp"

#include <algorithm>
#include <span>

namespace standby::http {
namespace {

constexpr double microseconds_per_second = 1e6;
constexpr double interval_max_us = 1e13;  // four months for one token

std::chrono::microseconds interval_of(const BucketOptions& options) {
    if (!(options.rate_per_second > 0)) {
        return {};
    }
    const double interval_us = microseconds_per_second / options.rate_per_second;
    return std::chrono::microseconds(
        static_cast<std::int64_t>(std::min(interval_us, interval_max_us)));
}

std::uint64_t random_seed() {
    std::uint64_t seed = 0;
    fill_with_randomness(std::as_writable_bytes(std::span(&seed, 1)));
    return seed;
}

}  // namespace

// Seeded, so that nobody can choose addresses that all fall into one slot of the table.
std::size_t TokenBuckets::HashClient::operator()(const ClientKey& client) const noexcept {
    return mix64(mix64(client.value ^ seed) + static_cast<std::uint64_t>(client.kind));
}

TokenBuckets::TokenBuckets(const BucketOptions& options)
    : interval_(interval_of(options)),
      capacity_(interval_ * static_cast<std::int64_t>(std::clamp(options.burst, 1.0, 1e6))),
      clients_max_(std::max<std::size_t>(options.clients_max, 1)),
      table_(Table{{}, decltype(Table::of_client)(0, HashClient{random_seed()})}) {}

std::optional<Duration> TokenBuckets::try_take(std::string_view client, Time now) {
    if (interval_ == std::chrono::microseconds::zero()) {
        return std::nullopt;
    }
    return try_take(client_key(client), now);
}

std::optional<Duration> TokenBuckets::try_take(const ClientKey& client, Time now,
                                               std::uint32_t count) {
    if (interval_ == std::chrono::microseconds::zero()) {
        return std::nullopt;
    }
    return table_.with([&](Table& table) -> std::optional<Duration> {
        const auto cost = cost_of(client, count);
        auto wait = take(table, client, cost, now);
        const auto site = wait ? std::nullopt : site_of(client);
        if (site) {
            wait = take(table, *site, cost_of(*site, count), now);
            if (wait) {
                add(table, client, -cost);
            }
        }
        table.refused += wait ? 1 : 0;
        return wait;
    });
}

std::optional<Duration> TokenBuckets::wait_of(const ClientKey& client, Time now) const {
    if (interval_ == std::chrono::microseconds::zero()) {
        return std::nullopt;
    }
    return table_.with([&](const Table& table) -> std::optional<Duration> {
        const auto found = table.of_client.find(client);
        const Microseconds latest = now + capacity_ - interval_;
        if (found == table.of_client.end() || found->second->full_at <= latest) {
            return std::nullopt;
        }
        return std::chrono::ceil<Duration>(std::min(found->second->full_at - latest, interval_));
    });
}

void TokenBuckets::give_back(std::string_view client) {
    const ClientKey key = client_key(client);
    table_.with([&](Table& table) {
        add(table, key, -cost_of(key, 1));
        if (const auto site = site_of(key)) {
            add(table, *site, -cost_of(*site, 1));
        }
    });
}

std::chrono::microseconds TokenBuckets::cost_of(const ClientKey& client,
                                                std::uint32_t count) const {
    const bool is_site = client.kind == ClientKey::Kind::Ipv6Site;
    return interval_ * count / (is_site ? networks_per_site : 1);
}

std::optional<Duration> TokenBuckets::take(Table& table, const ClientKey& client,
                                           std::chrono::microseconds cost, Microseconds now) const {
    Bucket& bucket = bucket_of(table, client, now);
    // The upper bound matters only when the clock was set back.
    bucket.full_at = std::clamp<Microseconds>(bucket.full_at, now, now + capacity_);
    const Microseconds full_at = bucket.full_at + cost;
    if (full_at > now + capacity_) {
        return std::chrono::ceil<Duration>(full_at - (now + capacity_));
    }
    bucket.full_at = full_at;
    return std::nullopt;
}

void TokenBuckets::add(Table& table, const ClientKey& client, std::chrono::microseconds cost) {
    if (const auto found = table.of_client.find(client); found != table.of_client.end()) {
        found->second->full_at += cost;
    }
}

std::size_t TokenBuckets::clients() const {
    return table_.with([](const Table& table) { return table.of_client.size(); });
}

std::uint64_t TokenBuckets::refused() const {
    return table_.with([](const Table& table) { return table.refused; });
}

TokenBuckets::Bucket& TokenBuckets::bucket_of(Table& table, const ClientKey& client,
                                              Microseconds now) const {
    const auto found = table.of_client.find(client);
    if (found != table.of_client.end()) {
        table.by_use.splice(table.by_use.begin(), table.by_use, found->second);
        return table.by_use.front();
    }
    // Two at a time, so that buckets which are full again, and so say nothing, go away by and by.
    for (int round = 0; round < 2 && !table.by_use.empty(); ++round) {
        const Bucket& quietest = table.by_use.back();
        if (table.of_client.size() < clients_max_ && quietest.full_at > now) {
            break;
        }
        table.of_client.erase(quietest.client);
        table.by_use.pop_back();
    }
    table.by_use.push_front({client, now});
    table.of_client.emplace(client, table.by_use.begin());
    return table.by_use.front();
}

std::uint64_t retry_after_seconds(Duration wait) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    return static_cast<std::uint64_t>(std::max<std::int64_t>(seconds, 1));
}

}  // namespace standby::http
