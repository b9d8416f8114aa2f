// German, Austrian words included. Umlauts stand here without their dots, as keys do; what is
// written with an e instead ("naechsten") stands beside.
#include "intake/reading/feast.hpp"
#include "intake/reading/language_words.hpp"

namespace standby::intake {
namespace {

constexpr int part(PartOfDay one) {
    return static_cast<int>(one);
}

using enum Meaning;
using enum PartOfDay;

constexpr WordsRule days[] = {
    {Month, 1, "januar|jan|janner|jaenner|jaen"},
    {Month, 2, "februar|feb|feber"},
    {Month, 3, "marz|maerz|mrz"},
    {Month, 4, "april|apr"},
    {Month, 5, "mai"},
    {Month, 6, "juni|jun|juno"},
    {Month, 7, "juli|jul"},
    {Month, 8, "august|aug"},
    {Month, 9, "september|sept|sep"},
    {Month, 10, "oktober|okt"},
    {Month, 11, "november|nov"},
    {Month, 12, "dezember|dez"},
    {Weekday, 0, "montag|montags"},
    {Weekday, 1, "dienstag|dienstags"},
    {Weekday, 2, "mittwoch|mittwochs"},
    {Weekday, 3, "donnerstag|donnerstags"},
    {Weekday, 4, "freitag|freitags"},
    {Weekday, 5, "samstag|samstags|sonnabend|sonnabends"},
    {Weekday, 6, "sonntag|sonntags"},
    {ShortWeekday, 0, "mo"},
    {ShortWeekday, 1, "di"},
    {ShortWeekday, 2, "mi"},
    {ShortWeekday, 3, "do"},
    {ShortWeekday, 4, "fr"},
    {ShortWeekday, 5, "sa"},
    {ShortWeekday, 6, "so"},
    {RelativeDay, 0, "heute"},
    {RelativeDay, 1, "morgen"},
    {RelativeDay, 2, "ubermorgen|uebermorgen"},
    {RelativeDay, -1, "gestern"},
    {RelativeDay, -2, "vorgestern"},
    {RelativePart, 8 + part(Morning), "morgen fruh|morgen frueh"},
    {RelativePart, part(Morning), "heute morgen|heute fruh|heute frueh"},
    {Day, 1, "tag|tage|tagen|tg|tags"},
    {Week, 7, "woche|wochen|wo"},
    {Weekend, 0, "wochenende|wochenend|wochenenden|we"},
    {MonthUnit, 0, "monat|monate|monaten|monats"},
    {Year, 0, "jahr|jahre|jahren|jahres"},
    {Hour, 0, "stunde|stunden|std|h"},
    {Minute, 0, "minute|minuten|min"},
    {This, 0, "diese|dieser|diesen|diesem|dieses|in dieser|an diesem|in diesem|der aktuellen"},
    {Next, 0,
     "nachste|nachsten|nachster|nachstes|nachstem|naechste|naechsten|naechster|naechstes|"
     "die nachste|der nachsten|den nachsten|dem nachsten|die nachsten|des nachsten|das nachste|"
     "der naechsten|folgende|folgenden|folgender"},
    {Coming, 0,
     "kommenden|kommende|kommender|kommendes|kommendem|der kommenden|den kommenden|am kommenden"},
    {AfterNext, 0,
     "ubernachste|ubernachsten|ubernachster|ubernachstes|uebernaechste|uebernaechsten|"
     "uebernaechster|der ubernachsten"},
    {Previous, 0,
     "letzte|letzten|letzter|letztes|vergangene|vergangenen|vergangener|vergangenes|vorige|"
     "vorigen|voriger|voriges|der letzten|des letzten"},
    {Article, 0, "der|die|das|den|dem|des"},
    {Number, 2, "beiden"},
    {Rest, 1, "spater|im laufe|im laufe der|im laufe des"},
    {Soon, 0,
     "so bald wie moglich|so schnell wie moglich|so fruh wie moglich|moglichst "
     "bald|baldmoglichst|schnellstmoglich|sobald wie moglich|moglichst zeitnah|moglichst schnell"},
    {Rest, 0, "der rest der|rest der|der rest|rest|den rest der"},
    {Edge, 1, "anfang|beginn"},
    {Edge, 2, "mitte"},
    {Edge, 3, "ende"},
    {LastOf, 0, "der letzten|die letzte|letzte|letzten"},
    {Of, 0, "im|in|des|der|von|vom|im monat|im jahr|im jahre"},
    {On, 0,
     "am|den|dem|zum|vom|bis zum|ab dem|auf den|fur den|fuer den|ab den|bis den|zwischen dem"},
    {CalendarWeek, 0, "kw|kalenderwoche|woche|kalender woche|in kw"},
    {Starting, 0, "vom|des|ab|ab dem|ab montag|beginnend am|beginnend mit dem|um den|mit dem"},
};

constexpr WordsRule hours[] = {
    {At, 0, "um|gegen|ab|bis|so um|so gegen|um ca|um circa|ca|circa|kurz nach|kurz vor|auf|@"},
    {About, 0,
     "ca|circa|etwa|ungefahr|ungefaehr|rund|genau|so|spatestens|fruhestens|den|punkt|gegen"},
    {Exactly, 0, "rum|herum|punktlich|genau"},
    {OClock, 0, "uhr|h"},
    {Am, 0, "am|a m"},
    {Am, 1, "pm|p m"},
    {Half, -1, "halb"},
    {Quarter, 15, "viertel"},
    {Quarter, 45, "dreiviertel|drei viertel"},
    {Past, 0, "nach|minuten nach|min nach"},
    {To, 0, "vor|minuten vor|min vor"},
    {Measure, 0,
     "prozent|euro|eur|cent|franken|chf|km|kg|cm|mm|jahre alt|stuck|x|mal|grad|meter|zimmer|stock|"
     "etage"},
    {Noon, 0, "mittag"},
    {Noon, 0, "zwolf uhr mittags|12 uhr mittags"},
    {Midnight, 0, "mitternacht|mitternachts"},
    {Part, part(Morning),
     "am morgen|morgens|in der fruh|in der fruhe|fruhmorgens|am vormittag|vormittags|"
     "am fruhen morgen|am spaten vormittag|fruh am morgen|fruehmorgens"},
    {Part, part(Midday), "mittags|am mittag|zu mittag|uber mittag|in der mittagspause"},
    {Part, part(Afternoon), "am nachmittag|nachmittags|am fruhen nachmittag|am spaten nachmittag"},
    {Part, part(Evening),
     "am abend|abends|am fruhen abend|am spaten abend|nach der arbeit|am vorabend"},
    {Part, part(Night), "nachts|in der nacht"},
    {BarePart, part(Morning), "morgen|morgens|fruh|frueh|vormittag|vormittags"},
    {BarePart, part(Midday), "mittag|mittags"},
    {BarePart, part(Afternoon), "nachmittag|nachmittags"},
    {BarePart, part(Evening), "abend|abends"},
    {BarePart, part(Night), "nacht|nachts"},
    {Meal, part(Evening), "abendessen|abendbrot"},
    {Meal, part(Morning), "fruhstuck|fruehstueck"},
    {From, 0, "von|vom|ab|von dem|zwischen|zwischen dem"},
    {Until, 0, "bis|bis zum|bis um|bis zu dem|und|bis gegen|und dem"},
    {Between, 0, "zwischen|zwischen dem|zwischen den"},
    {And, 0, "und|und dem|und den|&"},
    {Or, 0, "oder|oder am|oder um|oder den|oder dem|bzw|oder auch|oder gegen"},
    {After, 0,
     "ab|nach|ab dem|ab ca|von|fruhestens um|fruhestens ab|nicht vor|fruhestens|erst ab|"
     "nach dem|erst nach"},
    {Before, 0, "vor|vor dem|vor den"},
    {Before, 1,
     "bis|bis spatestens|spatestens um|spatestens bis|nicht nach|spatestens|bis ca|bis zum|bis "
     "um|bis maximal|spatestens am"},
    {In, 0, "in|in etwa|in ca|binnen"},
    {Within, 0,
     "innerhalb|innerhalb der|innderhalb|innderhalb der|in|in den|in der|wahrend der|binnen|"
     "fur die|die"},
    {Ago, 0, "her"},
    {Hence, 0, "spater|spaeter"},
    {HenceFrom, 0, "nach|ab"},
};

constexpr WordsRule turns[] = {
    {Not, 0,
     "jeden|jede|jeder|nicht|nicht am|nicht um|nicht den|nicht der|statt|anstatt|statt am|statt "
     "um|anstelle von|"
     "nicht mehr|nicht mehr am|kein|ausser|auser|statt des|statt dem|nicht fur"},
    {NotBehind, 0,
     "geht nicht|passt nicht|kann ich nicht|leider nicht|geht leider nicht|passt leider "
     "nicht|kann ich leider nicht|passt mir nicht|geht bei mir nicht|passt mir leider nicht|"
     "konnen wir nicht|konnen wir leider nicht|geht es nicht|geht es leider nicht|ist schlecht"},
    {Correction, 0,
     "doch|lieber|besser|sorry|entschuldigung|korrektur|sondern|stattdessen|vielmehr|ich meine|"
     "ich meinte|nein"},
    {Change, 0,
     "verschieben|verlegen|umbuchen|andern|aendern|verschoben|verlegt|umgebucht|tauschen"},
    {Maybe, 0, "vielleicht|eventuell|evtl|moglicherweise|ggf"},
    {Greeting, 0,
     "guten morgen|guten tag|guten abend|gute nacht|schonen tag|schonen abend|schones wochenende|"
     "schonen tag noch|ein schones wochenende|schone woche|guten nachmittag|schoenen tag|moin"},
    {Small, 0,
     "ein|eine|einen|der|die|das|um|ab|bis|gegen|von|vor|nach|bei|beim|mit|fur|in|im|am|an|auf|"
     "und|oder|aber|als|wie|wenn|falls|noch|frei|gehen|geht|ginge|ware|kommen|komme|passt|passen|"
     "wurde|wurden|konnen|kann|konnte|konnten|haben|habe|hatte|hatten|ist|sind|bitte|danke|gerne|"
     "gern|reservieren|buchen|ich|wir|mir|uns|es|zu|zum|zur|da|nicht|auch|mal|vielleicht|moglich|"
     "lieber|besser|statt|wieder|weg|hier|dort|einen|zwischen|sein|werde|werden|will|wollen|mochte|"
     "mochten|bin|zuruck|irgendwann|dann|so|okay|ok|gut|super|abends|morgens|mittags|doch|nur"},
};

constexpr WordsRule company[] = {
    {People, 1,
     "person|personen|pers|leute|leuten|gast|gaste|gasten|gaeste|erwachsene|erwachsenen|"
     "platze|platzen|plaetze|menschen|teilnehmer|kopfe|pax|sitzplatze"},
    {Party, 0,
     "wir sind|wir waren|tisch fur|einen tisch fur|tisch fuer|reservierung fur|"
     "gruppe von|anzahl personen|personenzahl|anzahl der personen|personen|platz fur|"
     "platze fur|es kommen|anzahl gaste|personenanzahl|zimmer fur|termin fur uns"},
    {For, 0, "fur|fuer"},
    {PartyOf, 2, "zu zweit|zu zweien"},
    {PartyOf, 3, "zu dritt|zu dreien"},
    {PartyOf, 4, "zu viert"},
    {PartyOf, 5, "zu funft|zu fuenft"},
    {PartyOf, 6, "zu sechst"},
    {PartyOf, 7, "zu siebt"},
    {PartyOf, 8, "zu acht"},
    {PartyOf, 9, "zu neunt"},
    {PartyOf, 10, "zu zehnt"},
    {Seating, 0,
     "tisch|restaurant|reservierung|reservieren|abendessen|mittagessen|essen|speisen|lokal|"
     "gasthaus|platz|platze|fruhstuck|brunch|bar|biergarten|gaststatte|reserviere"},
    {Me, 0, "ich|mich|mir"},
    {Possessive, 0, "mein|meine|meinen|meiner|meinem|unser|unsere|unseren|unserem|unserer"},
    {Kin, 0,
     "frau|mann|kind|tochter|sohn|partner|partnerin|mutter|vater|mama|papa|schwester|bruder|"
     "freund|freundin|verlobte|verlobter|verlobten|baby|chef|kollege|kollegin|kollegen|nichte|"
     "neffe|cousin|"
     "cousine|tante|onkel|oma|opa|enkel|enkelin|nachbarin|nachbar|schwiegermutter|schwiegervater|"
     "lebensgefahrte|lebensgefahrtin|lebensgefahrten"},
    {KinMany, 0,
     "kinder|kindern|freunde|freunden|eltern|sohne|tochtern|familie|geschwister|schwestern|bruder|"
     "freundinnen|kolleginnen|grosseltern"},
};

constexpr WordsRule feasts[] = {
    {Holiday, feast(Feast::NewYear), "neujahr|neujahrstag"},
    {Holiday, feast(Feast::Epiphany),
     "heilige drei konige|dreikonigstag|heilig drei konig|heiligen drei konige"},
    {Holiday, feast(Feast::Valentine), "valentinstag"},
    {Holiday, feast(Feast::WomensDay), "frauentag|weltfrauentag|internationalen frauentag"},
    {Holiday, feast(Feast::FatThursday), "weiberfastnacht|altweiber|weiberfasching"},
    {Holiday, feast(Feast::CarnivalSunday), "karneval|karnevalssonntag|faschingssonntag"},
    {Holiday, feast(Feast::RoseMonday), "rosenmontag"},
    {Holiday, feast(Feast::ShroveTuesday),
     "fastnacht|faschingsdienstag|veilchendienstag|fastnachtsdienstag"},
    {Holiday, feast(Feast::AshWednesday), "aschermittwoch"},
    {Holiday, feast(Feast::PalmSunday), "palmsonntag"},
    {Holiday, feast(Feast::MaundyThursday), "grundonnerstag|gruendonnerstag"},
    {Holiday, feast(Feast::GoodFriday), "karfreitag"},
    {Holiday, feast(Feast::HolySaturday), "karsamstag|ostersamstag"},
    {Holiday, feast(Feast::Easter), "ostern|ostersonntag"},
    {Holiday, feast(Feast::EasterMonday), "ostermontag"},
    {Holiday, feast(Feast::LabourDay), "tag der arbeit|maifeiertag"},
    {Holiday, feast(Feast::Ascension), "christi himmelfahrt|himmelfahrt|himmelfahrtstag|vatertag"},
    {Holiday, feast(Feast::UsMothersDay), "muttertag"},
    {Holiday, feast(Feast::WhitSunday), "pfingsten|pfingstsonntag"},
    {Holiday, feast(Feast::WhitMonday), "pfingstmontag"},
    {Holiday, feast(Feast::CorpusChristi), "fronleichnam"},
    {Holiday, feast(Feast::MidSummer), "johannistag|johanni"},
    {Holiday, feast(Feast::PeaceOfAugsburg), "augsburger friedensfest|friedensfest"},
    {Holiday, feast(Feast::Assumption), "maria himmelfahrt|mariae himmelfahrt"},
    {Holiday, feast(Feast::ChildrensDay), "weltkindertag"},
    {Holiday, feast(Feast::GermanUnity), "tag der deutschen einheit"},
    {Holiday, feast(Feast::Reformation), "reformationstag"},
    {Holiday, feast(Feast::Halloween), "halloween"},
    {Holiday, feast(Feast::AllSaints), "allerheiligen"},
    {Holiday, feast(Feast::AllSouls), "allerseelen"},
    {Holiday, feast(Feast::StMartin), "martinstag|sankt martin|st martin"},
    {Holiday, feast(Feast::MemorialSunday), "volkstrauertag"},
    {Holiday, feast(Feast::PenanceDay), "buss und bettag|bus und bettag|buss bettag|bussundbettag"},
    {Holiday, feast(Feast::SundayOfTheDead), "totensonntag|ewigkeitssonntag"},
    {Holiday, feast(Feast::FirstAdvent), "erster advent|ersten advent|1 advent|erste advent"},
    {Holiday, feast(Feast::SecondAdvent), "zweiter advent|zweiten advent|2 advent|zweite advent"},
    {Holiday, feast(Feast::ThirdAdvent), "dritter advent|dritten advent|3 advent|dritte advent"},
    {Holiday, feast(Feast::FourthAdvent), "vierter advent|vierten advent|4 advent|vierte advent"},
    {Holiday, feast(Feast::StNicholas), "nikolaus|nikolaustag"},
    {Holiday, feast(Feast::ChristmasEve), "heiligabend|heilig abend|heiliger abend|heiligen abend"},
    {Holiday, feast(Feast::Christmas),
     "weihnachten|weihnachtstag|erster weihnachtstag|ersten weihnachtstag|1 weihnachtstag|1 "
     "weihnachtsfeiertag|ersten weihnachtsfeiertag|christtag"},
    {Holiday, feast(Feast::BoxingDay),
     "zweiter weihnachtstag|zweiten weihnachtstag|2 weihnachtstag|2 weihnachtsfeiertag|zweiten "
     "weihnachtsfeiertag|stefanitag|stephanstag"},
    {Holiday, feast(Feast::NewYearsEve), "silvester|sylvester|silvesterabend"},
};

constexpr std::span<const WordsRule> tables[] = {days, hours, turns, company, feasts};

}  // namespace

LanguageWords german_words() {
    return {.tables = tables,
            .small_numbers = "null|eins|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|"
                             "dreizehn|vierzehn|funfzehn|sechzehn|siebzehn|achtzehn|neunzehn",
            .small_ordinals = "|erst|zweit|dritt|viert|funft|sechst|siebt|acht|neunt|zehnt|elft|"
                              "zwolft|dreizehnt|vierzehnt|funfzehnt|sechzehnt|siebzehnt|achtzehnt|"
                              "neunzehnt",
            .articles = "ein|eine|einen|einer|einem"};
}

}  // namespace standby::intake
