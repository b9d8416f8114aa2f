// Tests of the normal forms, and that the messages for guests never repeat what was typed.
#include "interchange/contact/contact.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace standby::interchange {
namespace {

using namespace std::string_literals;

TEST(NormaliseEmail, TrimsAndLowersTheWholeAddress) {
    EXPECT_EQ(normalise_email("  Ada.Lovelace@Example.COM\t\n").value(),
              "ada.lovelace@example.com");
}

TEST(NormaliseEmail, LeavesDotsAndTagsAlone) {
    EXPECT_EQ(normalise_email("a.d.a+list@gmail.com").value(), "a.d.a+list@gmail.com");
    EXPECT_EQ(normalise_email("o'neil_x/y=z@sub.example-site.co").value(),
              "o'neil_x/y=z@sub.example-site.co");
}

TEST(NormaliseEmail, AcceptsLettersOfAllScripts) {
    EXPECT_EQ(normalise_email("Info@BÜCHER.example").value(), "info@bÜcher.example");
    EXPECT_EQ(normalise_email("用户@例子.广告").value(), "用户@例子.广告");
    EXPECT_EQ(normalise_email("a@xn--bcher-kva.example").value(), "a@xn--bcher-kva.example");
}

TEST(NormaliseEmail, RefusesWhatIsNoAddress) {
    const std::vector<std::string> refused = {
        "",
        "@",
        "ada",
        "ada@",
        "@example.com",
        "ada@@example.com",
        "a@b@example.com",
        "ada@localhost",
        "ada@.example.com",
        "ada@example.com.",
        "ada@example..com",
        "ada@-example.com",
        "ada@example-.com",
        "ada@exam_ple.com",
        "ada@127.0.0.1",
        "ada@[127.0.0.1]",
        ".ada@example.com",
        "ada.@example.com",
        "a..b@example.com",
        "a b@example.com",
        "ada@exa mple.com",
        "ada@example.com\r\nBcc: all@example.com",
        "ada\n@example.com",
        "ada\x01@example.com",
        "ada\x7f@example.com",
        std::string("ada\0@example.com", 16),
        "\"ada\"@example.com",
        "\"a@b\"@example.com",
        "Ada <ada@example.com>",
        "a,b@example.com",
        "ada(home)@example.com",
    };
    for (const std::string& text : refused) {
        EXPECT_FALSE(normalise_email(text)) << text;
    }
}

TEST(NormaliseEmail, RefusesInvisibleAndMalformedCharacters) {
    EXPECT_FALSE(normalise_email("ada\u200b@example.com"));
    EXPECT_FALSE(normalise_email("ada\u202e@example.com"));
    EXPECT_FALSE(normalise_email("ada\u00a0@example.com"));
    EXPECT_FALSE(normalise_email("ada@example\uff0ecom"));
    EXPECT_FALSE(normalise_email("ada@example\u3002com"));
    EXPECT_FALSE(normalise_email("\ufeff"
                                 "ada@example.com"));
    EXPECT_FALSE(normalise_email("ada\xff@example.com"));
    EXPECT_FALSE(normalise_email("ada@ex\xc3.com"));
    EXPECT_FALSE(normalise_email("ada@ex\xc0\xae.com"));
}

TEST(NormaliseEmail, HoldsToTheLengthsOfTheStandard) {
    const std::string local(64, 'a');
    const std::string label(63, 'b');
    EXPECT_TRUE(normalise_email(local + "@example.com"));
    EXPECT_FALSE(normalise_email(local + "a@example.com"));
    EXPECT_TRUE(normalise_email("a@" + label + ".com"));
    EXPECT_FALSE(normalise_email("a@" + label + "b.com"));
    const std::string domain = label + "." + label + "." + label;  // 191 bytes
    const std::string longest = std::string(58, 'a') + "@" + domain + ".com";
    ASSERT_EQ(longest.size(), 254U);
    EXPECT_TRUE(normalise_email(longest));
    EXPECT_FALSE(normalise_email("a" + longest));
}

TEST(NormalisePhone, WritesInternationalNumbersAsDigits) {
    EXPECT_EQ(normalise_phone("+49 30 1234567").value(), "+49301234567");
    EXPECT_EQ(normalise_phone("0049-30/123.45.67").value(), "+49301234567");
    EXPECT_EQ(normalise_phone(" +1 (415) 555-0100 ").value(), "+14155550100");
    EXPECT_EQ(normalise_phone("(+49) 30 1234567").value(), "+49301234567");
    EXPECT_EQ(normalise_phone("+1234567").value(), "+1234567");
    EXPECT_EQ(normalise_phone("+123456789012345").value(), "+123456789012345");
}

TEST(NormalisePhone, DropsTheTrunkZeroAfterTheCountryCode) {
    EXPECT_EQ(normalise_phone("+49 (0)30 1234567").value(), "+49301234567");
    EXPECT_EQ(normalise_phone("0044(0)20 7946 0018").value(), "+442079460018");
    EXPECT_EQ(normalise_phone("+49 1234 (0) 567").value(), "+4912340567");
}

TEST(NormalisePhone, ShowsTheFormWantedWhenTheCountryIsMissing) {
    for (const char* text : {"030 1234567", "1234567", "(0)30 1234567", "030/1234567"}) {
        const Result<std::string, std::string> result = normalise_phone(text);
        ASSERT_FALSE(result) << text;
        EXPECT_NE(result.error().find("+49 30 1234567"), std::string::npos);
    }
}

// A salon in Berlin, one in Budapest, one in Rome: each guest writes the number as at home.
TEST(NormalisePhone, ReadsANationalNumberAsOneOfTheCountry) {
    const auto is = [](std::string_view country, std::string_view typed, std::string_view number) {
        return normalise_phone(typed, country) == std::string(number);
    };
    EXPECT_TRUE(is("DE", "0151 / 234 567 89", "+4915123456789"));
    EXPECT_TRUE(is("DE", "(030) 1234567", "+49301234567"));
    EXPECT_TRUE(is("GB", "020 7946 0018", "+442079460018"));
    EXPECT_TRUE(is("US", "(415) 555-0100", "+14155550100"));
    EXPECT_TRUE(is("US", "1-415-555-0100", "+14155550100"));
    EXPECT_TRUE(is("IT", "06 6982 1234", "+390669821234"));  // the zero stays in Italy
    EXPECT_TRUE(is("ES", "612 34 56 78", "+34612345678"));
    EXPECT_TRUE(is("HU", "06 20 123 4567", "+36201234567"));
    EXPECT_TRUE(is("RU", "8 (912) 345-67-89", "+79123456789"));
    EXPECT_TRUE(is("BY", "8 029 491-19-11", "+375294911911"));
}

TEST(NormalisePhone, TheCountryDoesNotTouchInternationalNumbers) {
    for (const std::string_view country : {"DE", "US", "AU", "JP", "IT", "XX", ""}) {
        EXPECT_EQ(normalise_phone("+43 664 1234567", country).value(), "+436641234567") << country;
        EXPECT_EQ(normalise_phone("+49 (0)30 1234567", country).value(), "+49301234567") << country;
    }
    EXPECT_EQ(normalise_phone("0043 664 1234567", "DE").value(), "+436641234567");
    EXPECT_EQ(normalise_phone("011 43 664 1234567", "US").value(), "+436641234567");
    EXPECT_EQ(normalise_phone("0011 43 664 1234567", "AU").value(), "+436641234567");
    EXPECT_EQ(normalise_phone("010 43 664 1234567", "JP").value(), "+436641234567");
}

// A spreadsheet has eaten the zero, or somebody the plus.
TEST(NormalisePhone, TakesAMobileNumberThatLostWhatStoodInFront) {
    EXPECT_EQ(normalise_phone("15123456789", "DE").value(), "+4915123456789");
    EXPECT_EQ(normalise_phone("4915123456789", "DE").value(), "+4915123456789");
    EXPECT_EQ(normalise_phone("31612345678", "NL").value(), "+31612345678");
    EXPECT_EQ(normalise_phone("393331234567", "IT").value(), "+393331234567");
    EXPECT_EQ(normalise_phone("55 99612-3456", "BR").value(), "+5555996123456");
}

// A caller leaves the area code out, as neighbours do: a message there would reach a stranger.
TEST(NormalisePhone, AsksForTheAreaCode) {
    for (const char* typed : {"1234567", "30 1234567", "0", "12", "0151234567890123456"}) {
        const auto number = normalise_phone(typed, "DE");
        ASSERT_FALSE(number) << typed;
        EXPECT_NE(number.error().find("area code"), std::string::npos);
    }
    EXPECT_FALSE(normalise_phone("555-0100", "US"));
    EXPECT_FALSE(normalise_phone("0151 23456x8", "DE"));
    EXPECT_FALSE(normalise_phone("011 0 664", "US"));
    EXPECT_FALSE(normalise_phone("030 1234567", "XX"));
    EXPECT_FALSE(normalise_phone("030 1234567", "de"));
}

TEST(NormalisePhone, RefusesWhatIsNoNumber) {
    for (const char* text : {"", "+", "00", "+123456", "+1234567890123456", "+49 30 12345x",
                             "++49301234567", "+49+301234567", "+0301234567", "000301234567",
                             "+49 30 1234\n567", "tel:+49301234567", "+49\u00a030 1234567"}) {
        EXPECT_FALSE(normalise_phone(text)) << text;
    }
    EXPECT_FALSE(normalise_phone("+49301234567" + std::string(80, ' ') + "1"));
}

TEST(Normalising, NeverRepeatsWhatWasTyped) {
    for (const char* text : {"secretvalue", "secretvalue@", "\"secretvalue\"@example.com",
                             "+49 secretvalue", "secretvalue@secretvalue"}) {
        for (const auto& result : {normalise_email(text), normalise_phone(text)}) {
            ASSERT_FALSE(result) << text;
            EXPECT_EQ(result.error().find("secretvalue"), std::string::npos);
        }
    }
}

TEST(WireAddress, IsPlainWhereItCanBe) {
    for (const std::string& good :
         {"a@b"s, "ada@guest.example"s, "Ada.Lovelace+tag@Mail.Guest.example"s,
          "o'neil!#$%&*-/=?^_`{|}~@x-y.example"s, "root@localhost"s, "1@2.example"s,
          std::string(64, 'a') + "@guest.example"}) {
        EXPECT_EQ(wire_address(good), good);
        EXPECT_TRUE(is_plain_address(good));
    }
}

TEST(WireAddress, HasNothingThatCouldEndIt) {
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
        EXPECT_EQ(wire_address(bad), "") << bad;
    }
}

TEST(WireAddress, WritesDomainsOfAllScriptsInAscii) {
    EXPECT_EQ(wire_address("ada@bücher.example"), "ada@xn--bcher-kva.example");
    EXPECT_EQ(wire_address("ada@BÜCHER.example"), "ada@xn--bcher-kva.example");
    EXPECT_EQ(wire_address("ada@xn--bcher-kva.example"), "ada@xn--bcher-kva.example");
    EXPECT_EQ(wire_address("ada@straße.example"), "ada@xn--strae-oqa.example");
    EXPECT_EQ(wire_address("用户@例子.广告"), "用户@xn--fsqu00a.xn--4rr70v");
    EXPECT_TRUE(is_plain_address("ada@bücher.example"));
    EXPECT_FALSE(is_plain_address("用户@例子.广告"));
    EXPECT_EQ(wire_address("ada@\u0301a.example"), "");  // an accent over nothing
}

TEST(WireAddress, IsNoLongerThanServersTake) {
    std::string domain;
    while (domain.size() < 200) {
        domain += "zä.";  // four bytes that become ten
    }
    EXPECT_EQ(wire_address("a@" + domain + "example"), "");
    EXPECT_FALSE(normalise_email("a@" + domain + "example"));
}

TEST(WireAddress, ExistsForAllThatMayJoin) {
    for (const char* text : {"Info@BÜCHER.example", "用户@例子.广告", "jörg@guest.example",
                             "ada@example.com", "пример@почта.рф", "χρήστης@παράδειγμα.ελ"}) {
        const auto normal = normalise_email(text);
        ASSERT_TRUE(normal) << text;
        EXPECT_NE(wire_address(*normal), "") << text;
        EXPECT_NE(mailto_uri(*normal), "") << text;
    }
}

TEST(MailtoUri, EncodesWhatAUriCannotHold) {
    EXPECT_EQ(mailto_uri("ada+x@guest.example"), "mailto:ada+x@guest.example");
    EXPECT_EQ(mailto_uri("jörg%@bücher.example"), "mailto:j%C3%B6rg%25@xn--bcher-kva.example");
    EXPECT_EQ(mailto_uri("a b@c"), "");
}

TEST(Mailbox, HasANameOrNot) {
    const auto is = [](std::string_view text, std::string_view name, std::string_view address) {
        const auto mailbox = parse_mailbox(text);
        return mailbox && mailbox->name == name && mailbox->address == address;
    };
    EXPECT_TRUE(is("salon@example.com", "", "salon@example.com"));
    EXPECT_TRUE(is("Salon Aster <salon@example.com>", "Salon Aster", "salon@example.com"));
    EXPECT_TRUE(
        is(" \"Salon, Aster\" < salon@example.com > ", "Salon, Aster", "salon@example.com"));
    EXPECT_TRUE(is("<salon@example.com>", "", "salon@example.com"));
    EXPECT_TRUE(is("Salón <salon@localhost>", "Salón", "salon@localhost"));
    for (const char* bad : {"", "Salon Aster", "Salon <salon@example.com", "Salon <>", "<<a@b.c>>",
                            "Sa\nlon <a@b.c>", "用户@例子.广告", "a@b.c, d@e.f", "S\xff <a@b.c>"}) {
        EXPECT_FALSE(parse_mailbox(bad)) << bad;
    }
}

TEST(MailboxOf, TagsAndGmailsDotsDoNotMakeAnother) {
    EXPECT_EQ(mailbox_of("ada+7@guest.example"), "ada@guest.example");
    EXPECT_EQ(mailbox_of("Ada.Love+x+y@GoogleMail.com"), "adalove@gmail.com");
    EXPECT_EQ(mailbox_of("ada.love@guest.example"), "ada.love@guest.example");
    EXPECT_EQ(mailbox_of("JÜRGEN+1@Guest.Example"), "jürgen@guest.example");
    EXPECT_EQ(mailbox_of("straße@guest.example"), mailbox_of("STRASSE@guest.example"));
    EXPECT_EQ(mailbox_of("ada@MÜLLER.example"), mailbox_of("ada@xn--mller-kva.example"));
}

TEST(DomainOf, IsBehindTheAt) {
    EXPECT_EQ(domain_of("ada@guest.example"), "guest.example");
}

}  // namespace
}  // namespace standby::interchange
