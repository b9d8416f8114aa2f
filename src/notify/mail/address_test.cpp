// Tests of which addresses are sent to.
#include "notify/mail/address.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::notify {
namespace {

using std::string_literals::operator""s;

TEST(SendableAddress, IsPlainAscii) {
    for (const std::string& good :
         {"a@b"s, "ada@guest.example"s, "Ada.Lovelace+tag@Mail.Guest.example"s,
          "o'neil!#$%&*-/=?^_`{|}~@x-y.example"s, "root@localhost"s, "1@2.example"s,
          std::string(64, 'a') + "@guest.example"}) {
        EXPECT_TRUE(is_sendable_address(good)) << good;
    }
}

TEST(SendableAddress, HasNothingThatCouldEndIt) {
    for (const std::string& bad : {""s,
                                   "@"s,
                                   "a@"s,
                                   "@b.example"s,
                                   "ada"s,
                                   "a@b@c.example"s,
                                   "a b@c.example"s,
                                   "a@c .example"s,
                                   "<a@b.example>"s,
                                   "a@b.example>"s,
                                   "a@b.example\r\nBcc: c@d.example"s,
                                   "a@b.example\0"s,
                                   "a\t@b.example"s,
                                   "\"a\"@b.example"s,
                                   "a@[127.0.0.1]"s,
                                   "a@b..example"s,
                                   "a@.b"s,
                                   "a@b."s,
                                   ".a@b.example"s,
                                   "a.@b.example"s,
                                   "a..b@c.example"s,
                                   "a@-b.example"s,
                                   "a@b-.example"s,
                                   "a@b_c.example"s,
                                   "a,b@c.example"s,
                                   "a;b@c.example"s,
                                   "a:b@c.example"s,
                                   "(a)b@c.example"s,
                                   "a\\b@c.example"s,
                                   std::string(65, 'a') + "@b.c",
                                   "a@" + std::string(64, 'b') + ".example",
                                   "a@b." + std::string(251, 'c')}) {
        EXPECT_FALSE(is_sendable_address(bad)) << bad;
    }
}

TEST(SendableAddress, HasNoLettersOutsideAscii) {
    EXPECT_FALSE(is_sendable_address("j\u00f6rg@guest.example"));
    EXPECT_FALSE(is_sendable_address("ada@b\u00fccher.example"));
    EXPECT_TRUE(is_sendable_address("ada@xn--bcher-kva.example"));
}

TEST(Address, KnowsItsDomain) {
    EXPECT_EQ(domain_of("ada@guest.example"), "guest.example");
}

}  // namespace
}  // namespace standby::notify
