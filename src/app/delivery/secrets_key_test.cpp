// What is sealed stays sealed, and the key is nobody else's.
#include "app/delivery/secrets_key.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace standby::app {
namespace {

class SecretsKeyTest : public ::testing::Test {
protected:
    SecretsKeyTest() {
        std::string name = (std::filesystem::temp_directory_path() / "secrets-XXXXXX").string();
        folder = mkdtemp(name.data());
        path = folder + "/secrets.key";
    }
    ~SecretsKeyTest() override { std::filesystem::remove_all(folder); }

    std::string folder;
    std::string path;
};

TEST_F(SecretsKeyTest, OpensWhatItSealedAndTellsNothingOfIt) {
    const SecretsKey key = SecretsKey::read_or_make(path).value();
    const auto sealed = key.seal("hunter2 hunter2");
    EXPECT_EQ(key.open(sealed), "hunter2 hunter2");
    const std::string bytes(static_cast<const char*>(static_cast<const void*>(sealed.data())),
                            sealed.size());
    EXPECT_THAT(bytes, ::testing::Not(::testing::HasSubstr("hunter")));
    EXPECT_NE(key.seal("hunter2 hunter2"), sealed) << "each time with another nonce";
    EXPECT_EQ(key.open(key.seal("")), "");
}

TEST_F(SecretsKeyTest, IsMadeOnceAndReadByItsOwnerAlone) {
    EXPECT_EQ(SecretsKey::read(path).value().has_value(), false);
    const auto sealed = SecretsKey::read_or_make(path).value().seal("a");
    struct stat found{};
    ASSERT_EQ(::stat(path.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0600U);
    EXPECT_EQ(SecretsKey::read_or_make(path).value().open(sealed), "a");
    const auto files = std::filesystem::directory_iterator(folder);
    EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "nothing is left beside it";
}

TEST_F(SecretsKeyTest, OpensNothingOfAnotherKeyAndNothingThatWasChanged) {
    const SecretsKey key = SecretsKey::read_or_make(path).value();
    const SecretsKey other = SecretsKey::read_or_make(folder + "/other.key").value();
    const auto sealed = key.seal("a password");
    EXPECT_EQ(other.open(sealed), std::nullopt);
    for (std::size_t index = 0; index < sealed.size(); ++index) {
        auto changed = sealed;
        changed[index] ^= std::byte{1};
        EXPECT_EQ(key.open(changed), std::nullopt) << index;
    }
    for (std::size_t size = 0; size < sealed.size(); ++size) {
        EXPECT_EQ(key.open(std::span(sealed).first(size)), std::nullopt) << size;
    }
}

TEST_F(SecretsKeyTest, SaysWhichFileIsNoKey) {
    for (const char* content : {"", "not a key\n", "00\n"}) {
        std::ofstream(path, std::ios::trunc) << content;
        const auto read = SecretsKey::read(path);
        ASSERT_FALSE(read) << content;
        EXPECT_THAT(read.error(), ::testing::HasSubstr(path));
        EXPECT_FALSE(SecretsKey::read_or_make(path)) << "and never writes over it";
    }
    EXPECT_FALSE(SecretsKey::read_or_make(folder + "/missing/secrets.key"));
}

}  // namespace
}  // namespace standby::app
