// Mails that staff pass on, as the programs of the day write them: who wrote first, and where
// it begins.
#include "intake/reading/forward.hpp"

#include <gtest/gtest.h>

#include <string>

namespace standby::intake {
namespace {

struct Told {
    std::string who;
    std::string text;
    std::string message;
};

Told told(std::string_view subject, std::string_view body) {
    const auto found = read_forward(subject, body);
    if (!found) {
        return {};
    }
    return {found->name + "|" + found->address, std::string(words_at(body, found->text)),
            std::string(words_at(body, found->message))};
}

TEST(Forward, KnowsWhoWroteFirst) {
    const Told mail = told("Fwd: Balayage", "Can you put her on the list?\n\n"
                                            "---------- Forwarded message ---------\n"
                                            "From: Mia Okafor <Mia@Example.com>\n"
                                            "Date: Tue, 3 Mar 2026 at 09:31\n"
                                            "Subject: Balayage\n"
                                            "To: <salon@example.org>\n\n"
                                            "Is Friday free?\n");
    EXPECT_EQ(mail.who, "Mia Okafor|mia@example.com");
    EXPECT_EQ(mail.text, "Is Friday free?\n");
    EXPECT_EQ(mail.message, "Can you put her on the list?\n\n");
}

TEST(Forward, ReadsFourLanguages) {
    EXPECT_EQ(told("WG: Termin",
                   "Von: Jörg Weiß <joerg@example.de>\nGesendet: Montag, 2. März 2026\n"
                   "An: Praxis <info@example.org>\nBetreff: Termin\n\nGeht Freitag?")
                  .who,
              "Jörg Weiß|joerg@example.de");
    EXPECT_EQ(told("",
                   "Début du message transféré :\n\n> De: Zoé <zoe@example.fr>\n"
                   "> Objet: Table\n> Date: 3 mars 2026\n> À: resto@example.org\n>\n> Bonjour !")
                  .who,
              "Zoé|zoe@example.fr");
    EXPECT_EQ(told("RV: Mesa", "De: Inés <ines@example.es>\nEnviado: lunes\nPara: x@example.org\n"
                               "Asunto: Mesa\n\n¿Hay sitio?")
                  .who,
              "Inés|ines@example.es");
    EXPECT_EQ(told("TR: Table", "Le 3/03/2026 à 12:46, « Zoé Blanc » <zoe@example.fr> a écrit :\n\n"
                                "    Bonjour")
                  .who,
              "Zoé Blanc|zoe@example.fr");
}

TEST(Forward, ReadsAHeaderThatIsOneLine) {
    const Told mail = told("", "  ----- Forwarded Message ----- From: Ada <ada@example.com>To: "
                               "\"x@example.org\" <x@example.org>Sent: Tuesday, March 3, 2026, "
                               "09:26:50 AM GMT+1Subject: A table\nIs Friday free?");
    EXPECT_EQ(mail.who, "Ada|ada@example.com");
    EXPECT_EQ(mail.text, "Is Friday free?");
}

TEST(Forward, TakesNoAnswerForOne) {
    EXPECT_EQ(told("Re: Table", "Yes please!\n\nFrom: Salon <salon@example.org>\nDate: Tuesday\n"
                                "To: ada@example.com\nSubject: Table\nIs 5 all right?")
                  .who,
              "");
    EXPECT_EQ(told("",
                   "Yes!\n\nOn Tue, Mar 3, 2026 at 9:31 AM Salon <salon@example.org>\nwrote:\n\n"
                   "> Is 5 all right?")
                  .who,
              "");
    EXPECT_EQ(told("Fwd: notes", "From: a note to myself\nDate: none\nSubject: none\n").who, "");
}

TEST(Forward, TakesTheOutermostOfSeveral) {
    EXPECT_EQ(told("Fwd: Fwd: x",
                   "---------- Forwarded message ---------\nFrom: Ben "
                   "<ben@example.com>\nDate: Tue\nTo: x@example.org\nSubject: Fwd\n\n"
                   "see below\n\n---------- Forwarded message ---------\nFrom: Cleo "
                   "<cleo@example.com>\nDate: Mon\nSubject: x\nTo: "
                   "ben@example.com\n\nHello")
                  .who,
              "Ben|ben@example.com");
}

}  // namespace
}  // namespace standby::intake
