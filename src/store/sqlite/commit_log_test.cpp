// What is in the log's files after an end without warning, at any byte.
#include "store/sqlite/commit_log.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string_view>

namespace standby::store {
namespace {

using engine::StoreError;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::byte> record(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    return {bytes.begin(), bytes.end()};
}

// No file may grow beyond this: writing more fails, as on a disk that is full.
class SmallDisk {
public:
    explicit SmallDisk(rlim_t size) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit now{.rlim_cur = size, .rlim_max = before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &now);
    }
    ~SmallDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

private:
    rlimit before_{};
};

class CommitLogTest : public testing::Test {
protected:
    CommitLogTest() {
        std::string pattern = (std::filesystem::temp_directory_path() / "standby.XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        start();
    }
    ~CommitLogTest() override {
        log_.reset();
        std::filesystem::remove_all(folder_);
    }

    std::string database() const { return folder_ + "/standby.db"; }
    std::string file(std::size_t index) const {
        return CommitLog::paths_beside(database()).at(index);
    }
    // Opens what is there; the error, or an empty text.
    std::string start(std::uint64_t folded = 0, LogIdentity identity = {}) {
        log_ = std::make_unique<CommitLog>(
            CommitLog::Options{.database = database(), .identity = identity, .turn_bytes = 200});
        found_.clear();
        const auto recovered = log_->recover(folded, [&](std::uint64_t number,
                                                         std::span<const std::byte> data) {
            found_.push_back(std::to_string(number) + " " +
                             std::string(reinterpret_cast<const char*>(data.data()), data.size()));
            return Result<void, std::string>{};
        });
        return recovered ? "" : recovered.error();
    }
    Result<void, StoreError> append(std::string_view text) {
        const std::vector<std::vector<std::byte>> records{record(text)};
        return log_->append(records);
    }

    std::string folder_;
    std::unique_ptr<CommitLog> log_;
    std::vector<std::string> found_;
};

TEST_F(CommitLogTest, GivesBackWhatWasAppended) {
    EXPECT_THAT(found_, IsEmpty());
    const std::vector<std::vector<std::byte>> two{record("one"), record("")};
    ASSERT_TRUE(log_->append(two));
    ASSERT_TRUE(append("three"));
    EXPECT_EQ(log_->last_number(), 3u);
    EXPECT_EQ(start(), "");
    EXPECT_THAT(found_, ElementsAre("1 one", "2 ", "3 three"));
    EXPECT_EQ(start(2), "") << "two are in the tables";
    EXPECT_THAT(found_, ElementsAre("3 three"));
    EXPECT_EQ(CommitLog::last_in(database(), {}).value(), 3u);
}

TEST_F(CommitLogTest, LeavesOutWhatWasCutOffAtAnyByte) {
    ASSERT_TRUE(append("one"));
    const auto size = std::filesystem::file_size(file(0));
    ASSERT_TRUE(append("two"));
    for (auto left = std::filesystem::file_size(file(0)) - 1; left >= size; --left) {
        std::filesystem::resize_file(file(0), left);
        EXPECT_EQ(start(), "");
        EXPECT_THAT(found_, ElementsAre("1 one")) << left;
    }
}

TEST_F(CommitLogTest, LeavesOutWhatIsDamaged) {
    ASSERT_TRUE(append("one"));
    const auto size = static_cast<off_t>(std::filesystem::file_size(file(0)));
    const int descriptor = ::open(file(0).c_str(), O_RDWR | O_CLOEXEC);
    char last = 0;
    ASSERT_EQ(::pread(descriptor, &last, 1, size - 1), 1);
    last = static_cast<char>(last ^ 1);
    ASSERT_EQ(::pwrite(descriptor, &last, 1, size - 1), 1);
    ::close(descriptor);
    EXPECT_EQ(start(), "");
    EXPECT_THAT(found_, IsEmpty());
}

TEST_F(CommitLogTest, TheFilesTakeTurnsAndNothingOldComesBack) {
    const std::string large(150, 'x');
    for (int round = 0; round < 6; ++round) {
        ASSERT_TRUE(append(large));
        ASSERT_TRUE(append(std::to_string(round)));
        const std::uint64_t last = log_->last_number();
        ASSERT_EQ(start(last - 2), "");
        EXPECT_EQ(found_.size(), 2u) << round;
        log_->let_go(last);
    }
    EXPECT_TRUE(std::filesystem::exists(file(0)));
    EXPECT_LT(std::filesystem::file_size(file(0)), 500u) << "it was begun anew";
}

TEST_F(CommitLogTest, GrowsWhileBothFilesAreNeeded) {
    const std::string large(150, 'x');
    for (int round = 0; round < 6; ++round) {
        ASSERT_TRUE(append(large));
    }
    EXPECT_EQ(start(), "");
    EXPECT_EQ(found_.size(), 6u);
    ASSERT_TRUE(log_->remove());
    EXPECT_FALSE(std::filesystem::exists(file(0)));
    EXPECT_FALSE(std::filesystem::exists(file(1)));
    ASSERT_TRUE(append("on"));
    EXPECT_EQ(start(6), "");
    EXPECT_THAT(found_, ElementsAre("7 on"));
}

TEST_F(CommitLogTest, WhatCannotBeWrittenIsTakenBack) {
    ASSERT_TRUE(append("one"));
    {
        const SmallDisk disk(std::filesystem::file_size(file(0)) + 20);
        EXPECT_EQ(append("much too large"), std::unexpected(StoreError::NotCommitted));
    }
    ASSERT_TRUE(append("two"));
    EXPECT_EQ(start(), "");
    EXPECT_THAT(found_, ElementsAre("1 one", "2 two"));
}

TEST_F(CommitLogTest, BelongsToOneDatabase) {
    ASSERT_TRUE(append("one"));
    EXPECT_EQ(start(0, {std::byte{7}}), "");
    EXPECT_THAT(found_, IsEmpty()) << "it is another database's";
    EXPECT_EQ(CommitLog::last_in(database(), {std::byte{7}}).value(), 0u);
}

TEST_F(CommitLogTest, AnOlderCopyOfTheDatabaseIsNotContinued) {
    ASSERT_TRUE(append("one"));
    ASSERT_TRUE(append("two"));
    log_->let_go(2);
    ASSERT_TRUE(log_->remove());
    ASSERT_TRUE(append("three"));
    EXPECT_THAT(start(1), HasSubstr("goes on at record 3, but"));
    EXPECT_EQ(start(2), "");
}

}  // namespace
}  // namespace standby::store
