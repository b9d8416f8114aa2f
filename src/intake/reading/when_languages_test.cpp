// The same in German, French and Spanish.
#include "intake/reading/reading_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::intake {
namespace {

TEST(WhenInGerman, ReadsDates) {
    EXPECT_EQ(german("Hätten Sie am 14. Oktober etwas frei?"), "2026-10-14 -");
    EXPECT_EQ(german("am 14.10. bitte"), "2026-10-14 -");
    EXPECT_EQ(german("am 14.10.2026 um 9 Uhr"), "2026-10-14 09:00");
    EXPECT_EQ(german("am 9. um 15 Uhr"), "2026-03-09 15:00");
    EXPECT_EQ(german("Freitag, den 6. März"), "2026-03-06 -");
    EXPECT_EQ(german("am zweiten Mai"), "2026-05-02 -");
    EXPECT_EQ(german("vom 3. bis zum 12. September"), "2026-09-03..2026-09-12 -");
    EXPECT_EQ(german("in KW 42"), "2026-10-12..2026-10-18 -");
    EXPECT_EQ(german("an Karfreitag"), "2026-04-03 -");
    EXPECT_EQ(german("Ende Mai"), "2026-05-21..2026-05-31 -");
}

TEST(WhenInGerman, ReadsDaysFromToday) {
    EXPECT_EQ(german("übermorgen"), "2026-03-06 -");
    EXPECT_EQ(german("heute in 14 Tagen"), "2026-03-18 -");
    EXPECT_EQ(german("nächsten Samstag"), "2026-03-14 -");
    EXPECT_EQ(german("kommenden Samstag"), "2026-03-07 -");
    EXPECT_EQ(german("übernächste Woche am Donnerstag"), "2026-03-19 -");
    EXPECT_EQ(german("Freitag nächster Woche"), "2026-03-13 -");
    EXPECT_EQ(german("den Termin vom 5. auf den 9. verschieben"), "2026-03-09 -");
    EXPECT_EQ(german("Am Freitag geht es leider nicht, am Samstag schon"), "2026-03-07 -");
}

TEST(WhenInGerman, ReadsTimes) {
    EXPECT_EQ(german("um halb drei"), "- 14:30");
    EXPECT_EQ(german("um viertel 8 Uhr abends"), "- 19:15");
    EXPECT_EQ(german("dreiviertel 6 abends"), "- 17:45");
    EXPECT_EQ(german("fünf vor halb drei"), "- 14:25");
    EXPECT_EQ(german("ab 17 Uhr"), "- 17:00..");
    EXPECT_EQ(german("zwischen 14 und 16 Uhr"), "- 14:00..16:00");
    EXPECT_EQ(german("14-16 Uhr"), "- 14:00..16:00");
    EXPECT_EQ(german("um 14 Uhr 30"), "- 14:30");
    EXPECT_EQ(german("bis 12 Uhr"), "- ..12:00");
    EXPECT_EQ(german("3 Uhr nachmittags"), "- 15:00");
}

TEST(WhenInGerman, TellsMorningFromTomorrow) {
    EXPECT_EQ(german("morgen um 9 Uhr"), "2026-03-05 09:00");
    EXPECT_EQ(german("am Dienstag morgen um 9"), "2026-03-10 09:00");
    EXPECT_EQ(german("Dienstagabend um 7"), "2026-03-10 19:00");
    EXPECT_EQ(german("morgen früh"), "2026-03-05 06:00..12:00");
    EXPECT_EQ(german("Guten Morgen! Geht es heute?"), "2026-03-04 -");
}

TEST(WhenInFrench, ReadsDates) {
    EXPECT_EQ(french("Je voudrais venir le 14 octobre"), "2026-10-14 -");
    EXPECT_EQ(french("le 1er avril"), "2026-04-01 -");
    EXPECT_EQ(french("le 9 à 15h"), "2026-03-09 15:00");
    EXPECT_EQ(french("le 14/10"), "2026-10-14 -");
    EXPECT_EQ(french("vendredi prochain"), "2026-03-13 -");
    EXPECT_EQ(french("vendredi de la semaine prochaine"), "2026-03-13 -");
    EXPECT_EQ(french("du 11 au 15 mars"), "2026-03-11..2026-03-15 -");
    EXPECT_EQ(french("après-demain"), "2026-03-06 -");
    EXPECT_EQ(french("dans trois semaines"), "2026-03-25 -");
    EXPECT_EQ(french("le lundi de Pâques"), "2026-04-06 -");
    EXPECT_EQ(french("pas le 9, plutôt le 10"), "2026-03-10 -");
}

TEST(WhenInFrench, ReadsTimes) {
    EXPECT_EQ(french("à 19h30"), "- 19:30");
    EXPECT_EQ(french("à sept heures et demie du soir"), "- 19:30");
    EXPECT_EQ(french("à huit heures moins le quart du matin"), "- 07:45");
    EXPECT_EQ(french("à midi et demi"), "- 12:30");
    EXPECT_EQ(french("entre 14h et 16h"), "- 14:00..16:00");
    EXPECT_EQ(french("à partir de 17 heures"), "- 17:00..");
    EXPECT_EQ(french("ce soir à 8 heures"), "2026-03-04 20:00");
    EXPECT_EQ(french("un soin de 2 heures"), "- -");
}

TEST(WhenInSpanish, ReadsDates) {
    EXPECT_EQ(spanish("Quisiera venir el 14 de octubre"), "2026-10-14 -");
    EXPECT_EQ(spanish("el 9 a las 3 de la tarde"), "2026-03-09 15:00");
    EXPECT_EQ(spanish("el viernes que viene"), "2026-03-06 -");
    EXPECT_EQ(spanish("el próximo viernes"), "2026-03-13 -");
    EXPECT_EQ(spanish("pasado mañana"), "2026-03-06 -");
    EXPECT_EQ(spanish("mañana por la mañana"), "2026-03-05 06:00..12:00");
    EXPECT_EQ(spanish("del 11 al 15 de marzo"), "2026-03-11..2026-03-15 -");
    EXPECT_EQ(spanish("dentro de dos semanas"), "2026-03-18 -");
    EXPECT_EQ(spanish("el dos de octubre de dos mil veintiséis"), "2026-10-02 -");
}

TEST(WhenInSpanish, ReadsTimes) {
    EXPECT_EQ(spanish("a las siete y media de la tarde"), "- 19:30");
    EXPECT_EQ(spanish("a las ocho menos cuarto de la mañana"), "- 07:45");
    EXPECT_EQ(spanish("a las cinco y media mañana por la tarde"), "2026-03-05 17:30");
    EXPECT_EQ(spanish("entre las 5 y las 6 de la tarde"), "- 17:00..18:00");
    EXPECT_EQ(spanish("a la una"), "- 13:00");
    EXPECT_EQ(spanish("después de las 17"), "- 17:00..");
    EXPECT_EQ(spanish("Buenas tardes, ¿tienen sitio hoy?"), "2026-03-04 -");
}

}  // namespace
}  // namespace standby::intake
