// Tests against NIST's vectors, and of the two compression functions against each other.
#include "base/sha256.hpp"

#include "base/prng.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace standby {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

std::string hex_digest(std::string_view text, Sha256Path path) {
    Sha256 hash(path);
    hash.update(bytes_of(text));
    return to_hex(hash.finish());
}

class Sha256OnBothPaths : public testing::TestWithParam<Sha256Path> {};

TEST_P(Sha256OnBothPaths, MatchesTheVectorsOfNist) {
    EXPECT_EQ(hex_digest("", GetParam()),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hex_digest("abc", GetParam()),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hex_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", GetParam()),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hex_digest("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                         "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                         GetParam()),
              "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    EXPECT_EQ(hex_digest(std::string(1'000'000, 'a'), GetParam()),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_P(Sha256OnBothPaths, DoesNotDependOnHowTheDataIsCut) {
    Prng prng(21);
    for (int round = 0; round < 500; ++round) {
        std::vector<std::byte> data(prng.below(400));
        for (std::byte& byte : data) {
            byte = static_cast<std::byte>(prng.next());
        }
        Sha256 hash(GetParam());
        std::span<const std::byte> rest = data;
        while (!rest.empty()) {
            const std::size_t size = prng.below(rest.size() + 1);
            hash.update(rest.first(size));
            rest = rest.subspan(size);
        }
        EXPECT_EQ(to_hex(hash.finish()), to_hex(sha256(data))) << data.size();
    }
}

INSTANTIATE_TEST_SUITE_P(Paths, Sha256OnBothPaths,
                         testing::Values(Sha256Path::Fastest, Sha256Path::Portable),
                         [](const testing::TestParamInfo<Sha256Path>& path) {
                             return path.param == Sha256Path::Fastest ? "Fastest" : "Portable";
                         });

TEST(Sha256, AgreesOnBothPathsForEveryLengthAroundABlock) {
    if (!has_sha256_instructions()) {
        GTEST_SKIP() << "this processor has no SHA instructions";
    }
    Prng prng(22);
    std::string data;
    for (int size = 0; size < 1024; ++size) {
        EXPECT_EQ(hex_digest(data, Sha256Path::Fastest), hex_digest(data, Sha256Path::Portable));
        data += static_cast<char>(prng.next());
    }
}

TEST(ToHex, WritesTwoDigitsPerByte) {
    EXPECT_EQ(to_hex({}), "");
    EXPECT_EQ(to_hex(bytes_of(std::string_view("\x00\x0f\xa5", 3))), "000fa5");
}

TEST(Sha256DeathTest, RefusesDataAfterTheEnd) {
    Sha256 hash;
    static_cast<void>(hash.finish());
    EXPECT_DEATH(hash.update(bytes_of("late")), "is_finished_");
}

}  // namespace
}  // namespace standby
