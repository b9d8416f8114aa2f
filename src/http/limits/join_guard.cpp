#include "http/limits/join_guard.hpp"

#include <algorithm>
#include <cmath>

namespace standby::http {
namespace {

constexpr int list_bits_max = 4;    // beyond the least, for a list that boils over
constexpr int client_bits_max = 4;  // and for an address that brings hundreds
// Joins with a proof from one client: a hall full of people, each of whose phones has worked for
// it.
constexpr double proven_rate = 20;
constexpr double proven_burst = 400;
// Waiting costs a program nothing, so one address gets through seldom.
constexpr double waited_rate = 1.0 / 60;
constexpr double waited_burst = 3;
constexpr std::chrono::seconds wait_min{10};
constexpr std::chrono::seconds wait_per_bit{5};
// While a puzzle is being solved, the list may get hotter.
constexpr int bits_forgiven = 2;

ClientKey key_of(core::ResourceNumber list) {
    return {ClientKey::Kind::Number, list.value()};
}

int doublings(double ratio) {
    return ratio < 1 ? 0 : static_cast<int>(std::log2(ratio));
}

}  // namespace

JoinNeed need_of(double list_heat, double client_heat) {
    if (list_heat <= calm_joins_a_minute) {
        return {};
    }
    const int of_list = std::min(doublings(list_heat / calm_joins_a_minute), list_bits_max);
    const int of_client = std::min(doublings(client_heat + 1) / 2, client_bits_max);
    const int bits = std::min<int>(proof_bits_min + of_list + of_client, proof_bits_max);
    return {.bits = static_cast<std::uint8_t>(bits),
            .wait = wait_min + wait_per_bit * (bits - proof_bits_min)};
}

JoinGuard::JoinGuard(const TokenSigner& signer, bool is_on)
    : signer_(signer),
      is_on_(is_on),
      proven_({.rate_per_second = proven_rate, .burst = proven_burst}),
      waited_({.rate_per_second = waited_rate, .burst = waited_burst}) {}

void JoinGuard::count_try(core::ResourceNumber list, Time now) {
    if (is_on_) {
        lists_.count(key_of(list), now);
    }
}

JoinNeed JoinGuard::need(core::ResourceNumber list, const ClientKey& client, Time now) const {
    if (!is_on_) {
        return {};
    }
    double own = clients_.of(client, now);
    if (const auto site = site_of(client)) {
        own = std::max(own, clients_.of(*site, now) / networks_per_site);
    }
    return need_of(lists_.of(key_of(list), now), own);
}

std::string JoinGuard::puzzle(core::ResourceNumber list, const ClientKey& client, std::uint8_t bits,
                              Time now) const {
    return issue_puzzle(signer_, {.list = list, .client = client, .bits = bits}, now);
}

std::string JoinGuard::wait_ticket(core::ResourceNumber list, const ClientKey& client,
                                   std::chrono::seconds wait, Time now) const {
    return issue_puzzle(signer_, {.list = list, .client = client, .wait = wait}, now);
}

JoinGuard::Verdict JoinGuard::take(const Given& given, const JoinNeed& need, Time now,
                                   Time running) {
    if (given.text.empty()) {
        return Verdict::Missing;
    }
    const auto proof = check_proof(signer_, given.text, given.list, given.client, now);
    if (!proof) {
        return proof.error() == ProofError::TooEarly && given.may_wait ? Verdict::TooEarly
                                                                       : Verdict::Missing;
    }
    const bool is_wait = proof->bits == 0;
    if (is_wait && !given.may_wait) {
        return Verdict::Missing;
    }
    if (!is_wait && proof->bits + bits_forgiven < need.bits) {
        return Verdict::TooEasy;
    }
    TokenBuckets& budget = is_wait ? waited_ : proven_;
    if (budget.wait_of(given.client, running)) {
        ++refused_;
        return Verdict::TooMany;
    }
    if (!spent_.spend(*proof, given.request, now)) {
        return Verdict::Spent;
    }
    const bool is_too_many = budget.try_take(given.client, running).has_value();
    refused_ += is_too_many ? 1 : 0;
    return is_too_many ? Verdict::TooMany : Verdict::Good;
}

bool JoinGuard::take_captcha(const ClientKey& client, Time running) {
    const bool is_too_many = proven_.try_take(client, running).has_value();
    refused_ += is_too_many ? 1 : 0;
    return !is_too_many;
}

Duration JoinGuard::left_of_wait(const Given& given, Time now) const {
    return wait_left(signer_, given.text, given.list, given.client, now);
}

void JoinGuard::count_join(const ClientKey& client, Time now) {
    if (!is_on_) {
        return;
    }
    clients_.count(client, now);
    if (const auto site = site_of(client)) {
        clients_.count(*site, now);
    }
}

}  // namespace standby::http
