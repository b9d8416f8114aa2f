// The longest prefix decides: +1 is the United States, +1 876 Jamaica. Zones are those of the tz
// database (zone.tab and its links), prefixes those of ITU-T E.164 and of the numbering plans that
// several countries share.
#include "interchange/contact/country.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace standby::interchange {
namespace {

struct Country {
    std::string_view code;
    std::string_view prefixes;  // with blanks between them
    std::string_view zones;     // likewise
};

constexpr Country countries[] = {
    {"AD", "376", "Europe/Andorra"},
    {"AE", "971", "Asia/Dubai"},
    {"AF", "93", "Asia/Kabul"},
    {"AG", "1268", "America/Antigua"},
    {"AI", "1264", "America/Anguilla"},
    {"AL", "355", "Europe/Tirane"},
    {"AM", "374", "Asia/Yerevan"},
    {"AO", "244", "Africa/Luanda"},
    {"AR", "54",
     "America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia "
     "America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/La_Rioja "
     "America/Argentina/Mendoza America/Argentina/Rio_Gallegos America/Argentina/Salta "
     "America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Tucuman "
     "America/Argentina/Ushuaia America/Buenos_Aires America/Catamarca America/Cordoba "
     "America/Jujuy America/Mendoza America/Rosario"},
    {"AS", "1684", "Pacific/Pago_Pago Pacific/Samoa US/Samoa"},
    {"AT", "43", "Europe/Vienna"},
    {"AU", "61",
     "Antarctica/Macquarie Australia/ACT Australia/Adelaide Australia/Brisbane "
     "Australia/Broken_Hill Australia/Canberra Australia/Currie Australia/Darwin Australia/Eucla "
     "Australia/Hobart Australia/LHI Australia/Lindeman Australia/Lord_Howe Australia/Melbourne "
     "Australia/NSW Australia/North Australia/Perth Australia/Queensland Australia/South "
     "Australia/Sydney Australia/Tasmania Australia/Victoria Australia/West Australia/Yancowinna"},
    {"AW", "297", "America/Aruba"},
    {"AX", "35818", "Europe/Mariehamn"},
    {"AZ", "994", "Asia/Baku"},
    {"BA", "387", "Europe/Sarajevo"},
    {"BB", "1246", "America/Barbados"},
    {"BD", "880", "Asia/Dacca Asia/Dhaka"},
    {"BE", "32", "Europe/Brussels"},
    {"BF", "226", "Africa/Ouagadougou"},
    {"BG", "359", "Europe/Sofia"},
    {"BH", "973", "Asia/Bahrain"},
    {"BI", "257", "Africa/Bujumbura"},
    {"BJ", "229", "Africa/Porto-Novo"},
    {"BL", "", "America/St_Barthelemy"},
    {"BM", "1441", "Atlantic/Bermuda"},
    {"BN", "673", "Asia/Brunei"},
    {"BO", "591", "America/La_Paz"},
    {"BQ", "5997 5993 5994", "America/Kralendijk"},
    {"BR", "55",
     "America/Araguaina America/Bahia America/Belem America/Boa_Vista America/Campo_Grande "
     "America/Cuiaba America/Eirunepe America/Fortaleza America/Maceio America/Manaus "
     "America/Noronha America/Porto_Acre America/Porto_Velho America/Recife America/Rio_Branco "
     "America/Santarem America/Sao_Paulo Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West"},
    {"BS", "1242", "America/Nassau"},
    {"BT", "975", "Asia/Thimbu Asia/Thimphu"},
    {"BW", "267", "Africa/Gaborone"},
    {"BY", "375", "Europe/Minsk"},
    {"BZ", "501", "America/Belize"},
    {"CA",
     "1204 1226 1236 1249 1250 1257 1263 1289 1306 1343 1354 1365 1367 1368 1382 1387 1403 1416 "
     "1418 1428 1431 1437 1438 1450 1460 1468 1474 1506 1514 1519 1537 1548 1568 1579 1581 1584 "
     "1587 1604 1613 1622 1639 1647 1672 1683 1705 1709 1742 1753 1778 1780 1782 1807 1819 1825 "
     "1867 1873 1879 1902 1905 1942",
     "America/Atikokan America/Blanc-Sablon America/Cambridge_Bay America/Creston America/Dawson "
     "America/Dawson_Creek America/Edmonton America/Fort_Nelson America/Glace_Bay "
     "America/Goose_Bay America/Halifax America/Inuvik America/Iqaluit America/Moncton "
     "America/Montreal America/Nipigon America/Pangnirtung America/Rainy_River "
     "America/Rankin_Inlet America/Regina America/Resolute America/St_Johns America/Swift_Current "
     "America/Thunder_Bay America/Toronto America/Vancouver America/Whitehorse America/Winnipeg "
     "America/Yellowknife Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain "
     "Canada/Newfoundland Canada/Pacific Canada/Saskatchewan Canada/Yukon"},
    {"CC", "6189162", "Indian/Cocos"},
    {"CD", "243", "Africa/Kinshasa Africa/Lubumbashi"},
    {"CF", "236", "Africa/Bangui"},
    {"CG", "242", "Africa/Brazzaville"},
    {"CH", "41", "Europe/Zurich"},
    {"CI", "225", "Africa/Abidjan Africa/Timbuktu"},
    {"CK", "682", "Pacific/Rarotonga"},
    {"CL", "56",
     "America/Coyhaique America/Punta_Arenas America/Santiago Chile/Continental Chile/EasterIsland "
     "Pacific/Easter"},
    {"CM", "237", "Africa/Douala"},
    {"CN", "86",
     "Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Kashgar Asia/Shanghai Asia/Urumqi PRC"},
    {"CO", "57", "America/Bogota"},
    {"CR", "506", "America/Costa_Rica"},
    {"CU", "53", "America/Havana Cuba"},
    {"CV", "238", "Atlantic/Cape_Verde"},
    {"CW", "5999", "America/Curacao"},
    {"CX", "6189164", "Indian/Christmas"},
    {"CY", "357", "Asia/Famagusta Asia/Nicosia Europe/Nicosia"},
    {"CZ", "420", "Europe/Prague"},
    {"DE", "49", "Atlantic/Jan_Mayen Europe/Berlin Europe/Busingen"},
    {"DJ", "253", "Africa/Djibouti"},
    {"DK", "45", "Europe/Copenhagen"},
    {"DM", "1767", "America/Dominica"},
    {"DO", "1809 1829 1849", "America/Santo_Domingo"},
    {"DZ", "213", "Africa/Algiers"},
    {"EC", "593", "America/Guayaquil Pacific/Galapagos"},
    {"EE", "372", "Europe/Tallinn"},
    {"EG", "20", "Africa/Cairo Egypt"},
    {"EH", "", "Africa/El_Aaiun"},
    {"ER", "291", "Africa/Asmara"},
    {"ES", "34", "Africa/Ceuta Atlantic/Canary Europe/Madrid"},
    {"ET", "251", "Africa/Addis_Ababa"},
    {"FI", "358", "Europe/Helsinki"},
    {"FJ", "679", "Pacific/Fiji"},
    {"FK", "500", "Atlantic/Stanley"},
    {"FM", "691", "Pacific/Chuuk Pacific/Kosrae Pacific/Pohnpei"},
    {"FO", "298", "Atlantic/Faeroe Atlantic/Faroe"},
    {"FR", "33", "Europe/Paris"},
    {"GA", "241", "Africa/Libreville"},
    {"GB", "44", "Europe/Belfast Europe/London GB GB-Eire"},
    {"GD", "1473", "America/Grenada"},
    {"GE", "995", "Asia/Tbilisi"},
    {"GF", "594", "America/Cayenne"},
    {"GG", "441481 447781 447839 447911", "Europe/Guernsey"},
    {"GH", "233", "Africa/Accra"},
    {"GI", "350", "Europe/Gibraltar"},
    {"GL", "299",
     "America/Danmarkshavn America/Godthab America/Nuuk America/Scoresbysund America/Thule"},
    {"GM", "220", "Africa/Banjul"},
    {"GN", "224", "Africa/Conakry"},
    {"GP", "590", "America/Guadeloupe"},
    {"GQ", "240", "Africa/Malabo"},
    {"GR", "30", "Europe/Athens"},
    {"GT", "502", "America/Guatemala"},
    {"GU", "1671", "Pacific/Guam"},
    {"GW", "245", "Africa/Bissau"},
    {"GY", "592", "America/Guyana"},
    {"HK", "852", "Asia/Hong_Kong Hongkong"},
    {"HN", "504", "America/Tegucigalpa"},
    {"HR", "385", "Europe/Zagreb"},
    {"HT", "509", "America/Port-au-Prince"},
    {"HU", "36", "Europe/Budapest"},
    {"ID", "62", "Asia/Jakarta Asia/Jayapura Asia/Makassar Asia/Pontianak Asia/Ujung_Pandang"},
    {"IE", "353", "Eire Europe/Dublin"},
    {"IL", "972", "Asia/Jerusalem Asia/Tel_Aviv Israel"},
    {"IM", "441624 447524 447624 447924", "Europe/Isle_of_Man"},
    {"IN", "91", "Asia/Calcutta Asia/Kolkata"},
    {"IO", "246", "Indian/Chagos"},
    {"IQ", "964", "Asia/Baghdad"},
    {"IR", "98", "Asia/Tehran Iran"},
    {"IS", "354", "Atlantic/Reykjavik Iceland"},
    {"IT", "39", "Europe/Rome"},
    {"JE", "441534 447509 4477007 4477008 447797 447829 447937", "Europe/Jersey"},
    {"JM", "1876 1658", "America/Jamaica Jamaica"},
    {"JO", "962", "Asia/Amman"},
    {"JP", "81", "Asia/Tokyo Japan"},
    {"KE", "254", "Africa/Asmera Africa/Nairobi"},
    {"KG", "996", "Asia/Bishkek"},
    {"KH", "855", "Asia/Phnom_Penh"},
    {"KI", "686", "Pacific/Enderbury Pacific/Kanton Pacific/Kiritimati Pacific/Tarawa"},
    {"KM", "269", "Indian/Comoro"},
    {"KN", "1869", "America/St_Kitts"},
    {"KP", "850", "Asia/Pyongyang"},
    {"KR", "82", "Asia/Seoul ROK"},
    {"KW", "965", "Asia/Kuwait"},
    {"KY", "1345", "America/Cayman"},
    {"KZ", "76 77",
     "Asia/Almaty Asia/Aqtau Asia/Aqtobe Asia/Atyrau Asia/Oral Asia/Qostanay Asia/Qyzylorda"},
    {"LA", "856", "Asia/Vientiane"},
    {"LB", "961", "Asia/Beirut"},
    {"LC", "1758", "America/St_Lucia"},
    {"LI", "423", "Europe/Vaduz"},
    {"LK", "94", "Asia/Colombo"},
    {"LR", "231", "Africa/Monrovia"},
    {"LS", "266", "Africa/Maseru"},
    {"LT", "370", "Europe/Vilnius"},
    {"LU", "352", "Europe/Luxembourg"},
    {"LV", "371", "Europe/Riga"},
    {"LY", "218", "Africa/Tripoli Libya"},
    {"MA", "212", "Africa/Casablanca"},
    {"MC", "377", "Europe/Monaco"},
    {"MD", "373", "Europe/Chisinau Europe/Tiraspol"},
    {"ME", "382", "Europe/Podgorica"},
    {"MF", "", "America/Marigot"},
    {"MG", "261", "Indian/Antananarivo"},
    {"MH", "692", "Kwajalein Pacific/Kwajalein Pacific/Majuro"},
    {"MK", "389", "Europe/Skopje"},
    {"ML", "223", "Africa/Bamako"},
    {"MM", "95", "Asia/Rangoon Asia/Yangon"},
    {"MN", "976", "Asia/Choibalsan Asia/Hovd Asia/Ulaanbaatar Asia/Ulan_Bator"},
    {"MO", "853", "Asia/Macao Asia/Macau"},
    {"MP", "1670", "Pacific/Saipan"},
    {"MQ", "596", "America/Martinique"},
    {"MR", "222", "Africa/Nouakchott"},
    {"MS", "1664", "America/Montserrat"},
    {"MT", "356", "Europe/Malta"},
    {"MU", "230", "Indian/Mauritius"},
    {"MV", "960", "Indian/Maldives"},
    {"MW", "265", "Africa/Blantyre"},
    {"MX", "52",
     "America/Bahia_Banderas America/Cancun America/Chihuahua America/Ciudad_Juarez "
     "America/Ensenada America/Hermosillo America/Matamoros America/Mazatlan America/Merida "
     "America/Mexico_City America/Monterrey America/Ojinaga America/Santa_Isabel America/Tijuana "
     "Mexico/BajaNorte Mexico/BajaSur Mexico/General"},
    {"MY", "60", "Asia/Kuala_Lumpur Asia/Kuching"},
    {"MZ", "258", "Africa/Maputo"},
    {"NA", "264", "Africa/Windhoek"},
    {"NC", "687", "Pacific/Noumea"},
    {"NE", "227", "Africa/Niamey"},
    {"NF", "6723", "Pacific/Norfolk"},
    {"NG", "234", "Africa/Lagos"},
    {"NI", "505", "America/Managua"},
    {"NL", "31", "Europe/Amsterdam"},
    {"NO", "47", "Europe/Oslo"},
    {"NP", "977", "Asia/Kathmandu Asia/Katmandu"},
    {"NR", "674", "Pacific/Nauru"},
    {"NU", "683", "Pacific/Niue"},
    {"NZ", "64", "Antarctica/South_Pole NZ NZ-CHAT Pacific/Auckland Pacific/Chatham"},
    {"OM", "968", "Asia/Muscat"},
    {"PA", "507", "America/Coral_Harbour America/Panama"},
    {"PE", "51", "America/Lima"},
    {"PF", "689", "Pacific/Gambier Pacific/Marquesas Pacific/Tahiti"},
    {"PG", "675", "Pacific/Bougainville Pacific/Port_Moresby Pacific/Truk Pacific/Yap"},
    {"PH", "63", "Asia/Manila"},
    {"PK", "92", "Asia/Karachi"},
    {"PL", "48", "Europe/Warsaw Poland"},
    {"PM", "508", "America/Miquelon"},
    {"PR", "1787 1939", "America/Puerto_Rico America/Virgin"},
    {"PS", "970", "Asia/Gaza Asia/Hebron"},
    {"PT", "351", "Atlantic/Azores Atlantic/Madeira Europe/Lisbon Portugal"},
    {"PW", "680", "Pacific/Palau"},
    {"PY", "595", "America/Asuncion"},
    {"QA", "974", "Asia/Qatar"},
    {"RE", "262", "Indian/Reunion"},
    {"RO", "40", "Europe/Bucharest"},
    {"RS", "381", "Europe/Belgrade"},
    {"RU", "7",
     "Asia/Anadyr Asia/Barnaul Asia/Chita Asia/Irkutsk Asia/Kamchatka Asia/Khandyga "
     "Asia/Krasnoyarsk Asia/Magadan Asia/Novokuznetsk Asia/Novosibirsk Asia/Omsk Asia/Sakhalin "
     "Asia/Srednekolymsk Asia/Tomsk Asia/Ust-Nera Asia/Vladivostok Asia/Yakutsk Asia/Yekaterinburg "
     "Europe/Astrakhan Europe/Kaliningrad Europe/Kirov Europe/Moscow Europe/Samara Europe/Saratov "
     "Europe/Ulyanovsk Europe/Volgograd W-SU"},
    {"RW", "250", "Africa/Kigali"},
    {"SA", "966", "Asia/Riyadh"},
    {"SB", "677", "Pacific/Guadalcanal Pacific/Ponape"},
    {"SC", "248", "Indian/Mahe"},
    {"SD", "249", "Africa/Khartoum"},
    {"SE", "46", "Europe/Stockholm"},
    {"SG", "65", "Asia/Singapore Singapore"},
    {"SH", "290 247", "Atlantic/St_Helena"},
    {"SI", "386", "Europe/Ljubljana"},
    {"SJ", "4779", "Arctic/Longyearbyen"},
    {"SK", "421", "Europe/Bratislava"},
    {"SL", "232", "Africa/Freetown"},
    {"SM", "378", "Europe/San_Marino"},
    {"SN", "221", "Africa/Dakar"},
    {"SO", "252", "Africa/Mogadishu"},
    {"SR", "597", "America/Paramaribo"},
    {"SS", "211", "Africa/Juba"},
    {"ST", "239", "Africa/Sao_Tome"},
    {"SV", "503", "America/El_Salvador"},
    {"SX", "1721", "America/Lower_Princes"},
    {"SY", "963", "Asia/Damascus"},
    {"SZ", "268", "Africa/Mbabane"},
    {"TC", "1649", "America/Grand_Turk"},
    {"TD", "235", "Africa/Ndjamena"},
    {"TG", "228", "Africa/Lome"},
    {"TH", "66", "Asia/Bangkok"},
    {"TJ", "992", "Asia/Dushanbe"},
    {"TK", "690", "Pacific/Fakaofo"},
    {"TL", "670", "Asia/Dili"},
    {"TM", "993", "Asia/Ashgabat Asia/Ashkhabad"},
    {"TN", "216", "Africa/Tunis"},
    {"TO", "676", "Pacific/Tongatapu"},
    {"TR", "90", "Asia/Istanbul Europe/Istanbul Turkey"},
    {"TT", "1868", "America/Port_of_Spain"},
    {"TV", "688", "Pacific/Funafuti"},
    {"TW", "886", "Asia/Taipei ROC"},
    {"TZ", "255", "Africa/Dar_es_Salaam"},
    {"UA", "380", "Europe/Kiev Europe/Kyiv Europe/Simferopol Europe/Uzhgorod Europe/Zaporozhye"},
    {"UG", "256", "Africa/Kampala"},
    {"US", "1",
     "America/Adak America/Anchorage America/Atka America/Boise America/Chicago America/Denver "
     "America/Detroit America/Fort_Wayne America/Indiana/Indianapolis America/Indiana/Knox "
     "America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Tell_City "
     "America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac America/Indianapolis "
     "America/Juneau America/Kentucky/Louisville America/Kentucky/Monticello America/Knox_IN "
     "America/Los_Angeles America/Louisville America/Menominee America/Metlakatla America/New_York "
     "America/Nome America/North_Dakota/Beulah America/North_Dakota/Center "
     "America/North_Dakota/New_Salem America/Phoenix America/Shiprock America/Sitka "
     "America/Yakutat Navajo Pacific/Honolulu Pacific/Johnston US/Alaska US/Aleutian US/Arizona "
     "US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain "
     "US/Pacific"},
    {"UY", "598", "America/Montevideo"},
    {"UZ", "998", "Asia/Samarkand Asia/Tashkent"},
    {"VA", "3906698", "Europe/Vatican"},
    {"VC", "1784", "America/St_Vincent"},
    {"VE", "58", "America/Caracas"},
    {"VG", "1284", "America/Tortola"},
    {"VI", "1340", "America/St_Thomas"},
    {"VN", "84", "Asia/Ho_Chi_Minh Asia/Saigon"},
    {"VU", "678", "Pacific/Efate"},
    {"WF", "681", "Pacific/Wallis"},
    {"WS", "685", "Pacific/Apia"},
    {"XK", "383", ""},
    {"YE", "967", "Asia/Aden"},
    {"YT", "262269 262639", "Indian/Mayotte"},
    {"ZA", "27", "Africa/Johannesburg"},
    {"ZM", "260", "Africa/Lusaka"},
    {"ZW", "263", "Africa/Harare"},
};

// Calls `look` with each word of the text.
template <class Look>
void for_each_word(std::string_view text, Look look) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        look(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace

std::string_view country_of_phone(std::string_view phone) {
    if (!phone.starts_with('+')) {
        return {};
    }
    phone.remove_prefix(1);
    std::string_view found;
    std::size_t longest = 0;
    for (const Country& country : countries) {
        for_each_word(country.prefixes, [&](std::string_view prefix) {
            if (prefix.size() > longest && phone.starts_with(prefix)) {
                longest = prefix.size();
                found = country.code;
            }
        });
    }
    return found;
}

std::string_view country_of_zone(std::string_view zone) {
    std::string_view found;
    for (const Country& country : countries) {
        for_each_word(country.zones, [&](std::string_view name) {
            if (name == zone) {
                found = country.code;
            }
        });
    }
    return found;
}

bool is_country(std::string_view code) {
    const auto found = std::ranges::find(countries, code, &Country::code);
    return found != std::end(countries) && !found->prefixes.empty();
}

}  // namespace standby::interchange
