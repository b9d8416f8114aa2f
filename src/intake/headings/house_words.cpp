#include "intake/headings/house_words.hpp"

#include "intake/headings/mapping.hpp"

#include <map>
#include <string>

namespace standby::intake {
namespace {

struct Words {
    Field field;
    int order;
    std::string_view words;  // with commas between them
};

// Our own names of columns (docs/guide/import.md) come first, then English, German, French,
// Spanish.
constexpr Words all_words[] = {
    {Field::Name, 0,
     "name,full name,guest name,customer name,client name,patient name,contact name,"
     "vor- und nachname,name vorname,vorname nachname,gastname,kundenname,patientenname,"
     "nom complet,nom et prénom,prénom et nom,nom du client,"
     "nombre completo,nombre y apellidos,nombre y apellido,nombre del cliente"},
    {Field::Name, 1,
     "guest,customer,client,patient,person,contact,who,gast,kunde,kundin,patientin,person,wer,"
     "nom,cliente,paciente,nombre,invité,invitado,huésped,attendee name"},
    {Field::FirstName, 0,
     "first name,firstname,forename,given name,vorname,rufname,prénom,nombre de pila,"
     "primer nombre"},
    {Field::LastName, 0,
     "last name,lastname,surname,family name,nachname,familienname,zuname,nom de famille,"
     "apellido,apellidos"},
    {Field::Phone, 0,
     "phone,mobile,mobile number,mobile phone,mobile no,cell,cell phone,cellphone,cell number,"
     "whatsapp,whatsapp number,mobil,handy,handynummer,handynr,mobilnummer,mobiltelefon,"
     "portable,numéro de portable,téléphone portable,gsm,natel,"
     "móvil,teléfono móvil,número de móvil,celular"},
    {Field::Phone, 1,
     "phone number,phone no,telephone,telephone number,tel,tel no,contact number,number to call,"
     "telefon,telefonnummer,telefonnr,telnr,rufnummer,nummer,"
     "téléphone,tél,numéro de téléphone,teléfono,número de teléfono,tfno"},
    {Field::Email, 0,
     "email,e-mail,e-mail address,email address,mail,mail address,e-mail-adresse,emailadresse,"
     "mailadresse,courriel,adresse e-mail,adresse mail,adresse électronique,mél,"
     "correo,correo electrónico,dirección de correo,dirección de correo electrónico"},
    {Field::Service, 0,
     "service,treatment,appointment type,service wanted,requested service,what for,"
     "leistung,behandlung,dienstleistung,terminart,anliegen,wunschleistung,"
     "prestation,soin,type de rendez-vous,servicio,tratamiento,tipo de cita"},
    {Field::PartySize, 0,
     "party_size,party size,people,persons,number of people,number of persons,no of people,"
     "number of guests,guests,covers,pax,party,group size,seats,"
     "personen,anzahl personen,personenzahl,personenanzahl,anzahl gäste,gäste,plätze,"
     "personnes,nombre de personnes,nb de personnes,nb personnes,couverts,convives,"
     "personas,número de personas,nº de personas,comensales"},
    {Field::PartySize, 1, "quantity,anzahl,quantité,cantidad"},
    {Field::Earliest, 0,
     "earliest,earliest date,from,not before,available from,from date,no earlier than,"
     "frühestens,ab,ab wann,ab datum,frühester termin,frühestes datum,"
     "au plus tôt,à partir de,à partir du,dès,desde,a partir de,a partir del,"
     "lo antes,no antes de,más temprano"},
    {Field::Latest, 0,
     "latest,latest date,until,to,by,till,no later than,not after,to date,"
     "spätestens,bis,bis wann,bis datum,spätester termin,spätestes datum,"
     "au plus tard,jusqu'à,jusqu'au,avant le,hasta,a más tardar,antes de,más tarde"},
    {Field::Staff, 0,
     "staff,staff member,with,with whom,stylist,therapist,doctor,dentist,employee,provider,"
     "team member,hairdresser,barber,practitioner,"
     "mitarbeiter,mitarbeiterin,mitarbeitende,bei,bei wem,friseur,friseurin,behandler,"
     "behandlerin,arzt,ärztin,therapeut,therapeutin,"
     "avec,employé,employée,praticien,praticienne,coiffeur,coiffeuse,collaborateur,médecin,"
     "con,con quién,empleado,empleada,profesional,peluquero,peluquera,estilista,médico"},
    {Field::Priority, 0,
     "priority,prio,urgency,urgent,vip,priorität,dringlichkeit,dringend,eilig,"
     "priorité,urgence,prioridad,urgencia,urgente"},
    {Field::Joined, 0,
     "joined_at,joined,joined on,date joined,date added,added,added on,signed up,sign-up date,"
     "signed up at,signed up on,registered,registered at,registration date,on the list since,"
     "waiting since,waits since,since,eingetragen,eingetragen am,auf der liste seit,wartet seit,"
     "wartend seit,seit,angemeldet,angemeldet am,anmeldedatum,aufgenommen,aufgenommen am,"
     "inscrit le,inscrite le,inscription,date d'inscription,ajouté le,date d'ajout,"
     "en attente depuis,depuis,apuntado,apuntada,apuntado el,inscrito,inscrito el,"
     "fecha de alta,fecha de inscripción,añadido,añadido el,en espera desde"},
    {Field::Joined, 1,
     "timestamp,created,created at,created on,entered,date,zeitstempel,erstellt,erstellt am,"
     "datum,horodateur,horodatage,créé le,marca temporal,creado,creado el,fecha"},
    {Field::Position, 0,
     "position,place in line,place,rank,queue position,no,nr,"
     "platz,rang,lfd nr,place dans la file,n°,posición,puesto,turno,nº"},
    {Field::OptIn, 0,
     "opt-in,opt-in time,opted in,opted in at,optin_time,consent given,consented at,"
     "einwilligung am,zugestimmt am,consentement le,consentimiento el"},
    {Field::Left, 0,
     "unsubscribed,unsubscribed at,unsub_time,opted out,opt-out,abgemeldet,abgemeldet am,"
     "désinscrit,désinscrit le,dado de baja,baja,fecha de baja"},
    {Field::Language, 0, "locale,language,sprache,langue,idioma"},
    {Field::TimeZone, 0, "time_zone,time zone,zeitzone,fuseau horaire,zona horaria"},
    {Field::Region, 0, "region"},
    {Field::UserId, 0, "user_id"},
    {Field::Tier, 0, "tier"},
    {Field::Points, 0, "points"},
    {Field::Consent, 0, "consent,einwilligung,consentement,consentimiento"},
};

std::map<std::string, HouseWord, std::less<>> made_book() {
    std::map<std::string, HouseWord, std::less<>> book;
    for (const Words& words : all_words) {
        std::string_view rest = words.words;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            book.emplace(heading_key(rest.substr(0, end)), HouseWord{words.field, words.order});
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return book;
}

}  // namespace

std::optional<HouseWord> house_word(std::string_view key) {
    static const auto book = made_book();
    const auto found = book.find(key);
    return found == book.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace standby::intake
