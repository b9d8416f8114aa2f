// A deed of staff as bytes, the chain over those of an account, and whether it holds.
#pragma once

#include "base/sha256.hpp"
#include "engine/ports/staff_trail.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace standby::engine {

// What the chain covers: who did what, when, as which deed of which account, and a hash of where.
struct StaffRecord {
    AccountNumber account;
    std::uint64_t number = 0;
    Time at{};
    StaffDeed deed;
    std::string origin_hash;
    friend bool operator==(const StaffRecord&, const StaffRecord&) = default;
};

// The same origin has another hash each time, because of its salt.
std::string hash_of(const DeedOrigin& origin);

std::vector<std::byte> encode_record(const StaffRecord& record);
// Nothing when the bytes are damaged. Fields of a newer version are passed over.
std::optional<StaffRecord> decode_record(std::span<const std::byte> data);

// The row that follows `last`; null: it is the first of the account.
StaffRow next_row(const StaffRow* last, AccountNumber account, const StaffDeed& deed,
                  const DeedOrigin& origin, Time now);

// The rows of one account, in order from the first. What is wrong, a sentence each.
class StaffTrailCheck {
public:
    void add(const StaffRow& row);
    const std::vector<std::string>& findings() const { return findings_; }
    std::uint64_t count() const { return count_; }

private:
    std::uint64_t count_ = 0;
    Sha256Digest last_{};
    std::vector<std::string> findings_;
};

}  // namespace standby::engine
