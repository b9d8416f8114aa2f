// Deeds of staff as bytes and in their chain.
#include "engine/history/staff_record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr AccountNumber account{3};

DeedOrigin origin(const std::string& client, std::uint8_t salt = 1) {
    DeedOrigin made{.salt = {}, .client = client};
    made.salt.fill(std::byte{salt});
    return made;
}

std::vector<StaffRow> three() {
    std::vector<StaffRow> rows;
    for (const char* act : {"signed_in", "key_created", "signed_out"}) {
        rows.push_back(next_row(rows.empty() ? nullptr : &rows.back(), account,
                                {.act = act, .member = 7, .subject = "key_2", .detail = "staff"},
                                origin("192.0.2.7"), Time{Duration{1'000}}));
    }
    return rows;
}

std::vector<std::string> findings(const std::vector<StaffRow>& rows) {
    StaffTrailCheck check;
    for (const StaffRow& row : rows) {
        check.add(row);
    }
    return check.findings();
}

TEST(StaffRecord, IsReadAsItWasWritten) {
    const StaffRecord record{.account = account,
                             .number = 9,
                             .at = Time{Duration{-5}},
                             .deed = {.act = "settings_changed",
                                      .member = 0,
                                      .key = 4,
                                      .is_operator = true,
                                      .subject = "mem_1",
                                      .detail = "name, address"},
                             .origin_hash = hash_of(origin("2001:db8::1"))};
    EXPECT_EQ(decode_record(encode_record(record)), record);
    EXPECT_EQ(decode_record(encode_record({})), StaffRecord{});
}

TEST(StaffRecord, DamageIsNoRecord) {
    const std::vector<std::byte> data = three()[0].data;
    for (std::size_t size = 0; size < data.size(); ++size) {
        EXPECT_EQ(decode_record(std::span(data).first(size)), std::nullopt) << size;
    }
}

// What is on disk stays readable: these bytes were written by the first version that had a trail.
TEST(StaffRecord, BytesStayTheSame) {
    const std::vector<std::byte> data = encode_record({.account = account,
                                                       .number = 2,
                                                       .at = Time{Duration{1}},
                                                       .deed = {.act = "a", .member = 7}});
    std::vector<int> bytes;
    for (const std::byte one : data) {
        bytes.push_back(static_cast<int>(one));
    }
    EXPECT_THAT(bytes, ElementsAre(4, 3, 8, 2, 12, 2, 17, 1, 'a', 20, 7, 0));
}

TEST(StaffTrailCheck, AnUntouchedChainHolds) {
    EXPECT_THAT(findings(three()), IsEmpty());
    EXPECT_THAT(findings({}), IsEmpty());
}

TEST(StaffTrailCheck, FindsWhatWasChangedDroppedOrMoved) {
    auto changed = three();
    changed[1].data = encode_record({.account = account, .number = 2, .at = changed[1].at});
    EXPECT_THAT(findings(changed), Contains(HasSubstr("deed 2: the chain is broken")));
    auto dropped = three();
    dropped.erase(dropped.begin() + 1);
    EXPECT_THAT(findings(dropped), Contains(HasSubstr("deed 3: the one before it is missing")));
    auto moved = three();
    moved[2].at += std::chrono::seconds{1};
    EXPECT_THAT(findings(moved), ElementsAre(HasSubstr("deed 3: it is not the one")));
}

TEST(StaffTrailCheck, WhereItCameFromMayBeForgottenButNotChanged) {
    auto rows = three();
    rows[0].origin = {};
    EXPECT_THAT(findings(rows), IsEmpty());
    rows[1].origin.client = "192.0.2.8";
    EXPECT_THAT(findings(rows), ElementsAre(HasSubstr("deed 2: where it came from was changed")));
}

TEST(StaffRecord, TheSameOriginHasAnotherHashEachTime) {
    EXPECT_NE(hash_of(origin("192.0.2.7", 1)), hash_of(origin("192.0.2.7", 2)));
    EXPECT_EQ(hash_of({}), "");
}

}  // namespace
}  // namespace standby::engine
