// What staff did, and from where: coming in, keys, invitations, settings, exports, erasures. Kept
// for good, in one chain of hashes for each account, like the events of a resource.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "engine/ports/store.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

// One deed. Nothing in it is about a guest, and no address of staff: those are in `members`.
struct StaffDeed {
    std::string act;           // "signed_in", "key_created": lower case with underscores
    std::uint64_t member = 0;  // who; 0: a key, or the operator
    std::uint64_t key = 0;     // 0: a member, or the operator
    bool is_operator = false;  // by a command, on the machine itself
    std::string subject;       // the id of what it was done to; empty: nothing that has one
    std::string detail;        // such as the names of the settings that were changed
    friend bool operator==(const StaffDeed&, const StaffDeed&) = default;
};
inline constexpr std::size_t deed_detail_length_max = 300;

// Where it came from. The chain holds only a salted hash of it, so that it can be forgotten.
struct DeedOrigin {
    std::array<std::byte, 16> salt{};
    std::string client;  // the network address; empty: the machine itself, or forgotten
    friend bool operator==(const DeedOrigin&, const DeedOrigin&) = default;
};

// A deed as it is stored.
struct StaffRow {
    AccountNumber account;
    std::uint64_t number = 0;  // counts from 1 in each account, without gaps
    Time at{};
    std::vector<std::byte> data;  // the deed; see engine/history/staff_record.hpp
    Sha256Digest link{};          // of the chain
    DeedOrigin origin;
    friend bool operator==(const StaffRow&, const StaffRow&) = default;
};

class StaffTrail {
public:
    virtual ~StaffTrail() = default;

    // Adds it behind the last one of the account.
    virtual Result<void, StoreError> add_deed(AccountNumber account, const StaffDeed& deed,
                                              const DeedOrigin& origin, Time now) = 0;
    // Newest first: those before `before`, or from the newest on when that is 0.
    virtual Result<std::vector<StaffRow>, StoreError>
    deeds(AccountNumber account, std::uint64_t before, std::size_t limit) = 0;
    // Forgets where deeds came from that are older, and returns of how many.
    virtual Result<std::uint64_t, StoreError> forget_origins(Time before) = 0;
};

}  // namespace standby::engine
