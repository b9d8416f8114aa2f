// Addresses, ranges, and whom the server believes about a client's address.
#include "http/server/address.hpp"

#include <gtest/gtest.h>

namespace standby::http::wire {
namespace {

TEST(Address, IsWrittenInItsShortestForm) {
    EXPECT_EQ(Address::parse("127.0.0.1")->text(), "127.0.0.1");
    EXPECT_EQ(Address::parse("0:0:0::1")->text(), "::1");
    EXPECT_EQ(Address::parse("[2001:DB8::1]")->text(), "2001:db8::1");
    EXPECT_EQ(Address::parse("::ffff:10.0.0.1")->text(), "10.0.0.1");
    for (const std::string_view text :
         {"", "a", "1.2.3", "1.2.3.4.5", "[1.2.3.4]", "::1]", "1::2::3"}) {
        EXPECT_FALSE(Address::parse(text)) << text;
    }
    EXPECT_FALSE(Address::parse(std::string_view("::1\0x", 5)));
}

TEST(AddressRange, ContainsWhatBeginsWithItsBits) {
    const auto contains = [](std::string_view range, std::string_view address) {
        return AddressRange::parse(range)->contains(*Address::parse(address));
    };
    EXPECT_TRUE(contains("10.0.0.0/8", "10.255.1.2"));
    EXPECT_FALSE(contains("10.0.0.0/8", "11.0.0.0"));
    EXPECT_TRUE(contains("192.168.1.128/25", "192.168.1.200"));
    EXPECT_FALSE(contains("192.168.1.128/25", "192.168.1.100"));
    EXPECT_TRUE(contains("0.0.0.0/0", "1.2.3.4"));
    EXPECT_FALSE(contains("0.0.0.0/0", "2001:db8::1"));
    EXPECT_TRUE(contains("fd00::/8", "fd12::1"));
    EXPECT_TRUE(contains("::1", "::1"));
    EXPECT_FALSE(contains("127.0.0.1", "127.0.0.2"));
    for (const std::string_view text :
         {"", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/x", "10.0.0.0/-1",
          "10.0.0.0/8/8", "10.0.0.0/4294967297"}) {
        EXPECT_FALSE(AddressRange::parse(text)) << text;
    }
}

class TrustedProxiesTest : public testing::Test {
protected:
    Request describe(std::string_view peer,
                     std::vector<std::pair<std::string, std::string>> headers,
                     bool over_tls = false) {
        Request request;
        request.headers = std::move(headers);
        const Address address = *Address::parse(peer);
        proxies_.describe(request,
                          {.address = address, .text = address.text(), .over_tls = over_tls});
        return request;
    }

    TrustedProxies proxies_ = *TrustedProxies::parse({"10.0.0.0/8", "::1"});
};

TEST_F(TrustedProxiesTest, NobodyElseIsBelieved) {
    const Request request =
        describe("9.9.9.9", {{"x-forwarded-for", "1.2.3.4"}, {"x-forwarded-proto", "https"}});
    EXPECT_EQ(request.client, "9.9.9.9");
    EXPECT_FALSE(request.secure);
    EXPECT_TRUE(describe("9.9.9.9", {{"x-forwarded-proto", "http"}}, true).secure);
}

TEST_F(TrustedProxiesTest, TheRightMostUntrustedAddressIsTheClient) {
    EXPECT_EQ(describe("10.0.0.1", {{"x-forwarded-for", "6.6.6.6, 1.2.3.4"}}).client, "1.2.3.4");
    EXPECT_EQ(describe("::1", {{"x-forwarded-for", "6.6.6.6,1.2.3.4 , 10.9.9.9"}}).client,
              "1.2.3.4");
    EXPECT_EQ(describe("10.0.0.1", {{"x-forwarded-for", "6.6.6.6"}, {"x-forwarded-for", "1.2.3.4"}})
                  .client,
              "1.2.3.4");
    EXPECT_EQ(describe("10.0.0.1", {{"x-forwarded-for", "10.2.2.2, 10.3.3.3"}}).client, "10.2.2.2");
    EXPECT_EQ(describe("10.0.0.1", {}).client, "10.0.0.1");
    EXPECT_EQ(describe("10.0.0.1", {{"x-forwarded-for", "1.2.3.4:5678"}}).client, "1.2.3.4");
    EXPECT_EQ(describe("10.0.0.1", {{"x-forwarded-for", "[2001:db8::1]:56"}}).client,
              "2001:db8::1");
}

TEST_F(TrustedProxiesTest, WhatStandsLeftOfNonsenseDoesNotCount) {
    EXPECT_EQ(describe("10.0.0.1", {{"x-forwarded-for", "1.2.3.4, unknown, 10.2.2.2"}}).client,
              "10.2.2.2");
    EXPECT_EQ(describe("10.0.0.1", {{"x-forwarded-for", "1.2.3.4,"}}).client, "10.0.0.1");
    EXPECT_EQ(describe("10.0.0.1", {{"x-forwarded-for", ""}}).client, "10.0.0.1");
}

TEST_F(TrustedProxiesTest, TheNearestProxySaysWhetherItWasSecure) {
    EXPECT_TRUE(describe("10.0.0.1", {{"x-forwarded-proto", "HTTPS"}}).secure);
    EXPECT_FALSE(describe("10.0.0.1", {{"x-forwarded-proto", "https, http"}}).secure);
    EXPECT_FALSE(describe("10.0.0.1", {{"x-forwarded-proto", "http"}}, true).secure);
    EXPECT_FALSE(describe("10.0.0.1", {}).secure);
}

TEST(TrustedProxies, QuotesTheEntryThatIsWrong) {
    EXPECT_TRUE(TrustedProxies::parse({"10.0.0.0/8", "proxy.example"})
                    .error()
                    .contains("\"proxy.example\""));
}

}  // namespace
}  // namespace standby::http::wire
