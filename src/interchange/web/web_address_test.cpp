// What we take for an address, and which private places an operator's words open.
#include "interchange/web/web_address.hpp"

#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

TEST(WebAddress, IsTakenApartAsItWillBeConnectedTo) {
    const auto address = parse_web_address("https://Cal.Example.com/dav/a%20b/?x=1#part");
    ASSERT_TRUE(address);
    EXPECT_EQ(address->host, "cal.example.com");
    EXPECT_EQ(address->port, 443);
    EXPECT_EQ(address->path, "/dav/a%20b/?x=1");
    EXPECT_EQ(address->origin(), "https://cal.example.com:443");
    EXPECT_EQ(address->url.find('#'), std::string::npos);
    const auto ipv6 = parse_web_address("http://[::1]:5232/");
    ASSERT_TRUE(ipv6);
    EXPECT_EQ(ipv6->host, "[::1]");
    EXPECT_EQ(ipv6->port, 5232);
}

TEST(WebAddress, IsNotWhatWeWouldNotOpen) {
    for (const std::string text :
         {"", "example.com", "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/",
          "https://", "https://user:secret@example.com/", "https://example.com:0/",
          "https://example.com:99999/", "https://example.com/a b", "https://example.com/\n",
          "https://example.com\\@127.0.0.1/", "javascript:alert(1)"}) {
        EXPECT_FALSE(parse_web_address(text)) << text;
    }
    EXPECT_FALSE(parse_web_address("https://example.com/" + std::string(web_address_max, 'a')));
}

TEST(WebAddress, TakesWhatAnswersPointTo) {
    const auto base = parse_web_address("https://example.com/dav/calendars/");
    ASSERT_TRUE(base);
    EXPECT_EQ(resolve_web_address(*base, "/dav/one.ics")->url, "https://example.com/dav/one.ics");
    EXPECT_EQ(resolve_web_address(*base, "two.ics")->url,
              "https://example.com/dav/calendars/two.ics");
    EXPECT_EQ(resolve_web_address(*base, "https://other.example/x")->host, "other.example");
    EXPECT_FALSE(resolve_web_address(*base, "file:///etc/passwd"));
}

TEST(PrivatePlaces, OpenWhatTheyNameAndNothingElse) {
    const PrivatePlaces places({"Calendar.LAN:5232", "127.0.0.1:8000", "[::1]:8000"});
    const auto names = [&](const std::string& url) {
        return places.names(*parse_web_address(url));
    };
    EXPECT_TRUE(names("http://calendar.lan:5232/anna/"));
    EXPECT_TRUE(names("https://calendar.lan:5232/"));
    EXPECT_TRUE(names("http://127.0.0.1:8000/x"));
    EXPECT_TRUE(names("http://[::1]:8000/x"));
    EXPECT_FALSE(names("http://calendar.lan/"));
    EXPECT_FALSE(names("http://127.0.0.1:8001/"));
    EXPECT_FALSE(names("http://localhost:8000/"));
    EXPECT_FALSE(names("http://calendar.lan.evil.example:5232/"));
}

TEST(PrivatePlaces, AreAHostAndAPort) {
    EXPECT_TRUE(PrivatePlaces::check("calendar.lan:5232"));
    EXPECT_TRUE(PrivatePlaces::check("10.0.0.5:80"));
    EXPECT_TRUE(PrivatePlaces::check("[fd00::5]:443"));
    for (const std::string text :
         {"", "calendar.lan", ":80", "calendar.lan:", "calendar.lan:0", "calendar.lan:x",
          "http://calendar.lan:80", "calendar.lan:80/path", "a@b:80", "10.0.0.0/8:80", "*:80 "}) {
        EXPECT_FALSE(PrivatePlaces::check(text)) << text;
    }
}

}  // namespace
}  // namespace standby::interchange
