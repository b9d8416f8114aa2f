// Spanish, of Spain and the Americas.
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
    {Month, 1, "enero|ene"},
    {Month, 2, "febrero|feb"},
    {Month, 3, "marzo"},
    {WeakMonth, 3, "mar"},
    {Month, 4, "abril|abr"},
    {Month, 5, "mayo|may"},
    {Month, 6, "junio|jun"},
    {Month, 7, "julio|jul"},
    {Month, 8, "agosto|ago"},
    {Month, 9, "septiembre|setiembre|sept|sep|set"},
    {Month, 10, "octubre|oct"},
    {Month, 11, "noviembre|nov"},
    {Month, 12, "diciembre|dic"},
    {Weekday, 0, "lunes"},
    {Weekday, 1, "martes"},
    {Weekday, 2, "miercoles"},
    {Weekday, 3, "jueves"},
    {Weekday, 4, "viernes"},
    {Weekday, 5, "sabado|sabados"},
    {Weekday, 6, "domingo|domingos"},
    {ShortWeekday, 0, "lun"},
    {ShortWeekday, 1, "mar"},
    {ShortWeekday, 2, "mie|mier"},
    {ShortWeekday, 3, "jue"},
    {ShortWeekday, 4, "vie"},
    {ShortWeekday, 5, "sab"},
    {ShortWeekday, 6, "dom"},
    {RelativeDay, 0, "hoy|el dia de hoy|este mismo dia"},
    {RelativeDay, 1,
     "manana|el dia de manana|el proximo dia|el dia siguiente|al dia siguiente|"
     "proximo dia"},
    {RelativeDay, 2, "pasado manana|el dia despues de manana"},
    {RelativeDay, -1, "ayer"},
    {RelativeDay, -2, "anteayer|antes de ayer|el dia antes de ayer|antier"},
    {RelativePart, part(Evening), "esta noche"},
    {RelativePart, part(Morning), "esta manana"},
    {RelativePart, part(Afternoon), "esta tarde|este pasado mediodia"},
    {RelativePart, part(Midday), "este mediodia"},
    {RelativePart, part(Early), "esta madrugada"},
    {RelativePart, -8 + part(Night), "anoche"},
    {Day, 1, "dia|dias"},
    {Week, 7, "semana|semanas"},
    {Week, 14, "quincena"},
    {Weekend, 0, "fin de semana|finde|fines de semana|weekend"},
    {MonthUnit, 0, "mes|meses"},
    {Year, 0, "ano|anos"},
    {Hour, 0, "hora|horas|h|hs|hrs"},
    {Minute, 0, "minuto|minutos|min|mins"},
    {This, 0, "este|esta|el presente|el actual|de esta|de este|en esta|en este|estos|estas"},
    {Next, 0,
     "proximo|proxima|proximos|proximas|el proximo|la proxima|los proximos|las proximas|del "
     "proximo|siguiente|siguientes|la siguiente|el siguiente|de la proxima"},
    {NextButBare, 0, "que viene|entrante"},
    {Coming, 0, "este proximo|esta proxima"},
    {AfterNext, 0, "despues de la proxima|despues del proximo|despues de la siguiente"},
    {Previous, 0,
     "pasado|pasada|pasados|pasadas|ultimo|ultima|ultimos|ultimas|anterior|anteriores|previo|"
     "previos|el pasado|la pasada|el ultimo|la ultima|los ultimos|las ultimas"},
    {Article, 0, "el|la|los|las"},
    {Rest, 1, "mas tarde en|mas tarde|mas tarde de"},
    {Soon, 0,
     "lo antes posible|cuanto antes|tan pronto como sea posible|tan pronto como podamos|lo mas "
     "pronto posible|tan pronto como pueda"},
    {Rest, 0, "el resto de la|resto de la|el resto de|el resto del|resto de|resto del"},
    {Edge, 1, "principios de|a principios de|comienzos de|a comienzos de|inicios de"},
    {Edge, 2, "mediados de|a mediados de"},
    {Edge, 3, "finales de|a finales de|fines de|a fines de"},
    {LastOf, 0, "la ultima|el ultimo|ultima|ultimo"},
    {Of, 0, "de|del|en|del mes de|del ano|el|de el|de la|del mes"},
    {On, 0,
     "el|al|del|para el|hasta el|desde el|a partir del|el dia|para el dia|del dia|dia|en el|los "
     "dias|de el|al dia|entre el"},
    {CalendarWeek, 0, "semana|semana numero|la semana|semana n"},
    {Starting, 0,
     "del|que comienza el|que inicia el|a partir del|que empieza el|comenzando el|del dia|que va "
     "del|que va desde el"},
};

constexpr WordsRule hours[] = {
    {At, 0,
     "a las|a la|las|la|sobre las|sobre la|hacia las|hacia la|para las|para la|alrededor de las|"
     "alrededor de la|como a las|a eso de las|desde las|desde la|hasta las|hasta la|cerca de las|"
     "tipo|de las|de la|a partir de las|a partir de la|tipo las|son las|es la|@"},
    {About, 0, "aproximadamente|mas o menos|aprox|unas|las|la|alrededor de las|sobre las"},
    {OClock, 0, "horas|hora|h|hs|hrs|en punto|horas en punto"},
    {Am, 0, "am|a m"},
    {Am, 1, "pm|p m"},
    {Half, 1, "y media"},
    {Quarter, 15, "y cuarto|cuarto|un cuarto|y un cuarto"},
    {Past, 0, "y"},
    {Past, 1, "pasadas las|pasadas de las|minutos pasadas las|mins pasadas las|pasada la|y pico"},
    {To, 1, "menos"},
    {To, 0, "para las|para la|minutos para las"},
    {Exactly, 0, "en punto|exactas"},
    {Measure, 0,
     "por ciento|euro|euros|eur|pesos|dolares|km|kg|cm|mm|veces|grados|metros|anos de edad|piso|x"},
    {Noon, 0, "mediodia|medio dia|el mediodia|al mediodia"},
    {Midnight, 0, "medianoche|media noche|la medianoche"},
    {Part, part(Early), "de la madrugada|de madrugada|por la madrugada"},
    {Part, part(Morning),
     "de la manana|por la manana|en la manana|por las mananas|a la manana|temprano por la manana|"
     "a primera hora"},
    {Part, part(Midday), "del mediodia|a mediodia|al mediodia|a la hora de comer|del medio dia"},
    {Part, part(Afternoon),
     "de la tarde|por la tarde|en la tarde|por las tardes|a la tarde|despues de comer"},
    {Part, part(Evening),
     "de la noche|por la noche|en la noche|por las noches|a la noche|despues del trabajo|de noche"},
    {BarePart, part(Morning), "manana"},
    {BarePart, part(Afternoon), "tarde"},
    {BarePart, part(Evening), "noche"},
    {BarePart, part(Midday), "mediodia"},
    {Meal, part(Evening), "cena|cenar"},
    {Meal, part(Morning), "desayuno|desayunar"},
    {From, 0,
     "de|del|desde|desde el|entre|entre el|de las|desde las|entre las|de la|desde la|"
     "a partir del"},
    {Until, 0, "a|al|hasta|hasta el|y|y el|a las|hasta las|y las|a la|hasta la|y la"},
    {Between, 0, "entre|entre el|entre las|entre los|entre la"},
    {And, 0, "y|y el|y las|e|&"},
    {Or, 0, "o|o el|o a las|o las|o bien|u"},
    {After, 0,
     "despues de las|despues de la|a partir de las|a partir de la|desde las|desde la|a partir del|"
     "despues del|pasadas las|mas tarde de las|no antes de las|desde el|desde|a partir de|despues "
     "de|no antes de"},
    {Before, 0, "antes de las|antes de la|antes del|antes de"},
    {Before, 1,
     "hasta las|hasta la|hasta el|como tarde a las|hasta|no mas tarde de las|a mas tardar el"},
    {In, 0, "en|dentro de"},
    {Within, 0, "en los|en las|durante los|durante las|dentro de los|los|las|en"},
    {Ago, 0, "hace|atras"},
    {Hence, 0, "despues|mas tarde|a partir de ahora|a partir de hoy"},
    {HenceFrom, 0, "despues de|a partir de|a partir del|desde"},
};

constexpr WordsRule turns[] = {
    {Not, 0,
     "cada|todos los|no|no el|no a las|no para|no para el|en lugar de|en lugar del|en vez de|en "
     "vez del|excepto|"
     "menos el|salvo|ya no|en lugar de las|en vez de las"},
    {NotBehind, 0,
     "no puedo|no me va|no me viene bien|no es posible|no podemos|no nos viene bien|es imposible|"
     "imposible|no me va bien|no puede ser"},
    {Correction, 0,
     "mejor|perdon|perdona|sino|en realidad|mas bien|digo|quise decir|corrijo|disculpa|no perdon"},
    {Change, 0, "cambiar|mover|pasar|aplazar|posponer|adelantar|reprogramar|cambiarla|cambiarlo"},
    {Maybe, 0, "quiza|quizas|tal vez|a lo mejor|posiblemente"},
    {Greeting, 0,
     "buenos dias|buenas tardes|buenas noches|buen dia|buen fin de semana|feliz dia|buena tarde|"
     "buenas|que tengan un buen mes|feliz tarde|feliz noche|feliz fin de semana"},
    {Small, 0,
     "a|al|de|del|en|y|o|u|el|la|los|las|un|una|para|por|con|si|seria|sera|es|esta|estaria|gracias|"
     "porfa|favor|posible|que|no|me|nos|yo|va|bien|vendria|viene|hacia|sobre|entre|desde|hasta|"
     "antes|despues|pero|sino|mejor|quiza|quizas|tal|disponible|libre|mi|te|se|le|puede|podria|"
     "pueden|podrian|tenemos|tengo|tienen|tendrian|queremos|quiero|quisiera|cuando|proximo|como"},
};

constexpr WordsRule company[] = {
    {People, 1,
     "personas|persona|pers|comensales|comensal|adultos|adulto|invitados|invitado|gente|pax|"
     "cubiertos|plazas|asientos|clientes|asistentes"},
    {Party, 0,
     "somos|seremos|seriamos|vamos a ser|estaremos|mesa para|una mesa para|reserva para|grupo de|"
     "un grupo de|numero de personas|iremos|mesa de|cena para|comida para|reservacion para|"
     "cantidad de personas|sitio para|lugar para|personas|comensales"},
    {For, 0, "para"},
    {Seating, 0,
     "mesa|restaurante|reserva|reservar|reservacion|cena|cenar|comer|comida|almuerzo|almorzar|"
     "desayuno|terraza|bar|cafeteria|taberna"},
    {Me, 0, "yo|mi|me"},
    {Possessive, 0, "mi|nuestro|nuestra"},
    {Kin, 0,
     "mujer|marido|hijo|hija|pareja|madre|padre|mama|papa|hermana|hermano|amigo|amiga|novia|novio|"
     "prometido|prometida|bebe|jefe|jefa|colega|sobrina|sobrino|primo|prima|tia|tio|abuela|abuelo|"
     "nieto|nieta|vecino|vecina|suegra|suegro|esposa|esposo|nino|nina|companero|companera"},
    {KinMany, 0,
     "hijos|hijas|amigos|amigas|padres|familia|colegas|hermanos|hermanas|primos|abuelos|ninos"},
};

constexpr WordsRule feasts[] = {
    {Holiday, feast(Feast::NewYear), "ano nuevo|dia de ano nuevo|el ano nuevo|yuandan"},
    {Holiday, feast(Feast::Epiphany),
     "dia de reyes|reyes magos|epifania|dia de los reyes magos|dia de los reyes"},
    {Holiday, feast(Feast::Valentine), "san valentin|dia de san valentin|dia de los enamorados"},
    {Holiday, feast(Feast::WomensDay), "dia de la mujer|dia internacional de la mujer"},
    {Holiday, feast(Feast::StJoseph), "san jose|dia de san jose"},
    {Holiday, feast(Feast::ShroveTuesday), "martes de carnaval"},
    {Holiday, feast(Feast::AshWednesday), "miercoles de ceniza"},
    {Holiday, feast(Feast::PalmSunday), "domingo de ramos"},
    {Holiday, feast(Feast::MaundyThursday), "jueves santo"},
    {Holiday, feast(Feast::GoodFriday), "viernes santo"},
    {Holiday, feast(Feast::HolySaturday), "sabado santo"},
    {Holiday, feast(Feast::Easter), "domingo de resurreccion|domingo de pascua|pascua"},
    {Holiday, feast(Feast::EasterMonday), "lunes de pascua"},
    {Holiday, feast(Feast::EarthDay), "dia de la tierra"},
    {Holiday, feast(Feast::LabourDay),
     "dia del trabajador|dia del trabajo|dia internacional de los trabajadores|dia de los "
     "trabajadores|dia internacional del trabajador"},
    {Holiday, feast(Feast::CorpusChristi), "corpus christi"},
    {Holiday, feast(Feast::MidSummer), "san juan|dia de san juan"},
    {Holiday, feast(Feast::Independence), "dia de la independencia de estados unidos"},
    {Holiday, feast(Feast::Assumption), "asuncion de la virgen|dia de la asuncion"},
    {Holiday, feast(Feast::Hispanidad), "dia de la hispanidad|dia del pilar"},
    {Holiday, feast(Feast::Halloween), "halloween|noche de brujas"},
    {Holiday, feast(Feast::AllSaints), "todos los santos|dia de todos los santos"},
    {Holiday, feast(Feast::AllSouls), "dia de los muertos|dia de los difuntos|dia de muertos"},
    {Holiday, feast(Feast::Thanksgiving),
     "accion de gracias|dia de accion de gracias|dia de gracias"},
    {Holiday, feast(Feast::SpanishConstitution), "dia de la constitucion"},
    {Holiday, feast(Feast::Immaculate), "inmaculada|inmaculada concepcion|dia de la inmaculada"},
    {Holiday, feast(Feast::ChristmasEve), "nochebuena|noche buena|vispera de navidad"},
    {Holiday, feast(Feast::Christmas), "navidad|dia de navidad|el dia de navidad"},
    {Holiday, feast(Feast::NewYearsEve), "nochevieja|noche vieja|fin de ano|vispera de ano nuevo"},
};

constexpr WordsRule suffixes[] = {{Suffix, 0, "ro|do|er|o|a|to|mo|vo|no"}};

constexpr std::span<const WordsRule> tables[] = {days, hours, turns, company, feasts, suffixes};

}  // namespace

LanguageWords spanish_words() {
    return {.tables = tables,
            .small_numbers =
                "cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|"
                "catorce|quince|dieciseis|diecisiete|dieciocho|diecinueve|veinte|veintiuno|"
                "veintidos|veintitres|veinticuatro|veinticinco|veintiseis|veintisiete|veintiocho|"
                "veintinueve",
            .small_ordinals = "|primero|segundo|tercero|cuarto|quinto|sexto|septimo|octavo|noveno|"
                              "decimo",
            .articles = "un|una"};
}

}  // namespace standby::intake
