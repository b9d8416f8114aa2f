// Tests that a document is made and compressed once, whoever asks for it and however often.
#include "http/assets/kept_document.hpp"

#include "http/server/content_coding.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

Request asking_for(std::string coding, std::string etag = {}) {
    Request request;
    request.headers = {{"accept-encoding", std::move(coding)}};
    if (!etag.empty()) {
        request.headers.emplace_back("if-none-match", std::move(etag));
    }
    return request;
}

std::string header_of(const Response& response, std::string_view name) {
    for (const auto& [each, value] : response.headers) {
        if (each == name) {
            return value;
        }
    }
    return {};
}

TEST(KeptDocument, IsMadeAndCompressedOnce) {
    DocumentShelf shelf;
    int made = 0;
    const auto ask = [&](const Request& request) {
        return shelf.find("rules", request, [&] {
            ++made;
            Response response;
            response.content_type = "text/plain";
            response.body = std::string(5'000, 'r');
            response.headers.emplace_back("Cache-Control", "no-cache");
            return response;
        });
    };
    const Response plain = ask(asking_for("identity"));
    const std::uint64_t before = wire::compressions_done();
    const Response packed = ask(asking_for("gzip"));
    for (int count = 0; count < 100; ++count) {
        EXPECT_EQ(ask(asking_for("br")).status, 200);
    }
    EXPECT_EQ(made, 1);
    EXPECT_EQ(wire::compressions_done(), before);
    EXPECT_EQ(plain.body.size(), 5'000U);
    EXPECT_EQ(plain.content_type, "text/plain");
    EXPECT_EQ(header_of(plain, "Cache-Control"), "no-cache");
    EXPECT_EQ(header_of(packed, "Content-Encoding"), "gzip");
    EXPECT_LT(packed.body.size(), 100U);
    EXPECT_EQ(ask(asking_for("gzip", header_of(packed, "ETag"))).status, 304);
    EXPECT_EQ(ask(asking_for("gzip", header_of(plain, "ETag"))).status, 200);
}

TEST(KeptDocument, SendsShortTextsAsTheyAre) {
    DocumentShelf shelf;
    const std::uint64_t before = wire::compressions_done();
    const Response response = shelf.find("short", asking_for("gzip, br"), [] {
        Response made;
        made.body = "short";
        return made;
    });
    EXPECT_EQ(response.body, "short");
    EXPECT_EQ(header_of(response, "Content-Encoding"), "");
    EXPECT_EQ(wire::compressions_done(), before);
}

}  // namespace
}  // namespace standby::http
