// The challenges that passkeys sign. A challenge is signed by us and says what it is for, so
// nothing has to be kept for those who only ask for one; it counts once.
#pragma once

#include "base/guarded.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "http/auth/guest_token.hpp"

#include <map>
#include <string>
#include <string_view>

namespace standby::http {

inline constexpr Duration challenge_lifetime = std::chrono::minutes{5};

enum class ChallengePurpose : std::uint8_t { SignIn = 0xe1, Add = 0xe2 };

// What a challenge is for, and for whom: a session, or nobody in particular.
struct ChallengeScope {
    ChallengePurpose purpose = ChallengePurpose::SignIn;
    Sha256Digest session{};
};

std::string make_challenge(const TokenSigner& signer, const ChallengeScope& scope, Time now);
// Whether we made it, for this, not too long ago.
[[nodiscard]] bool is_challenge(const TokenSigner& signer, const ChallengeScope& scope,
                                std::string_view text, Time now);

// Those that were answered rightly: they do not count again while they would.
class UsedChallenges {
public:
    // False: it was used before.
    bool use(std::string_view challenge, Time now);

private:
    struct Table {
        std::map<std::string, Time, std::less<>> until;
    };
    Guarded<Table> table_;
};

}  // namespace standby::http
