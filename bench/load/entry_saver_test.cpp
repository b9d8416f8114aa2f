// What is found in the answer to a join.
#include "bench/load/entry_saver.hpp"

#include <gtest/gtest.h>

namespace standby::bench::load {
namespace {

TEST(LoadEntrySaver, FindsMembersByTheirWholeName) {
    constexpr std::string_view json =
        R"({"resource_id":"res_1","id":"ent_7","name":"id","offer":null,"token": "gt_x","n":1})";
    EXPECT_EQ(text_member(json, "id"), "ent_7");
    EXPECT_EQ(text_member(json, "token"), "gt_x");
    EXPECT_EQ(text_member(json, "offer"), "");
    EXPECT_EQ(text_member(json, "n"), "");
    EXPECT_EQ(text_member("", "id"), "");
}

TEST(LoadEntrySaver, WritesOnlyEntriesThatCameWithTheirToken) {
    const std::string path = testing::TempDir() + "load_entry_saver_test.txt";
    {
        auto saver = EntrySaver::create(path);
        ASSERT_TRUE(saver.has_value());
        saver->save(R"({"id":"ent_1","token":"gt_a"})");
        saver->save(R"({"id":"ent_2"})");
        saver->save(R"({"id":"ent_3","token":"gt_c"})");
    }
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(text, "ent_1\tgt_a\nent_3\tgt_c\n");
}

}  // namespace
}  // namespace standby::bench::load
