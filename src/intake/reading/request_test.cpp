// Whole requests to a salon: what would be proposed, and the words that it came from.
#include "intake/reading/request.hpp"

#include "base/civil.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::intake {
namespace {

using engine::CatalogueItem;
using engine::CatalogueKind;
using interchange::Language;

CatalogueItem item(std::uint64_t number, CatalogueKind kind, std::string name,
                   std::vector<std::string> other_names = {}) {
    CatalogueItem made;
    made.number = number;
    made.kind = kind;
    made.name = std::move(name);
    made.other_names = std::move(other_names);
    return made;
}

// A salon in Berlin, on Wednesday, the 4th of March 2026, at noon.
class Salon : public testing::Test {
protected:
    Salon()
        : zone_(Zone::fixed("Europe/Berlin", std::chrono::hours(1))),
          offered_({item(1, CatalogueKind::Service, "Damenschnitt", {"Haarschnitt"}),
                    item(2, CatalogueKind::Service, "Balayage"),
                    item(3, CatalogueKind::Person, "Marta Nowak"),
                    item(4, CatalogueKind::Person, "Deniz")}) {}

    Proposal read(std::string text, std::string subject = {}, std::string name = {},
                  std::string address = {}) {
        text_ = std::move(text);
        subject_ = std::move(subject);
        const ReadingContext context{.received_at = *parse_time("2026-03-04T11:00:00Z"),
                                     .zone = &zone_,
                                     .country = "DE",
                                     .language = {},
                                     .offered = &offered_};
        name_ = std::move(name);
        address_ = std::move(address);
        return read_request({text_, subject_, name_, address_}, context);
    }

    template <class Found>
    std::string words(const Found& found) const {
        return found ? std::string(
                           words_at(found->in == FoundIn::Subject ? subject_ : text_, found->span))
                     : "-";
    }

    static std::int64_t day(unsigned month, unsigned of_month) {
        return days_from_civil({2026, month, of_month});
    }

    Zone zone_;
    interchange::OfferedNames offered_;
    std::string text_, subject_, name_, address_;
};

TEST_F(Salon, ReadsAWholeMail) {
    const Proposal found = read("Liebes Team,\n\nich hätte gerne am Freitag um halb drei einen "
                                "Damenschnit bei Marta.\n\nViele Grüße\nJule Brandt\n"
                                "Tel. 0151 23456789\nMo-Fr 9-17 Uhr erreichbar",
                                "Termin", "jb", "jule@example.de");
    ASSERT_TRUE(found.days && found.times && found.service && found.staff && found.name);
    EXPECT_EQ(found.language, Language::German);
    EXPECT_EQ(found.days->value.earliest, day(3, 6));
    EXPECT_EQ(found.times->value.from, 14 * 60 + 30);
    EXPECT_EQ(found.service->value.name, "Damenschnitt");
    EXPECT_EQ(found.staff->value.name, "Marta Nowak");
    EXPECT_EQ(found.name->value, "Jule Brandt");
    EXPECT_EQ(found.phone->value, "+4915123456789");
    EXPECT_EQ(found.email->value, "jule@example.de");
    EXPECT_EQ(words(found.days), "Freitag");
    EXPECT_EQ(words(found.times), "halb drei");
    EXPECT_EQ(words(found.service), "Damenschnit");
    EXPECT_EQ(words(found.name), "Jule Brandt");
}

TEST_F(Salon, ReadsWhatWasPassedOnAndNotWhatIsAround) {
    const Proposal found = read("Please add her, ideally today.\n\n"
                                "Begin forwarded message:\n\n"
                                "> From: Mia Okafor <mia@example.com>\n"
                                "> Subject: Balayage on 14 March?\n"
                                "> Date: 3 March 2026 at 11:17:21 CET\n"
                                "> To: salon@example.org\n"
                                ">\n"
                                "> Hi, could I come at 4 pm? My name is Mia Okafor-Lindt.\n"
                                "> You can also reach me at mia.o@example.net.\n",
                                "Fwd: Balayage", "Marta Nowak", "marta@example.org");
    ASSERT_TRUE(found.forwarded && found.days && found.times && found.email && found.name);
    EXPECT_EQ(found.forwarded->address, "mia@example.com");
    EXPECT_EQ(found.days->value.earliest, day(3, 14));
    EXPECT_EQ(found.days->in, FoundIn::Subject);
    EXPECT_EQ(found.times->value.from, 16 * 60);
    EXPECT_EQ(words(found.times), "4 pm");
    EXPECT_EQ(found.name->value, "Mia Okafor-Lindt");
    EXPECT_EQ(found.email->value, "mia.o@example.net");
    EXPECT_EQ(found.service->value.name, "Balayage");
    EXPECT_FALSE(found.staff);
}

TEST_F(Salon, LeavesQuotedMailsAlone) {
    const Proposal found = read("Ja, gerne!\n\nAm 3. März 2026 um 14:00 schrieb Salon "
                                "<salon@example.org>:\n> Passt Ihnen Freitag um 15 Uhr?\n",
                                "Re: Termin", "Jule Brandt", "jule@example.de");
    EXPECT_FALSE(found.days);
    EXPECT_FALSE(found.times);
    EXPECT_EQ(found.email->value, "jule@example.de");
    EXPECT_EQ(found.name->in, FoundIn::Sender);
}

TEST_F(Salon, ReadsNumbersAsPeopleWriteThemAtHome) {
    EXPECT_EQ(read("Bitte anrufen: 030 / 123 45 67").phone->value, "+49301234567");
    EXPECT_EQ(read("call me at +44 20 7946 0958").phone->value, "+442079460958");
    EXPECT_FALSE(read("Am 14.10.2026, Rechnung 4711-0815-42").phone);
    EXPECT_FALSE(read("0151 23456789 oder 0160 98765432").phone);
    EXPECT_FALSE(read("Bitte anrufen: 030 / 123 45 67").times);
}

TEST_F(Salon, IsSureOfWhatIsNamedOnly) {
    EXPECT_FALSE(read("Damenschnitt oder Balayage?").service);
    EXPECT_FALSE(read("Marta oder Deniz, beide sind toll").staff);
    EXPECT_FALSE(read("Ich will mich nur bedanken").service);
    EXPECT_EQ(read("einmal Haarschnitt bitte").service->value.name, "Damenschnitt");
}

TEST_F(Salon, KnowsThatTheDayIsOneOfTheList) {
    text_ = "heute um 17 Uhr";
    const ReadingContext context{.received_at = *parse_time("2026-03-04T23:30:00Z"),
                                 .zone = &zone_,
                                 .country = "DE",
                                 .language = Language::German};
    EXPECT_EQ(read_request({.text = text_, .subject = {}, .sender_name = {}, .sender_address = {}},
                           context)
                  .days->value.earliest,
              day(3, 5));
}

TEST_F(Salon, GuessesTheLanguage) {
    EXPECT_EQ(guess_language("Hello, is there anything free on Friday?"), Language::English);
    EXPECT_EQ(guess_language("Hallo, haben Sie am Freitag noch etwas frei?"), Language::German);
    EXPECT_EQ(guess_language("Bonjour, je voudrais une table pour deux"), Language::French);
    EXPECT_EQ(guess_language("Hola, quisiera una mesa para dos"), Language::Spanish);
    EXPECT_EQ(guess_language(""), Language::English);
}

}  // namespace
}  // namespace standby::intake
