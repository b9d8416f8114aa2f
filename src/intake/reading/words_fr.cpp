// French. What an apostrophe joins is two words here: "aujourd hui", "d avril".
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
    {Month, 1, "janvier|janv|jan"},
    {Month, 2, "fevrier|fevr|fev"},
    {Month, 3, "mars"},
    {Month, 4, "avril|avr"},
    {Month, 5, "mai"},
    {Month, 6, "juin"},
    {Month, 7, "juillet|juil|juill"},
    {Month, 8, "aout"},
    {Month, 9, "septembre|sep"},
    {WeakMonth, 9, "sept"},
    {Month, 10, "octobre|oct"},
    {Month, 11, "novembre|nov"},
    {Month, 12, "decembre|dec"},
    {Weekday, 0, "lundi|lundis"},
    {Weekday, 1, "mardi|mardis"},
    {Weekday, 2, "mercredi|mercredis"},
    {Weekday, 3, "jeudi|jeudis"},
    {Weekday, 4, "vendredi|vendredis"},
    {Weekday, 5, "samedi|samedis"},
    {Weekday, 6, "dimanche|dimanches"},
    {ShortWeekday, 0, "lun"},
    {ShortWeekday, 1, "mar"},
    {ShortWeekday, 2, "mer"},
    {ShortWeekday, 3, "jeu"},
    {ShortWeekday, 4, "ven|vend"},
    {ShortWeekday, 5, "sam"},
    {ShortWeekday, 6, "dim"},
    {RelativeDay, 0, "aujourd hui|aujourdhui|auj|ce jour|la journee"},
    {RelativeDay, 1, "demain|lendemain|le lendemain|2main"},
    {RelativeDay, 2, "apres demain"},
    {RelativeDay, -1, "hier"},
    {RelativeDay, -2, "avant hier"},
    {RelativePart, part(Evening), "ce soir|cette soiree"},
    {RelativePart, part(Morning), "ce matin|cette matinee"},
    {RelativePart, part(Afternoon), "cet apres midi|cette apres midi|cet aprem"},
    {RelativePart, part(Midday), "ce midi"},
    {RelativePart, part(Night), "cette nuit"},
    {RelativePart, -8 + part(Night), "hier soir|la nuit derniere|derniere nuit|la derniere nuit"},
    {Day, 1, "jour|jours|journee"},
    {Week, 7, "semaine|semaines|sem"},
    {Weekend, 0, "weekend|week end|weekends|fin de semaine|we|w e"},
    {MonthUnit, 0, "mois"},
    {Year, 0, "an|ans|annee|annees"},
    {Hour, 0, "heure|heures|h"},
    {Minute, 0, "minute|minutes|min|mn"},
    {This, 0, "ce|cet|cette|en cours|de ce|de cette|ces"},
    {Next, 0,
     "prochain|prochaine|prochains|prochaines|le prochain|la prochaine|du prochain|"
     "suivant|suivante|les prochains|les prochaines"},
    {NextButBare, 0, "qui vient|qui arrive"},
    {Previous, 0, "dernier|derniere|derniers|dernieres|passe|passee|precedent|precedente"},
    {Article, 0, "le|la|les|l"},
    {Soon, 0,
     "des que possible|le plus tot possible|le plus vite possible|au plus vite|au plus tot"},
    {Rest, 0, "le reste de la|reste de la|le reste du|reste de"},
    {Edge, 1, "debut|au debut de|debut du mois de|au debut du"},
    {Edge, 2, "mi|milieu|a la mi|au milieu de"},
    {Edge, 3, "fin|a la fin de|fin du mois de|a la fin du"},
    {LastOf, 0, "la derniere|le dernier|derniere|dernier"},
    {Of, 0, "de|du|d|en|du mois de|du mois d|de l annee|de l an|au mois de|dans|a"},
    {On, 0,
     "le|au|du|pour le|sur le|des le|a partir du|jusqu au|avant le|apres le|du jour|depuis le|le "
     "jour du|dans la journee du|et le|ou le|entre le"},
    {CalendarWeek, 0, "semaine|semaine numero|semaine no|sem"},
    {Starting, 0, "du|a partir du|qui commence le|qui debute le|commencant le|debutant le"},
};

constexpr WordsRule hours[] = {
    {At, 0,
     "a|vers|pour|vers les|aux environs de|aux alentours de|sur les|autour de|des|autour "
     "des|a partir de|peu pres|a peu pres|jusqu a|jusque|pour les|environ|@"},
    {About, 0, "environ|vers|peu pres|a peu pres|precises|autour de|les"},
    {OClock, 0, "heure|heures|h|hrs|heures pile|h pile"},
    {Am, 0, "am|a m"},
    {Am, 1, "pm|p m"},
    {Half, 1, "et demie|et demi|demie"},
    {Quarter, 15, "et quart|quart|et le quart|le quart"},
    {Past, 0, "et"},
    {To, 1, "moins|moins le"},
    {Exactly, 0, "pile|precises|tapantes"},
    {Measure, 0,
     "pour cent|euro|euros|eur|francs|km|kg|cm|mm|fois|degres|metres|pieces|etage|x|chf|centimes"},
    {Noon, 0, "midi|milieu de midi|le midi|milieu de jour|milieu de journee"},
    {Midnight, 0, "minuit"},
    {Part, part(Morning),
     "du matin|le matin|au matin|dans la matinee|en matinee|matin|de la matinee|en debut de "
     "matinee|en fin de matinee|dans le matin|de matinee|du matinee|tot le matin|la matinee"},
    {Part, part(Midday), "le midi|a l heure du dejeuner|pendant la pause dejeuner"},
    {Part, part(Afternoon),
     "de l apres midi|l apres midi|dans l apres midi|apres midi|en debut d apres midi|en fin d "
     "apres midi|d apres midi|debut d apres midi|fin d apres midi|en apres midi|cet apres midi|"
     "aprem|l aprem"},
    {Part, part(Evening),
     "du soir|le soir|au soir|en soiree|dans la soiree|dans le soiree|de la soiree|de soiree|du "
     "soiree|en debut de soiree|en fin de soiree|debut de soiree|fin de soiree|apres le travail|"
     "de le soiree|tot de le soiree|fin de la soiree|fin du soiree|dans soiree"},
    {Part, part(Night), "de la nuit|la nuit|dans la nuit|pendant la nuit"},
    {BarePart, part(Morning), "matin|matinee"},
    {BarePart, part(Midday), "midi"},
    {BarePart, part(Afternoon), "apres midi|aprem"},
    {BarePart, part(Evening), "soir|soiree"},
    {BarePart, part(Night), "nuit"},
    {Meal, part(Evening), "diner|souper"},
    {Meal, part(Morning), "petit dejeuner"},
    {From, 0, "de|du|entre|entre le|d|depuis|depuis le|des|a partir de|a partir du"},
    {Until, 0, "a|au|jusqu a|jusqu au|et|et le|jusque|jusqu|a la"},
    {Between, 0, "entre|entre le|entre les"},
    {And, 0, "et|et le|&"},
    {Or, 0, "ou|ou le|ou a|ou bien|ou vers|ou alors"},
    {After, 0,
     "apres|a partir de|des|a partir du|depuis|pas avant|au plus tot|passe|apres le|"
     "des le|a compter du|plus tard que"},
    {Before, 0, "avant|avant le"},
    {Before, 1, "jusqu a|au plus tard|jusqu au|pas apres|au plus tard a|au plus tard le|d ici"},
    {In, 0, "dans|d ici|en"},
    {Within, 0, "dans les|dans la|pendant les|les|dans le|d ici les|durant les"},
    {Ago, 0, "il y a"},
    {Hence, 0, "plus tard|a partir de maintenant|a compter d aujourd hui"},
    {HenceFrom, 0, "apres|a partir de|a partir du"},
};

constexpr WordsRule turns[] = {
    {Not, 0,
     "chaque|tous les|pas|pas le|pas a|pas pour|pas pour le|au lieu de|au lieu du|au lieu d|plutot "
     "que|plus le|"
     "sauf|sauf le|excepte"},
    {NotBehind, 0,
     "ne va pas|ne convient pas|n est pas possible|ne me convient pas|c est impossible|est "
     "impossible|je ne peux pas|ce n est pas possible|ne nous convient pas"},
    {Correction, 0, "plutot|finalement|en fait|pardon|desole|desolee|non|je voulais dire"},
    {Change, 0, "deplacer|changer|reporter|decaler|avancer|modifier|deplace|reporte"},
    {Maybe, 0, "peut etre|eventuellement|voire"},
    {Greeting, 0,
     "bonjour|bonsoir|bonne journee|bonne soiree|bonne nuit|bon week end|bon weekend|belle journee|"
     "bonne fin de journee|excellente journee|bonne semaine|bonne apres midi|bon apres midi|"
     "belle soiree|excellent week end"},
    {Small, 0,
     "a|au|aux|de|des|du|en|et|ou|le|la|les|un|une|pour|par|avec|si|s|il|elle|je|j|nous|vous|on|"
     "c|est|ce|serait|sera|merci|svp|possible|convient|irait|va|vers|entre|avant|apres|mais|car|"
     "dans|sur|chez|que|qui|ne|pas|soit|plutot|prochain|matin|soir|midi|environ|disponible|libre|"
     "ma|mon|mes|y|me|te|se|pouvez|peut|puis|serai|suis|sommes|serons|avez|auriez|jusqu|depuis"},
};

constexpr WordsRule company[] = {
    {People, 1,
     "personnes|personne|pers|adultes|adulte|convives|convive|invites|invite|couverts|couvert|"
     "places|place|gens|participants|clients"},
    {Party, 0,
     "nous sommes|nous serons|on sera|on est|nous etions|table pour|une table pour|reservation "
     "pour|groupe de|un groupe de|nombre de personnes|nombre de couverts|table de|diner pour|"
     "dejeuner pour|places pour|nb de personnes|couverts|personnes"},
    {For, 0, "pour"},
    {Seating, 0,
     "table|restaurant|reservation|reserver|diner|dejeuner|manger|brasserie|couverts|repas|"
     "brunch|bistrot|bistro|terrasse|reserve|souper|bar"},
    {Me, 0, "moi|je|j"},
    {Possessive, 0, "mon|ma|notre"},
    {Kin, 0,
     "femme|mari|enfant|fille|fils|partenaire|mere|pere|maman|papa|soeur|frere|ami|amie|copine|"
     "copain|fiance|fiancee|bebe|patron|collegue|niece|neveu|cousin|cousine|tante|oncle|mamie|"
     "papi|petit fils|petite fille|voisin|voisine|belle mere|beau pere|epouse|epoux|conjoint|"
     "conjointe|compagnon|compagne"},
    {KinMany, 0,
     "enfants|amis|parents|fils|filles|famille|collegues|soeurs|freres|cousins|grands parents"},
};

constexpr WordsRule feasts[] = {
    {Holiday, feast(Feast::NewYear),
     "nouvel an|jour de l an|le jour de l an|premier de l an|yuandan"},
    {Holiday, feast(Feast::Epiphany), "epiphanie|fete des rois|l epiphanie"},
    {Holiday, feast(Feast::Valentine), "saint valentin|st valentin|la saint valentin"},
    {Holiday, feast(Feast::WomensDay), "journee des femmes|journee de la femme"},
    {Holiday, feast(Feast::ShroveTuesday), "mardi gras"},
    {Holiday, feast(Feast::AshWednesday), "mercredi des cendres"},
    {Holiday, feast(Feast::PalmSunday), "dimanche des rameaux|les rameaux"},
    {Holiday, feast(Feast::MaundyThursday), "jeudi saint"},
    {Holiday, feast(Feast::GoodFriday), "vendredi saint"},
    {Holiday, feast(Feast::HolySaturday), "samedi saint"},
    {Holiday, feast(Feast::Easter), "paques|dimanche de paques"},
    {Holiday, feast(Feast::EasterMonday), "lundi de paques"},
    {Holiday, feast(Feast::EarthDay), "jour de la terre|journee de la terre"},
    {Holiday, feast(Feast::LabourDay), "fete du travail"},
    {Holiday, feast(Feast::Ascension), "ascension|jeudi de l ascension"},
    {Holiday, feast(Feast::WhitSunday), "pentecote|dimanche de pentecote"},
    {Holiday, feast(Feast::WhitMonday), "lundi de pentecote"},
    {Holiday, feast(Feast::FrenchMothersDay), "fete des meres"},
    {Holiday, feast(Feast::JuneFathersDay), "fete des peres"},
    {Holiday, feast(Feast::MidSummer), "saint jean|la saint jean"},
    {Holiday, feast(Feast::Bastille), "fete nationale|quatorze juillet"},
    {Holiday, feast(Feast::Assumption), "assomption"},
    {Holiday, feast(Feast::Halloween), "halloween"},
    {Holiday, feast(Feast::AllSaints), "toussaint"},
    {Holiday, feast(Feast::StMartin), "armistice|jour de l armistice"},
    {Holiday, feast(Feast::Thanksgiving),
     "action de grace|l action de grace|jour de thanks giving|thanksgiving|thanks giving|jour de "
     "thanksgiving"},
    {Holiday, feast(Feast::StNicholas), "saint nicolas|la saint nicolas"},
    {Holiday, feast(Feast::ChristmasEve),
     "veille de noel|la veille de noel|reveillon de noel|reveillon noel"},
    {Holiday, feast(Feast::Christmas), "noel|jour de noel"},
    {Holiday, feast(Feast::NewYearsEve),
     "saint sylvestre|la saint sylvestre|reveillon du nouvel an|reveillon du jour de l an|veille "
     "du nouvel an|reveillon de la saint sylvestre"},
};

constexpr WordsRule suffixes[] = {{Suffix, 0, "er|ere|e|eme|re|nd|nde"}};

constexpr std::span<const WordsRule> tables[] = {days, hours, turns, company, feasts, suffixes};

}  // namespace

LanguageWords french_words() {
    return {.tables = tables,
            .small_numbers = "zero|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|"
                             "treize|quatorze|quinze|seize|dix sept|dix huit|dix neuf",
            .small_ordinals = "|premier|deuxieme|troisieme|quatrieme|cinquieme|sixieme|septieme|"
                              "huitieme|neuvieme|dixieme|onzieme|douzieme|treizieme|quatorzieme|"
                              "quinzieme|seizieme|dix septieme|dix huitieme|dix neuvieme",
            .articles = "un|une"};
}

}  // namespace standby::intake
