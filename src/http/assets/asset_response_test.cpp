// Tests of how embedded files are answered: which form, how long it is kept, and what is refused.
#include "http/assets/asset_response.hpp"

#include "http/assets/asset_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace standby::http {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr Asset script = {.path = "/assets/app-12345678.js",
                          .content_type = "text/javascript; charset=utf-8",
                          .plain = "plain form",
                          .gzip = "gzip form",
                          .brotli = "brotli form",
                          .etag = "\"abc\"",
                          .is_immutable = true};

Request get(std::string path = "/assets/app-12345678.js") {
    Request request;
    request.method = "GET";
    request.path = std::move(path);
    return request;
}

Request get_with(std::string name, std::string value) {
    Request request = get();
    request.headers.emplace_back(std::move(name), std::move(value));
    return request;
}

std::string header(const Response& response, std::string_view name) {
    for (const auto& [key, value] : response.headers) {
        if (key == name) {
            return value;
        }
    }
    return {};
}

TEST(AssetResponse, SendsTheFormThatTheClientLikesBest) {
    const Response plain = asset_response(script, get());
    EXPECT_EQ(plain.body, "plain form");
    EXPECT_THAT(header(plain, "Content-Encoding"), IsEmpty());
    EXPECT_EQ(header(plain, "Vary"), "Accept-Encoding");

    const Response gzip = asset_response(script, get_with("accept-encoding", "gzip, deflate"));
    EXPECT_EQ(gzip.body, "gzip form");
    EXPECT_EQ(header(gzip, "Content-Encoding"), "gzip");

    const Response brotli = asset_response(script, get_with("accept-encoding", "gzip, br"));
    EXPECT_EQ(brotli.body, "brotli form");
    EXPECT_EQ(header(brotli, "Content-Encoding"), "br");
}

TEST(AssetResponse, SendsNoFormThatTheClientRefuses) {
    EXPECT_EQ(asset_response(script, get_with("accept-encoding", "br;q=0, gzip")).body,
              "gzip form");
    EXPECT_EQ(asset_response(script, get_with("accept-encoding", "br;q=0, gzip;q=0")).body,
              "plain form");
    EXPECT_EQ(asset_response(script, get_with("accept-encoding", "identity, br;q=0.5")).body,
              "plain form");
}

TEST(AssetResponse, SendsWhatCannotBeCompressedAsItIs) {
    Asset picture = script;
    picture.brotli = {};
    picture.gzip = {};
    const Response response = asset_response(picture, get_with("accept-encoding", "br, gzip"));
    EXPECT_EQ(response.body, "plain form");
    EXPECT_THAT(header(response, "Content-Encoding"), IsEmpty());
}

// A second coding on top would be announced nowhere.
TEST(AssetResponse, IsNotCompressedAgainByTheServer) {
    EXPECT_FALSE(asset_response(script, get_with("accept-encoding", "br")).compressible);
}

TEST(AssetResponse, GivesEachFormATagOfItsOwn) {
    std::set<std::string> tags;
    for (const char* accepted : {"identity", "gzip", "br"}) {
        tags.insert(header(asset_response(script, get_with("accept-encoding", accepted)), "ETag"));
    }
    EXPECT_THAT(tags, testing::ElementsAre("\"abc\"", "\"abc-br\"", "\"abc-gz\""));
}

TEST(AssetResponse, IsNotModifiedForThoseWhoHaveThatForm) {
    for (const char* known :
         {"\"abc\"", "W/\"abc\"", "\"other\", \"abc\"", "*", " \"x\" ,W/\"abc\" "}) {
        const Response response = asset_response(script, get_with("if-none-match", known));
        EXPECT_EQ(response.status, 304) << known;
        EXPECT_THAT(response.body, IsEmpty());
        EXPECT_THAT(response.content_type, IsEmpty());
        EXPECT_EQ(header(response, "ETag"), "\"abc\"");
        EXPECT_THAT(header(response, "Cache-Control"), HasSubstr("immutable"));
    }
    for (const char* known : {"\"abc-br\"", "\"abcd\"", "abc", "\"\"", ","}) {
        EXPECT_EQ(asset_response(script, get_with("if-none-match", known)).status, 200) << known;
    }
}

TEST(AssetResponse, IsKeptForeverOnlyWhenTheNameHoldsTheContent) {
    EXPECT_EQ(header(asset_response(script, get()), "Cache-Control"),
              "public, max-age=31536000, immutable");
    Asset widget = script;
    widget.path = widget_path;
    widget.is_immutable = false;
    EXPECT_EQ(header(asset_response(widget, get()), "Cache-Control"), "public, max-age=300");
    Asset page = widget;
    page.content_type = "text/html; charset=utf-8";
    EXPECT_EQ(header(asset_response(page, get()), "Cache-Control"), "no-cache");
}

TEST(AssetResponse, LetsOtherOriginsLoadTheWidgetOnly) {
    Asset widget = script;
    widget.path = widget_path;
    EXPECT_EQ(header(asset_response(widget, get()), "Access-Control-Allow-Origin"), "*");
    EXPECT_THAT(header(asset_response(script, get()), "Access-Control-Allow-Origin"), IsEmpty());
}

TEST(StaffPage, RunsOnlyOurOwnScripts) {
    const Response response = staff_response(get("/staff"));
    EXPECT_THAT(header(response, "Content-Security-Policy"),
                AllOf(HasSubstr("default-src 'none'"), HasSubstr("script-src 'self';"),
                      HasSubstr("frame-ancestors 'none'"), Not(HasSubstr("unsafe"))));
    EXPECT_EQ(header(response, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(header(response, "Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_THAT(header(response, "Permissions-Policy"), HasSubstr("camera=()"));
}

TEST(StaffPage, IsTheAppOrSaysHowToGetIt) {
    const Response response = staff_response(get("/staff"));
    if (find_asset("/staff") != nullptr) {
        EXPECT_EQ(response.status, 200);
        EXPECT_THAT(response.body, HasSubstr("/assets/"));
    } else {
        EXPECT_EQ(response.status, 501);
        EXPECT_THAT(response.body, HasSubstr("STANDBY_WITHOUT_NPM"));
    }
}

TEST(StaffPage, StandsAtEveryPathBelowStaffButNotAtFiles) {
    for (const char* path : {"/staff", "/staff/", "/staff/setup", "/staff/lists/r_1/history"}) {
        EXPECT_TRUE(is_staff_page(path)) << path;
    }
    for (const char* path : {"/staff.html", "/staffing", "/staff/app.js", "/v1/staff", "/"}) {
        EXPECT_FALSE(is_staff_page(path)) << path;
    }
}

TEST(EmbeddedAssets, AreFoundByPathAndByName) {
    for (const EmbeddedAsset& embedded : embedded_assets()) {
        EXPECT_EQ(find_asset(embedded.asset.path), &embedded.asset);
        EXPECT_TRUE(asset_path(embedded.logical_name).has_value()) << embedded.logical_name;
        EXPECT_THAT(embedded.asset.plain, Not(IsEmpty()));
    }
    EXPECT_EQ(find_asset("/assets/"), nullptr);
    EXPECT_EQ(find_asset("/assets/missing.js"), nullptr);
    EXPECT_EQ(asset_path("missing.js"), std::nullopt);
}

TEST(SmallFiles, KeepRobotsAwayFromWhatBelongsToOnePerson) {
    EXPECT_THAT(robots_response().body, HasSubstr("Disallow: /o/"));
    EXPECT_EQ(icon_response().content_type, "image/svg+xml");
}

}  // namespace
}  // namespace standby::http
