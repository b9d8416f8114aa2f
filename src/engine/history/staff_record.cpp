#include "engine/history/staff_record.hpp"

#include "core/audit/hash_chain.hpp"
#include "core/audit/numbered.hpp"

#include <algorithm>

namespace standby::engine {
namespace {

constexpr std::size_t origin_hash_bytes = 16;
constexpr std::size_t findings_max = 100;

// These numbers are on disk and never change; one that is no longer used stays named as retired.
template <class Coder, class Record>
void record_fields(Coder& coder, Record& one) {
    static const StaffRecord plain{};
    coder.field(1, one.account, plain.account);
    coder.field(2, one.number, plain.number);
    coder.field(3, one.at, plain.at);
    coder.field(4, one.deed.act, plain.deed.act);
    coder.field(5, one.deed.member, plain.deed.member);
    coder.field(6, one.deed.key, plain.deed.key);
    coder.field(7, one.deed.is_operator, plain.deed.is_operator);
    coder.field(8, one.deed.subject, plain.deed.subject);
    coder.field(9, one.deed.detail, plain.deed.detail);
    coder.field(10, one.origin_hash, plain.origin_hash);
}

}  // namespace

std::string hash_of(const DeedOrigin& origin) {
    if (origin.client.empty()) {
        return {};
    }
    std::vector<std::byte> salted(origin.salt.begin(), origin.salt.end());
    const auto client = std::as_bytes(std::span(origin.client));
    salted.insert(salted.end(), client.begin(), client.end());
    const Sha256Digest digest = sha256(salted);
    return {reinterpret_cast<const char*>(digest.data()), origin_hash_bytes};
}

std::vector<std::byte> encode_record(const StaffRecord& record) {
    std::vector<std::byte> data;
    core::coding::NumberedWriter writer{data};
    record_fields(writer, record);
    writer.end();
    return data;
}

std::optional<StaffRecord> decode_record(std::span<const std::byte> data) {
    core::coding::Findings findings;
    core::coding::NumberedReader reader{data, findings,
                                        core::coding::NumberedReader::Ends::WithZero};
    StaffRecord record;
    record_fields(reader, record);
    static_cast<void>(reader.finish());
    if (!reader.ok() || !reader.rest().empty()) {
        return std::nullopt;
    }
    return record;
}

StaffRow next_row(const StaffRow* last, AccountNumber account, const StaffDeed& deed,
                  const DeedOrigin& origin, Time now) {
    StaffRow row{.account = account,
                 .number = last == nullptr ? 1 : last->number + 1,
                 .at = last == nullptr ? now : std::max(now, last->at),
                 .data = {},
                 .link = {},
                 .origin = origin};
    row.data = encode_record({.account = account,
                              .number = row.number,
                              .at = row.at,
                              .deed = deed,
                              .origin_hash = hash_of(origin)});
    row.link = core::next_link(last == nullptr ? core::chain_origin : last->link, row.data);
    return row;
}

void StaffTrailCheck::add(const StaffRow& row) {
    ++count_;
    const auto complain = [&](std::string_view what) {
        if (findings_.size() < findings_max) {
            findings_.push_back("deed " + std::to_string(row.number) + ": " + std::string(what));
        }
    };
    const auto record = decode_record(row.data);
    const Sha256Digest link = core::next_link(last_, row.data);
    if (row.number != count_) {
        complain("the one before it is missing");
    } else if (link != row.link) {
        complain("the chain is broken: it or one before it was changed");
    } else if (!record) {
        complain("it cannot be read");
    } else if (record->number != row.number || record->account != row.account ||
               record->at != row.at) {
        complain("it is not the one that was recorded here");
    } else if (!row.origin.client.empty() && hash_of(row.origin) != record->origin_hash) {
        complain("where it came from was changed");
    }
    count_ = row.number;
    last_ = row.link;
}

}  // namespace standby::engine
