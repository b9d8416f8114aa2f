// Which column is what: in the words of people's own lists, and in the exports of other programs.
#include "intake/headings/mapping.hpp"

#include "intake/headings/exports.hpp"
#include "intake/headings/house_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace standby::intake {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// "name, -, phone": the field of each column.
std::string fields_of(const Mapping& mapping) {
    std::string text;
    for (const auto& field : mapping.columns) {
        text += text.empty() ? "" : ", ";
        text += field ? name_of(*field) : "-";
    }
    return text;
}

std::string mapped(const std::vector<std::string>& headings) {
    const Mapping mapping = recognise(headings);
    return std::string(name_of(mapping.source)) + ": " + fields_of(mapping);
}

TEST(Headings, AreKnownInTheWordsOfTheHouse) {
    EXPECT_EQ(mapped({"Name", "Mobile", "E-mail", "Service", "Party size", "Earliest", "Latest",
                      "Staff", "Priority", "Joined", "Notes"}),
              "own: name, phone, email, service, party_size, earliest, latest, staff, priority, "
              "joined_at, -");
    EXPECT_EQ(mapped({"NAME", "Handy-Nr.", "E-Mail-Adresse", "Leistung", "Personen", "ab", "bis",
                      "Mitarbeiter/in", "Priorität", "Eingetragen am:"}),
              "own: name, phone, email, service, party_size, earliest, latest, staff, priority, "
              "joined_at");
    EXPECT_EQ(mapped({"Nom et prénom", "Portable", "Courriel", "Prestation", "Nombre de personnes",
                      "Au plus tôt", "Jusqu’au", "Avec", "Priorité", "Inscrit le"}),
              "own: name, phone, email, service, party_size, earliest, latest, staff, priority, "
              "joined_at");
    EXPECT_EQ(mapped({"Nombre completo", "Móvil", "Correo electrónico", "Servicio", "Personas",
                      "Desde", "Hasta", "Con", "Prioridad", "Apuntado el"}),
              "own: name, phone, email, service, party_size, earliest, latest, staff, priority, "
              "joined_at");
}

TEST(Headings, AreOursAsTheApiHasThem) {
    EXPECT_EQ(mapped({"name", "email", "phone", "region", "user_id", "party_size", "service",
                      "staff", "earliest", "latest", "tier", "points", "joined_at", "time_zone",
                      "locale", "consent"}),
              "own: name, email, phone, region, user_id, party_size, service, staff, earliest, "
              "latest, tier, points, joined_at, time_zone, locale, consent");
}

TEST(Headings, MeanTheBetterOfTwoColumns) {
    EXPECT_EQ(mapped({"Name", "Telefon", "Handy"}), "own: name, -, phone");
    EXPECT_EQ(mapped({"Name", "Handy", "Telefon"}), "own: name, phone, -");
    EXPECT_EQ(mapped({"Mobile", "Mobile"}), "own: phone, -");
}

TEST(Headings, KnowHalfANameBesideTheOtherHalf) {
    EXPECT_EQ(mapped({"Name", "Vorname", "Telefon"}), "own: last_name, first_name, phone");
    EXPECT_EQ(mapped({"Nombre", "Apellidos", "Móvil"}), "own: first_name, last_name, phone");
    EXPECT_EQ(mapped({"Name", "First name", "Last name"}), "own: name, first_name, last_name");
}

TEST(Headings, TellExportsByTheirSet) {
    EXPECT_EQ(
        mapped({"ID", "NAME", "FIRST_NAME", "LAST_NAME", "PHONE", "EMAIL", "NOTES", "PARTY_SIZE",
                "CUSTOMER_ID", "STATE", "TAGS", "DATE", "DURATION", "POSITION",
                "ORIGINAL_POSITION"}),
        "waitwhile: -, name, first_name, last_name, phone, email, -, party_size, -, state, -, "
        "-, -, position, -");
    EXPECT_EQ(mapped({"email", "name", "api_id", "created_at", "phone_number", "approval_status",
                      "How did you hear of us?"}),
              "luma: email, name, -, joined_at, phone, state, -");
    EXPECT_EQ(
        mapped({"Order #", "Order Date", "First Name", "Surname", "Email", "Quantity", "Attendee #",
                "Attendee Status"}),
        "eventbrite: order_id, joined_at, first_name, last_name, email, party_size, -, state");
    EXPECT_EQ(mapped({"Email Address", "First Name", "Last Name", "MEMBER_RATING", "OPTIN_TIME",
                      "OPTIN_IP", "CONFIRM_TIME", "LEID", "EUID", "NOTES", "TAGS", "UNSUB_TIME"}),
              "mailchimp: email, first_name, last_name, -, opt_in, -, joined_at, -, -, -, -, "
              "left_at");
    EXPECT_EQ(mapped({"Reference ID", "First Name", "Last Name", "Email Address", "Phone Number",
                      "Square Customer ID", "First Visit"}),
              "square: -, first_name, last_name, email, phone, -, joined_at");
    EXPECT_EQ(mapped({"email", "priority", "amount_referred", "referral_token", "referral_link",
                      "created_at"}),
              "getwaitlist: email, position, -, -, -, joined_at");
}

TEST(Headings, KnowTheFirstOfTheTwoDatesOfPretixInItsLanguages) {
    EXPECT_EQ(mapped({"Date", "Name", "Email", "Phone number", "Product", "Product ID", "Variation",
                      "Variation ID", "Event slug", "Event name", "Date", "Start date", "End date",
                      "Language", "Priority", "Status", "Voucher code"}),
              "pretix: joined_at, name, email, phone, -, -, -, -, -, -, -, -, -, locale, -, state, "
              "left_at");
    EXPECT_EQ(
        mapped({"Datum", "Name", "E-Mail", "Telefonnummer", "Produkt", "Produkt-ID", "Variante",
                "Varianten-ID", "Kurzname der Veranstaltung", "Veranstaltungstitel", "Termin",
                "Beginn", "Ende", "Sprache", "Priorität", "Status", "Gutscheincode"}),
        "pretix: joined_at, name, email, phone, -, -, -, -, -, -, -, -, -, locale, -, state, "
        "left_at");
}

TEST(Headings, KnowWhoStillWaits) {
    EXPECT_EQ(standing_of(Source::Waitwhile, "WAITING"), Standing::Waits);
    EXPECT_EQ(standing_of(Source::Waitwhile, "SERVED"), Standing::DoesNot);
    EXPECT_EQ(standing_of(Source::Pretix, "Voucher redeemed"), Standing::DoesNot);
    EXPECT_EQ(standing_of(Source::Luma, "pending_approval"), Standing::Waits);
    EXPECT_EQ(standing_of(Source::Luma, "something new"), Standing::Unknown);
    EXPECT_EQ(standing_of(Source::House, "WAITING"), Standing::Unknown);
}

TEST(Headings, CanBeMappedByHand) {
    const std::vector<std::string> headings = {"Wer", "Nummer 1", "Nummer 2", "Telefon"};
    const auto mapping = mapped_by_hand(recognise(headings), headings,
                                        {{"nummer 2", Field::Phone}, {"Wer", std::nullopt}});
    ASSERT_TRUE(mapping);
    EXPECT_EQ(fields_of(*mapping), "-, -, phone, -");
    const auto wrong = mapped_by_hand(recognise(headings), headings, {{"Nummer 3", Field::Phone}});
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error(), HasSubstr("there is no column \"Nummer 3\"; did you mean"));
}

TEST(Headings, AreFoundBelowATitle) {
    Table table;
    const auto row = [&](std::vector<std::string> texts) {
        Row& made = table.rows.emplace_back();
        for (std::string& text : texts) {
            made.cells.push_back(text_cell(std::move(text)));
        }
    };
    row({"Warteliste", "", "Stand: Montag"});
    row({"Name", "Handy", "Termin"});
    row({"Anna", "0171 1", "ab 14.10."});
    EXPECT_EQ(find_heading_row(table), 1U);
    table.rows.clear();
    row({"E-Mail"});
    row({"a@example.com"});
    EXPECT_EQ(find_heading_row(table), 0U);
    table.rows.clear();
    row({"Anna", "0171 1"});
    EXPECT_FALSE(find_heading_row(table));
    EXPECT_FALSE(find_heading_row(Table{}));
}

TEST(Headings, HaveNoWordForTwoThings) {
    // A word that stands twice would silently mean the first.
    for (std::size_t index = 0; index < fields_count; ++index) {
        const auto field = static_cast<Field>(index);
        EXPECT_EQ(parse_field(name_of(field)), field);
    }
    EXPECT_FALSE(parse_field("nonsense"));
}

}  // namespace
}  // namespace standby::intake
