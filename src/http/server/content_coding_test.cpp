// Which coding a client gets, and that it can be undone.
#include "http/server/content_coding.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

namespace standby::http::wire {
namespace {

TEST(ContentCoding, FollowsTheQualityValues) {
    using enum ContentCoding;
    EXPECT_EQ(choose_coding(""), Identity);
    EXPECT_EQ(choose_coding("gzip"), Gzip);
    EXPECT_EQ(choose_coding("gzip, deflate, br"), Brotli);
    EXPECT_EQ(choose_coding("GZIP;q=1.0, BR;q=0.5"), Gzip);
    EXPECT_EQ(choose_coding("br;q=0, gzip"), Gzip);
    EXPECT_EQ(choose_coding("br ; q=0.000 , gzip;q=0"), Identity);
    EXPECT_EQ(choose_coding("*"), Brotli);
    EXPECT_EQ(choose_coding("br;q=0, *"), Gzip);
    EXPECT_EQ(choose_coding("*;q=0"), Identity);
    EXPECT_EQ(choose_coding("identity, gzip;q=0.5"), Identity);
    EXPECT_EQ(choose_coding("identity;q=0.5, gzip"), Gzip);
    EXPECT_EQ(choose_coding("identity, gzip"), Gzip);
    EXPECT_EQ(choose_coding("deflate"), Identity);
    EXPECT_EQ(choose_coding("brotli, xgzip"), Identity);
}

TEST(ContentCoding, TakesMalformedQualitiesForNo) {
    for (const std::string_view value : {"br;q=", "br;q=2", "br;q=1.5", "br;q=-1", "br;q=0.1234",
                                         "br;q=x", "br;q=0.x", "br;q=01"}) {
        EXPECT_EQ(choose_coding(value), ContentCoding::Identity) << value;
    }
}

TEST(ContentCoding, CompressesSoThatGzipGivesTheBodyBack) {
    std::string body;
    for (int i = 0; i < 1000; ++i) {
        body += "line " + std::to_string(i) + "\n";
    }
    std::string packed = compress(body, ContentCoding::Gzip);
    EXPECT_LT(packed.size(), body.size() / 2);
    z_stream stream{};
    ASSERT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
    std::string unpacked(body.size() + 1, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(unpacked.data());
    stream.avail_out = static_cast<uInt>(unpacked.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    unpacked.resize(stream.total_out);
    inflateEnd(&stream);
    EXPECT_EQ(unpacked, body);
    EXPECT_LT(compress(body, ContentCoding::Brotli).size(), body.size() / 2);
}

}  // namespace
}  // namespace standby::http::wire
