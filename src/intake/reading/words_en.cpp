// English, as guests write it.
#include "intake/reading/feast.hpp"
#include "intake/reading/language_words.hpp"

namespace standby::intake {
namespace {

constexpr int part(PartOfDay one) {
    return static_cast<int>(one);
}
constexpr int today(PartOfDay one) {
    return part(one);
}

using enum Meaning;
using enum PartOfDay;

constexpr WordsRule days[] = {
    {Month, 1, "january|jan"},
    {Month, 2, "february|feb|febr"},
    {WeakMonth, 3, "march|mar"},
    {Month, 4, "april|apr"},
    {WeakMonth, 5, "may"},
    {Month, 6, "june|jun"},
    {Month, 7, "july|jul"},
    {Month, 8, "august|aug"},
    {Month, 9, "september|sept|sep"},
    {Month, 10, "october|oct"},
    {Month, 11, "november|nov"},
    {Month, 12, "december|dec"},
    {Weekday, 0, "monday|mondays|mon"},
    {Weekday, 1, "tuesday|tuesdays|tues|tue"},
    {Weekday, 2, "wednesday|wednesdays|wednes|wed|weds"},
    {Weekday, 3, "thursday|thursdays|thurs|thur|thu"},
    {Weekday, 4, "friday|fridays|fri"},
    {Weekday, 5, "saturday|saturdays"},
    {ShortWeekday, 5, "sat"},
    {Weekday, 6, "sunday|sundays"},
    {ShortWeekday, 6, "sun"},
    {RelativeDay, 0, "today|todays|2day"},
    {RelativeDay, 1, "tomorrow|tmrw|tmr|tomorow|tommorow|tommorrow|2morrow|the next day"},
    {RelativeDay, 2, "the day after tomorrow|day after tomorrow|overmorrow"},
    {RelativeDay, -1, "yesterday"},
    {RelativeDay, -2, "the day before yesterday|day before yesterday"},
    {RelativePart, today(Evening), "tonight|tonite|2nite|this evening"},
    {RelativePart, today(Night), "this night"},
    {RelativePart, -8 + part(Night), "last night"},
    {Day, 1, "day|days"},
    {Week, 7, "week|weeks|wk|wks|working week|work week|workweek"},
    {Week, 14, "fortnight"},
    {Weekend, 0, "weekend|week end|weekends"},
    {MonthUnit, 0, "month|months"},
    {Year, 0, "year|years"},
    {Hour, 0, "hour|hours|hr|hrs|h"},
    {Minute, 0, "minute|minutes|min|mins"},
    {This, 0, "this|this current|current|the current"},
    {Next, 0, "next|the next|following|the following"},
    {Coming, 0,
     "coming|this coming|the coming|upcoming|this upcoming|the upcoming|this next|nearest"},
    {AfterNext, 0, "after next|after the next"},
    {Previous, 0, "last|this last|previous|the previous|past|this past|the past|prior"},
    {Article, 0, "the|a"},
    {Soon, 0,
     "as soon as possible|asap|a s a p|at your earliest convenience|the earliest possible|as early "
     "as possible|soonest"},
    {Rest, 0, "the rest of|rest of|the remainder of|rest"},
    {Rest, 1, "later|later in|later on|later in the"},
    {Edge, 1, "beginning of|the beginning of|start of|the start of|early|early in"},
    {Edge, 2, "middle of|the middle of|mid"},
    {Edge, 3, "end of|the end of|late|late in"},
    {LastOf, 0, "the last|last"},
    {Of, 0, "of|in|of the"},
    {On, 0, "on|on the|the|for the|by the|to the|of the|from the|until the|till the"},
    {CalendarWeek, 0, "calendar week|week number|week no|week|cw"},
    {Starting, 0,
     "of|of the|beginning|beginning on|starting|starting on|commencing|that starts on|"
     "starting from|beginning the|starting the|commencing the"},
};

constexpr WordsRule hours[] = {
    {At, 0, "at|at about|by about|for|from|around|about|approx|approximately|at around|circa|@"},
    {About, 0, "about|around|approximately|approx|roughly|exactly|like|say|maybe|the|just|only"},
    {OClock, 0, "o clock|oclock|hours|hrs|h|o clocks"},
    {Am, 0, "am|a m"},
    {Am, 1, "pm|p m"},
    {Half, 1, "half past|half after|half"},
    {Half, 1, "halfpast"},
    {Quarter, 15, "quarter|a quarter"},
    {Past, 0, "past|after|minutes past|minutes after|min past|mins past"},
    {To, 0, "to|till|before|of|minutes to|min to|mins to|minutes before"},
    {Exactly, 0, "sharp|exactly|ish|on the dot"},
    {Measure, 0,
     "percent|per cent|dollars|dollar|bucks|pounds|euros|euro|eur|usd|gbp|cents|km|miles|kg|cm|mm|"
     "inches|years old|yrs|yr|x|times|seconds|second|degrees|weeks "
     "pregnant|items|rooms|room|bags|cuts|sessions"},
    {Noon, 0, "noon|midday|mid day|lunchtime|lunch time|noontime"},
    {Midnight, 0, "midnight|mid night"},
    {Part, part(Morning),
     "in the morning|in the mornings|in the early morning|in the late morning|early morning|"
     "late morning|of the morning|during the morning|before noon|before lunch|mornings"},
    {Part, part(Afternoon),
     "in the afternoon|in the afternoons|in the early afternoon|in the late afternoon|"
     "early afternoon|late afternoon|during the afternoon|after lunch|of the afternoon|"
     "afternoons|mid afternoon|midafternoon|this afternoon"},
    {Part, part(Evening),
     "in the evening|in the evenings|in the early evening|in the late evening|early evening|"
     "late evening|during the evening|after work|of the evening|evenings"},
    {Part, part(Night), "in the night|at night|during the night|of the night|late at night"},
    {BarePart, part(Morning), "morning"},
    {BarePart, part(Afternoon), "afternoon|arvo"},
    {BarePart, part(Evening), "evening|eve"},
    {BarePart, part(Night), "night"},
    {BarePart, part(Midday), "lunchtime|lunch time|noon"},
    {Part, part(Midday), "at lunchtime|at lunch time|over lunch|around noon"},
    {Meal, part(Evening), "dinner|supper"},
    {Meal, part(Morning), "breakfast"},
    {From, 0, "from|from the|starting from|beginning|between"},
    {Until, 0, "to|until|till|til|through|thru|to the|until the|up to|and"},
    {Between, 0, "between|between the|anywhere between|sometime between"},
    {And, 0, "and|and the|&"},
    {Or, 0, "or|or the|or at|or on|or on the"},
    {After, 0,
     "after|any time after|anytime after|from|as of|later than|not before|no earlier than|"
     "past|since|starting at|starting from|on or after|earliest"},
    {Before, 0, "before"},
    {Before, 1, "by|until|till|no later than|not after|not later than|latest|up to"},
    {In, 0, "in|in about|in around"},
    {Within, 0, "within|within the|in the|over the|during the|for the"},
    {Ago, 0, "ago|earlier"},
    {Hence, 0, "from now|later|from today|hence|away|s time|time|in the future|out"},
    {HenceFrom, 0, "from|after|later than|following"},
};

constexpr WordsRule turns[] = {
    {Not, 0,
     "every|each|not|not on|not on the|not at|not the|not for|not for the|rather than|instead "
     "of|instead of "
     "the|no longer|isn t|can t|cannot|cannot do|can t do|can t make|except|other than|anything "
     "but|don t want|not until"},
    {NotBehind, 0,
     "doesn t work|does not work|won t work|will not work|isn t possible|is not possible|is out|"
     "doesn t suit|not possible|is no good|isn t good|is impossible|is not good|doesn t fit"},
    {Correction, 0,
     "actually|sorry|i mean|i meant|instead|rather|make that|make it|change it to|change that to|"
     "correction|better|no wait|oops|wait"},
    {Change, 0, "move|change|reschedule|switch|shift|push|moved|changed|rescheduled|postpone"},
    {Maybe, 0, "maybe|perhaps|possibly"},
    {Greeting, 0, "good morning|good afternoon|good evening|good night|good day"},
    {Small, 0,
     "a|an|the|please|pls|plz|would|will|could|can|should|is|was|are|be|if|instead|with|and|or|"
     "but|works|work|suits|suit|fits|sounds|as|then|so|not|thanks|thank|cheers|any|anytime|there|"
     "also|too|it|i|we|my|me|you|do|does|maybe|perhaps|preferably|only|because|since|that|which|"
     "have|has|when|where|who|what|how|around|about|near|from|until|to|till|through|for|in|at|on|"
     "of|by|after|before|between|this|next|now|ok|okay|fine|good|great|perfect|yes|no|all|s|"
     "available|free|should|might|may|must|either|again|she|he|they|us|your|via|see|make|book|"
     "having|is|im|i m|anyway|per|possible|looks|seems|say|says|off|out|would|instead"},
};

constexpr WordsRule company[] = {
    {People, 1,
     "people|persons|person|poeple|peoples|ppl|pax|guests|guest|adults|adult|diners|of us|"
     "individuals|individual|members|member|seats|attendees|heads|covers|folks|"
     "participants|seaters|seater|peole|peopl|customers|patrons|humans|places|spots|total"},
    {Party, 0,
     "table of|a table of|just for|only for|for just|for only|seat|feed|accommodate|party of|a "
     "party of|parties of|group of|a group of|table for|a table for|reservation for|number of "
     "people is|party size is|party size|party size of|crew of|team of|family of|for a total "
     "of|total of|seats for|seating for|there will be|there "
     "ll be|there are|we are|we re|we will be|we ll be|number of people|number of guests|number "
     "of persons|number of seats|head count|headcount|guests|party|persons|pax|people|as a "
     "group of|the number of people is|booking for|room for|space for|spot for|place for|dinner "
     "for|lunch for|brunch for|breakfast for|reserve for|it s for|it is for|its for"},
    {For, 0, "for|4|to be for|just for|only for|to"},
    {Seating, 0,
     "table|restaurant|reservation|reservations|reserve|dinner|lunch|brunch|seats|seating|seat|"
     "eat|dine|dining|coffeehouse|tea house|lounge|bakery|parlor|winery|ice "
     "cream|food|bar|brasserie|cafe|pub|bistro|diner|steakhouse|spot|breakfast|supper|"
     "pizzeria|tavern|cafeteria|party|joint|cuisine|taverna|osteria|trattoria|reserved|serves|"
     "tables|tea|eatery|grill|buffet|meal|restaurants|gastropub|booth|patio"},
    {Me, 0, "me|i|myself"},
    {Possessive, 0, "my|our"},
    {Kin, 0,
     "wife|husband|child|daughter|son|partner|mother|father|mum|mom|dad|sister|brother|friend|"
     "girlfriend|boyfriend|fiance|fiancee|baby|kid|boss|colleague|niece|nephew|cousin|aunt|uncle|"
     "grandmother|grandfather|grandson|granddaughter|neighbour|neighbor|spouse|grandma|grandpa|"
     "coworker|co worker|roommate|grandkid|grandchild|mother in law|father in law|sister in law|"
     "brother in law|son in law|daughter in law|step mother|step father|step sister|step brother|"
     "step son|step daughter|great aunt|great uncle|grand child|stepmother|stepfather|stepson|"
     "stepsister|stepbrother|stepdaughter|step uncle|step aunt|step child|better half"},
    {KinMany, 0,
     "kids|children|friends|parents|sons|daughters|family|colleagues|sisters|brothers|guests|"
     "cousins|grandparents|siblings|team|coworkers"},
};

constexpr WordsRule feasts[] = {
    {Holiday, feast(Feast::NewYear), "new year s day|new years day|new year day|new year"},
    {Holiday, feast(Feast::NewYearsEve), "new year s eve|new years eve|nye"},
    {Holiday, feast(Feast::Epiphany), "epiphany|three kings day"},
    {Holiday, feast(Feast::Valentine), "valentine s day|valentines day|valentine s|valentines"},
    {Holiday, feast(Feast::StPatrick), "st patrick s day|st patricks day|saint patrick s day"},
    {Holiday, feast(Feast::WomensDay), "international women s day|women s day"},
    {Holiday, feast(Feast::ShroveTuesday), "shrove tuesday|mardi gras|pancake day"},
    {Holiday, feast(Feast::AshWednesday), "ash wednesday"},
    {Holiday, feast(Feast::PalmSunday), "palm sunday"},
    {Holiday, feast(Feast::MaundyThursday), "maundy thursday"},
    {Holiday, feast(Feast::GoodFriday), "good friday"},
    {Holiday, feast(Feast::HolySaturday), "holy saturday|easter saturday"},
    {Holiday, feast(Feast::Easter), "easter sunday|easter day|easter"},
    {Holiday, feast(Feast::EasterMonday), "easter monday"},
    {Holiday, feast(Feast::Ascension), "ascension day|ascension"},
    {Holiday, feast(Feast::WhitSunday), "whit sunday|pentecost"},
    {Holiday, feast(Feast::WhitMonday), "whit monday|pentecost monday"},
    {Holiday, feast(Feast::CorpusChristi), "corpus christi"},
    {Holiday, feast(Feast::EarthDay), "earth day"},
    {Holiday, feast(Feast::LabourDay),
     "may day|international workers day|international worker s day|labour day"},
    {Holiday, feast(Feast::UsLaborDay), "labor day"},
    {Holiday, feast(Feast::UsMothersDay), "mother s day|mothers day"},
    {Holiday, feast(Feast::JuneFathersDay), "father s day|fathers day"},
    {Holiday, feast(Feast::Independence), "independence day"},
    {Holiday, feast(Feast::Bastille), "bastille day"},
    {Holiday, feast(Feast::Halloween), "halloween"},
    {Holiday, feast(Feast::AllSaints), "all saints day|all saints"},
    {Holiday, feast(Feast::Thanksgiving),
     "thanksgiving day|thanks giving day|thanksgiving|thanks giving"},
    {Holiday, feast(Feast::BlackFriday), "black friday"},
    {Holiday, feast(Feast::CyberMonday), "cyber monday"},
    {Holiday, feast(Feast::ChristmasEve), "christmas eve|xmas eve"},
    {Holiday, feast(Feast::Christmas), "christmas day|xmas day|christmas|xmas"},
    {Holiday, feast(Feast::BoxingDay), "boxing day|st stephen s day"},
};

constexpr WordsRule suffixes[] = {{Suffix, 0, "st|nd|rd|th|de"}};

constexpr std::span<const WordsRule> tables[] = {days, hours, turns, company, feasts, suffixes};

}  // namespace

LanguageWords english_words() {
    return {.tables = tables,
            .small_numbers = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
                             "thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen",
            .small_ordinals = "|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
                              "eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|"
                              "seventeenth|eighteenth|nineteenth",
            .articles = "a|an"};
}

}  // namespace standby::intake
