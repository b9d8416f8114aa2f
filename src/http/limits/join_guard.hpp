// Keeps programs from filling a list that many people want to join: while joins come in faster than
// people usually do, each must prove that it cost something, and more the more come from one
// address. On a calm list nothing is asked. Joins with a staff key never come here.
#pragma once

#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "http/auth/join_proof.hpp"
#include "http/limits/heat.hpp"
#include "http/limits/token_bucket.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

// What a join needs now: bits of work or, without a script, a wait. Neither when all is calm.
struct JoinNeed {
    std::uint8_t bits = 0;
    std::chrono::seconds wait{};
    [[nodiscard]] bool is_none() const { return bits == 0; }
};

// Joins without a key in a minute that are nothing special.
inline constexpr double calm_joins_a_minute = 60;
inline constexpr std::uint8_t proof_bits_min = 16;
// A phone tries some 300,000 answers a second; more than ten seconds is more than people wait.
inline constexpr std::uint8_t proof_bits_max = 21;

// By the joins of the last minute on the list, and of the last ten from the client.
JoinNeed need_of(double list_heat, double client_heat);

class JoinGuard {
public:
    // The signer must outlive the guard. Without limits nothing is ever needed.
    JoinGuard(const TokenSigner& signer, bool is_on);

    // Somebody without a key wants to join.
    void count_try(core::ResourceNumber list, Time now);
    [[nodiscard]] JoinNeed need(core::ResourceNumber list, const ClientKey& client, Time now) const;

    [[nodiscard]] std::string puzzle(core::ResourceNumber list, const ClientKey& client,
                                     std::uint8_t bits, Time now) const;
    [[nodiscard]] std::string wait_ticket(core::ResourceNumber list, const ClientKey& client,
                                          std::chrono::seconds wait, Time now) const;

    enum class Verdict : std::uint8_t {
        Good,
        Missing,   // there is none, or one that counts for nothing here
        TooEasy,   // it has become harder since
        TooEarly,  // a wait that is not over
        Spent,
        TooMany,  // of this client
    };
    // Whether what came along proves enough. A good one is used up; `request` names the request,
    // which may be repeated, 0 for one that is not.
    struct Given {
        std::string_view text;
        core::ResourceNumber list;
        ClientKey client;
        std::uint64_t request = 0;
        bool may_wait = false;  // a wait counts too
    };
    [[nodiscard]] Verdict take(const Given& given, const JoinNeed& need, Time now, Time running);
    [[nodiscard]] Duration left_of_wait(const Given& given, Time now) const;

    // The same for a captcha that was passed: whether the client may have one more.
    [[nodiscard]] bool take_captcha(const ClientKey& client, Time running);

    // A join without a proof went through, or one with it: the client has one more.
    void count_join(const ClientKey& client, Time now);

    [[nodiscard]] std::uint64_t asked() const { return asked_; }
    void count_asked() { ++asked_; }
    // Good proofs of clients that had brought too many already.
    [[nodiscard]] std::uint64_t refused() const { return refused_; }

private:
    const TokenSigner& signer_;
    const bool is_on_;
    Heat lists_{std::chrono::minutes{1}};
    Heat clients_{std::chrono::minutes{10}};
    SpentProofs spent_;
    TokenBuckets proven_;
    TokenBuckets waited_;
    std::atomic<std::uint64_t> asked_ = 0;
    std::atomic<std::uint64_t> refused_ = 0;
};

}  // namespace standby::http
