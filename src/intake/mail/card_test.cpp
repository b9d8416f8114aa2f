// What staff are shown of a whole mail: whose row, from which words, and whom to trust.
#include "intake/mail/card.hpp"

#include "base/json/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::intake {
namespace {

using testing::HasSubstr;

constexpr Time wednesday{std::chrono::seconds(1772618400)};  // 2026-03-04 10:00 UTC

CardContext context() {
    return {.reading = {.received_at = wednesday, .zone = nullptr, .country = "DE"},
            .authserv_id = "mx.aster.example",
            .staff = {"noor@aster.example"}};
}

MailReading forwarded(std::string text) {
    MailReading reading;
    reading.mail.subject = "Fwd: Saturday";
    reading.mail.came_from = "noor@aster.example";
    reading.mail.sender_name = "Noor";
    reading.mail.sender_address = "noor@aster.example";
    reading.mail.text = "Can you put her on the list?\n\n---------- Forwarded message ---------\n"
                        "From: Mia Okafor <mia@example.com>\nDate: Tue, 3 Mar 2026 at 09:12\n"
                        "Subject: Saturday\nTo: <noor@aster.example>\n\n" +
                        std::move(text);
    return reading;
}

std::string words_of(const Card& card, std::string_view field) {
    for (const CardSource& source : card.sources) {
        if (source.field == field && source.text) {
            return std::string(words_at(card.texts[*source.text].text, source.span));
        }
    }
    return "";
}

TEST(Card, ProposesTheRowOfWhoWroteFirst) {
    const Card card =
        make_card(forwarded("Hi, could three of us come on the 9th at half past five in the "
                            "afternoon?\nMia"),
                  context());
    EXPECT_EQ(card.row.name, "Mia Okafor");
    EXPECT_EQ(card.row.email, "mia@example.com");
    EXPECT_EQ(card.row.party_size, 3);
    EXPECT_EQ(words_of(card, "date"), "9th");
    EXPECT_THAT(words_of(card, "email"), HasSubstr("mia@example.com"));
    EXPECT_TRUE(card.is_passed_on);
    EXPECT_EQ(write_row(card.row),
              R"({"name":"Mia Okafor","email":"mia@example.com","phone":null,"party_size":3,)"
              R"("wants":{"service":null,"staff":null,"earliest":"2026-03-09",)"
              R"("latest":"2026-03-09","weekly":[{"days":["mon"],"from":"17:30","to":"20:30"}]}})");
}

TEST(Card, StaffWhoSendAPictureAreNotTheGuest) {
    MailReading reading;
    reading.mail.came_from = reading.mail.sender_address = "noor@aster.example";
    reading.mail.sender_name = "Noor Haddad";
    reading.pieces.push_back({.name = "note.jpg",
                              .kind = PieceKind::Scan,
                              .text = "My name is Mia Okafor\nTable for 4 on 9 March at 19:00\n"
                                      "mia@example.com"});
    const Card card = make_card(reading, context());
    EXPECT_EQ(card.row.name, "Mia Okafor");
    EXPECT_EQ(card.row.email, "mia@example.com");
    EXPECT_EQ(card.row.party_size, 4);
    EXPECT_EQ(card.texts[2].kind, "scan");
    EXPECT_THAT(words_of(card, "time"), HasSubstr("19:00"));
}

TEST(Card, WhatMailAndAttachmentSayDifferentlyIsLeftOpen) {
    MailReading reading = forwarded("A table for two on 9 March at 7 pm, see the picture.\nMia");
    reading.pieces.push_back(
        {.name = "note.jpg", .kind = PieceKind::Scan, .text = "Table for 4 on 9 March at 7 pm"});
    const Card card = make_card(reading, context());
    EXPECT_EQ(card.row.party_size, std::nullopt);
    ASSERT_TRUE(card.row.days);
    EXPECT_TRUE(card.row.times);
}

TEST(Card, TrustsStaffWhoseServerProvesThem) {
    MailReading reading = forwarded("Hello");
    EXPECT_FALSE(
        read_json(write_card(make_card(reading, context())))->root().find("trusted")->boolean);
    reading.mail.authentication = {"mx.aster.example; dmarc=pass header.from=aster.example"};
    EXPECT_TRUE(
        read_json(write_card(make_card(reading, context())))->root().find("trusted")->boolean);
    reading.mail.came_from = "someone@aster.example";
    EXPECT_FALSE(
        read_json(write_card(make_card(reading, context())))->root().find("trusted")->boolean);
}

TEST(Card, NamesTheListWhereThereAreSeveral) {
    const std::vector<ListName> lists{{core::ResourceNumber{3}, "Colour"},
                                      {core::ResourceNumber{4}, "Massage"}};
    CardContext with_lists = context();
    with_lists.lists = &lists;
    const Card card = make_card(forwarded("I'd like a massage on Saturday.\nMia"), with_lists);
    EXPECT_EQ(card.list, core::ResourceNumber{4});
    EXPECT_EQ(make_card(forwarded("Hello"), with_lists).list, core::ResourceNumber{});
}

TEST(Card, CountsCharactersWhereItSaysWhereWordsAre) {
    const Card card = make_card(
        forwarded("Schöne Grüße, wir kommen zu viert am 9. März um 19 Uhr.\n"), context());
    const auto document = read_json(write_card(card));
    ASSERT_TRUE(document);
    EXPECT_EQ(document->root().find("language")->text, "de");
    for (const JsonValue& found : document->root().find("found")->items) {
        if (found.find("field")->text == "time") {
            EXPECT_EQ(found.find("words")->text, "19 Uhr");
            EXPECT_EQ(found.find("length")->integer, 6);
        }
    }
}

}  // namespace
}  // namespace standby::intake
