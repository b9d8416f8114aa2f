// Proof that a join cost something: a puzzle that the page's script solves unseen, or, without a
// script, a wait. Puzzles are signed and not stored; what was spent is remembered until it would
// have expired. One is good for one list, one client and one join.
#pragma once

#include "base/guarded.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "http/auth/guest_token.hpp"
#include "http/limits/client_key.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace standby::http {

inline constexpr Duration proof_lifetime = std::chrono::minutes{5};

// What is asked for.
struct Puzzle {
    core::ResourceNumber list;
    ClientKey client;
    // SHA-256 of "<puzzle>.<answer>" must begin with so many zero bits. 0: nothing is to be solved
    // but `wait` to be waited.
    std::uint8_t bits = 0;
    std::chrono::seconds wait{};
};

enum class ProofError : std::uint8_t {
    Malformed,  // or of another list, client or server
    Expired,
    TooEarly,  // the wait is not over
    Wrong,     // the answer is none
};

// A proof that is good.
struct Proof {
    std::uint64_t nonce = 0;
    std::uint8_t bits = 0;
    std::chrono::seconds wait{};
    Time issued_at{};
};

// The text of a puzzle: letters, digits, - and _.
std::string issue_puzzle(const TokenSigner& signer, const Puzzle& puzzle, Time now);
// "<puzzle>.<answer>", or the puzzle alone when it is a wait.
Result<Proof, ProofError> check_proof(const TokenSigner& signer, std::string_view text,
                                      core::ResourceNumber list, const ClientKey& client, Time now);
// How long until a wait is over; zero when it is, or when it is none.
Duration wait_left(const TokenSigner& signer, std::string_view text, core::ResourceNumber list,
                   const ClientKey& client, Time now);

// Tries answers from 0 on. For tests and benchmarks.
std::string solve_puzzle(std::string_view puzzle, std::uint8_t bits);

// Which proofs have been used. Bounded by what solving them costs.
class SpentProofs {
public:
    explicit SpentProofs(std::size_t most = 1'000'000) : most_(most) {}

    // False when it was spent before, by another request; repeating the same one is good. Any
    // thread may call it.
    [[nodiscard]] bool spend(const Proof& proof, std::uint64_t request, Time now);

private:
    using Spent = std::unordered_map<std::uint64_t, std::uint64_t>;  // the request by the nonce
    struct Generations {
        Spent now;
        Spent before;
        Time turns_at{};
    };
    const std::size_t most_;
    Guarded<Generations> generations_;
};

}  // namespace standby::http
