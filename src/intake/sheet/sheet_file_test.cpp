// Nothing leads out of the folder, and a file changes only under the hands of whoever read it.
#include "intake/sheet/sheet_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace standby::intake::sheet {
namespace {

class SheetFolderTest : public testing::Test {
protected:
    void SetUp() override {
        path_ = std::filesystem::path(testing::TempDir()) /
                ("sheets-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                 testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_ / "salon");
        write("salon/list.csv", "Name,Mobile\n");
    }
    void TearDown() override { std::filesystem::remove_all(path_); }

    void write(const std::string& name, const std::string& text) {
        std::ofstream(path_ / name) << text;
    }
    std::string text(const std::string& name) {
        std::ifstream file(path_ / name);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    SheetFolder folder() { return SheetFolder(path_.string() + "/"); }
    Result<std::string, FileProblem> named(const std::string& inside) {
        return folder().path_in("file://" + path_.string() + "/" + inside);
    }

    std::filesystem::path path_;
};

TEST_F(SheetFolderTest, FindsFilesBelowIt) {
    EXPECT_EQ(named("salon/list.csv"), "salon/list.csv");
    EXPECT_EQ(named("our%20list.csv"), "our list.csv");
    EXPECT_EQ(folder().read("salon/list.csv")->bytes, "Name,Mobile\n");
}

TEST_F(SheetFolderTest, LeadsNowhereElse) {
    for (const char* inside : {"../x.csv", "salon/../../x.csv", "%2e%2e/x.csv", "./x.csv"}) {
        EXPECT_EQ(named(inside).error(), FileProblem::Outside) << inside;
    }
    EXPECT_EQ(folder().path_in("file:///etc/passwd").error(), FileProblem::Outside);
    EXPECT_EQ(folder().path_in("file://" + path_.string() + "-other/x.csv").error(),
              FileProblem::Outside);
    EXPECT_EQ(SheetFolder("").path_in("file:///x.csv").error(), FileProblem::NoFolder);
    EXPECT_EQ(named("salon/").error(), FileProblem::NotAFile);
}

TEST_F(SheetFolderTest, FollowsNoLinks) {
    std::filesystem::create_symlink("/etc/passwd", path_ / "link.csv");
    std::filesystem::create_directory_symlink("/etc", path_ / "etc");
    EXPECT_EQ(folder().read("link.csv").error(), FileProblem::NotAFile);
    EXPECT_EQ(folder().read("etc/passwd").error(), FileProblem::NotAFile);
    EXPECT_EQ(folder().read("salon").error(), FileProblem::NotAFile);
    EXPECT_EQ(folder().read("none.csv").error(), FileProblem::NotFound);
}

TEST_F(SheetFolderTest, WritesOnlyWhatNobodySavedMeanwhile) {
    const auto read = folder().read("salon/list.csv");
    ASSERT_TRUE(read);
    write("salon/list.csv", "Name,Mobile\nAnna,1\n");
    EXPECT_EQ(folder().replace("salon/list.csv", read->digest, "ours").error(),
              FileProblem::Changed);
    EXPECT_EQ(text("salon/list.csv"), "Name,Mobile\nAnna,1\n");
    const auto again = folder().read("salon/list.csv");
    std::filesystem::permissions(path_ / "salon/list.csv", std::filesystem::perms{0604});
    ASSERT_TRUE(folder().replace("salon/list.csv", again->digest, "ours"));
    EXPECT_EQ(text("salon/list.csv"), "ours");
    EXPECT_EQ(std::filesystem::status(path_ / "salon/list.csv").permissions(),
              std::filesystem::perms{0604});
}

TEST_F(SheetFolderTest, LeavesAFileAloneThatAProgramHasOpen) {
    const auto read = folder().read("salon/list.csv");
    for (const char* lock : {"salon/.~lock.list.csv#", "salon/~$list.csv"}) {
        write(lock, "");
        EXPECT_EQ(folder().replace("salon/list.csv", read->digest, "ours").error(),
                  FileProblem::Open);
        std::filesystem::remove(path_ / lock);
    }
    EXPECT_TRUE(folder().replace("salon/list.csv", read->digest, "ours"));
}

TEST(SiblingOf, StandsBesideTheSheet) {
    EXPECT_EQ(sibling_of("salon/list.xlsx"), "salon/list.standby.csv");
    EXPECT_EQ(sibling_of("a.b/list"), "a.b/list.standby.csv");
    EXPECT_EQ(sibling_of("list.csv"), "list.standby.csv");
}

}  // namespace
}  // namespace standby::intake::sheet
