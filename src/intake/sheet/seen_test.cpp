// Marks in rows as people hand them about, and memory that is read back.
#include "intake/sheet/seen.hpp"

#include "intake/sheet/sheet_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::intake::sheet {
namespace {

TEST(RowId, IsReadAsPeopleLeaveIt) {
    const RowId id{17, "k3f9"};
    EXPECT_EQ(format_row_id(id), "17·k3f9");
    for (const char* text : {"17·k3f9", " 17·K3F9 ", "17-k3f9", "17.k3f9", "17 k3f9"}) {
        EXPECT_EQ(parse_row_id(text), id) << text;
    }
    for (const char* text :
         {"", "17", "k3f9", "0·k3f9", "17·k3f", "17·k3f99", "99999999999·k3f9", "-1·k3f9", "Ben"}) {
        EXPECT_FALSE(parse_row_id(text)) << text;
    }
}

TEST(SheetKey, GivesEachListAndEachPersonAnotherCheck) {
    static constexpr std::string_view secret = "a secret that nobody else knows!";
    const SheetKey other(std::as_bytes(std::span(secret)), core::ResourceNumber{8});
    const SheetKey key = test::test_key();
    EXPECT_EQ(key.check("ada@example.com", ""), key.check("ada@example.com", "+4915"));
    EXPECT_NE(key.check("ada@example.com", ""), key.check("bob@example.com", ""));
    EXPECT_NE(key.check("ada@example.com", ""), other.check("ada@example.com", ""));
    EXPECT_NE(key.cell(Field::Name, "Cut"), key.cell(Field::Service, "Cut"));
    EXPECT_EQ(key.contact(Field::Phone, ""), 0U);
}

TEST(Seen, IsReadBackAsItWasKept) {
    Seen seen;
    seen.cells[Field::Name] = 17;
    seen.values[Field::Joined] = ~Mark{0};
    seen.email = 3;
    seen.phone = 4;
    seen.joined_at = Time{Duration{-5}};
    seen.missing = 2;
    seen.had_row = true;
    seen.is_erased = true;
    seen.left_at = Time{Duration{77}};
    const auto bytes = encode_seen(seen);
    EXPECT_EQ(decode_seen(bytes), seen);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_FALSE(decode_seen(std::span(bytes).first(length)));
    }
}

}  // namespace
}  // namespace standby::intake::sheet
