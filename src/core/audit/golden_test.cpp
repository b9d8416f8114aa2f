// What any version ever wrote stays readable: the bytes in tests/golden, one folder for each
// release, still mean what they meant.
#include "base/sha256.hpp"
#include "core/audit/event_codec.hpp"
#include "core/audit/golden_test_support.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace standby::core::golden {
namespace {

namespace files = std::filesystem;
using Bytes = std::vector<std::byte>;

const files::path folder = "tests/golden";
constexpr const char* file_name = "records.txt";

Bytes from_hex(const std::string& hex) {
    Bytes bytes;
    for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
        bytes.push_back(static_cast<std::byte>(std::stoi(hex.substr(at, 2), nullptr, 16)));
    }
    return bytes;
}

Bytes encode(const Event& event) {
    return encode_event(event);
}
template <class Row>
Bytes encode(const Row& row) {
    return encode_row(row);
}

Result<Event, std::string> decode(const Bytes& bytes, const Event&) {
    return decode_event(bytes);
}
Result<ResourceRow, std::string> decode(const Bytes& bytes, const ResourceRow&) {
    return decode_resource_row(bytes);
}
Result<EntryRow, std::string> decode(const Bytes& bytes, const EntryRow&) {
    return decode_entry_row(bytes);
}
Result<OfferRow, std::string> decode(const Bytes& bytes, const OfferRow&) {
    return decode_offer_row(bytes);
}
Result<OpeningRow, std::string> decode(const Bytes& bytes, const OpeningRow&) {
    return decode_opening_row(bytes);
}

void expect_means(const Bytes& bytes, const Record& record) {
    std::visit(
        [&](const auto& expected) {
            const auto decoded = decode(bytes, expected);
            ASSERT_TRUE(decoded.has_value()) << decoded.error();
            EXPECT_EQ(*decoded, expected);
            const auto again = decode(encode(*decoded), expected);
            ASSERT_TRUE(again.has_value()) << again.error();
            EXPECT_EQ(*again, expected);
        },
        record);
}

TEST(Golden, EveryVersionsBytesMeanWhatTheyMeant) {
    // `script/golden` has them written for a release.
    if (const char* target = std::getenv("STANDBY_GOLDEN_WRITE")) {
        std::ofstream output{files::path{target} / file_name};
        for (const auto& [name, record] : records()) {
            const Bytes bytes = std::visit([](const auto& one) { return encode(one); }, record);
            output << name << ' ' << to_hex(bytes) << '\n';
        }
    }
    const auto expected = records();
    std::size_t versions = 0;
    for (const auto& version : files::directory_iterator(folder)) {
        std::ifstream input{version.path() / file_name};
        ASSERT_TRUE(input.is_open()) << version.path();
        ++versions;
        std::size_t lines = 0;
        for (std::string name, hex; input >> name >> hex; ++lines) {
            SCOPED_TRACE(version.path().string() + ": " + name);
            ASSERT_TRUE(expected.contains(name));
            expect_means(from_hex(hex), expected.at(name));
        }
        EXPECT_GE(lines, 178U) << version.path();
    }
    EXPECT_GE(versions, 1U);
}

TEST(Golden, EveryKindOfEventIsThere) {
    std::set<std::size_t> kinds;
    for (const auto& [name, record] : records()) {
        if (const auto* event = std::get_if<Event>(&record)) {
            kinds.insert(event->body.index());
        }
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<EventBody>);
}

}  // namespace
}  // namespace standby::core::golden
