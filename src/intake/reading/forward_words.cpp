// The first four languages are those that guests are read in. Of the others only what tells where
// a mail begins and who wrote it.
#include "intake/reading/forward_words.hpp"

#include "base/name_key.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace standby::intake {
namespace {

struct Label {
    HeaderPart part;
    std::string_view key;
};

constexpr auto labels = std::to_array<Label>({
    {HeaderPart::From, "from"},
    {HeaderPart::From, "von"},
    {HeaderPart::From, "de"},
    {HeaderPart::From, "expediteur"},
    {HeaderPart::From, "absender"},
    {HeaderPart::From, "remitente"},
    {HeaderPart::From, "da"},
    {HeaderPart::From, "van"},
    {HeaderPart::From, "fran"},
    {HeaderPart::From, "fra"},
    {HeaderPart::From, "lahettaja"},
    {HeaderPart::From, "od"},
    {HeaderPart::From, "nadawca"},
    {HeaderPart::From, "felado"},
    {HeaderPart::From, "kimden"},
    {HeaderPart::From, "dela"},
    {HeaderPart::From, "saatja"},
    {HeaderPart::From, "salje"},
    {HeaderPart::To, "to"},
    {HeaderPart::To, "an"},
    {HeaderPart::To, "a"},
    {HeaderPart::To, "para"},
    {HeaderPart::To, "destinataire"},
    {HeaderPart::To, "pour"},
    {HeaderPart::To, "empfanger"},
    {HeaderPart::To, "destinatario"},
    {HeaderPart::To, "aan"},
    {HeaderPart::To, "till"},
    {HeaderPart::To, "til"},
    {HeaderPart::To, "do"},
    {HeaderPart::To, "komu"},
    {HeaderPart::To, "vastaanottaja"},
    {HeaderPart::Cc, "cc"},
    {HeaderPart::Cc, "kopie"},
    {HeaderPart::Cc, "kopiecc"},
    {HeaderPart::Cc, "copie"},
    {HeaderPart::Cc, "copiea"},
    {HeaderPart::Cc, "copia"},
    {HeaderPart::Cc, "kopi"},
    {HeaderPart::Cc, "kopia"},
    {HeaderPart::Cc, "bcc"},
    {HeaderPart::Cc, "kopiean"},
    {HeaderPart::Cc, "cci"},
    {HeaderPart::Cc, "concopia"},
    {HeaderPart::Cc, "enviarcopiaa"},
    {HeaderPart::Cc, "copiecachee"},
    {HeaderPart::Cc, "ccn"},
    {HeaderPart::Cc, "dw"},
    {HeaderPart::ReplyTo, "replyto"},
    {HeaderPart::ReplyTo, "antwortan"},
    {HeaderPart::ReplyTo, "repondrea"},
    {HeaderPart::ReplyTo, "respondera"},
    {HeaderPart::Subject, "subject"},
    {HeaderPart::Subject, "betreff"},
    {HeaderPart::Subject, "objet"},
    {HeaderPart::Subject, "sujet"},
    {HeaderPart::Subject, "asunto"},
    {HeaderPart::Subject, "oggetto"},
    {HeaderPart::Subject, "onderwerp"},
    {HeaderPart::Subject, "assunto"},
    {HeaderPart::Subject, "amne"},
    {HeaderPart::Subject, "emne"},
    {HeaderPart::Subject, "temat"},
    {HeaderPart::Subject, "predmet"},
    {HeaderPart::Subject, "aihe"},
    {HeaderPart::Date, "date"},
    {HeaderPart::Date, "sent"},
    {HeaderPart::Date, "datum"},
    {HeaderPart::Date, "gesendet"},
    {HeaderPart::Date, "envoye"},
    {HeaderPart::Date, "envoyele"},
    {HeaderPart::Date, "fecha"},
    {HeaderPart::Date, "enviado"},
    {HeaderPart::Date, "enviadoel"},
    {HeaderPart::Date, "data"},
    {HeaderPart::Date, "inviato"},
    {HeaderPart::Date, "verzonden"},
    {HeaderPart::Date, "skickat"},
    {HeaderPart::Date, "sendt"},
    {HeaderPart::Date, "dato"},
    {HeaderPart::Date, "lahetetty"},
    {HeaderPart::Date, "wyslano"},
    {HeaderPart::Date, "odeslano"},
    {HeaderPart::Date, "gesendetam"},
    {HeaderPart::Date, "pvm"},
});

// What follows or precedes them is dashes, colons and blanks.
constexpr auto separators = std::to_array<std::string_view>({
    "forwardedmessage",
    "beginforwardedmessage",
    "originalmessage",
    "beginforwardedmail",
    "forwardedmail",
    "forwardedemail",
    "startofforwardedmessage",
    "weitergeleitetenachricht",
    "anfangderweitergeleitetennachricht",
    "weitergeleitetemail",
    "weitergeleiteteemail",
    "ursprunglichenachricht",
    "originalnachricht",
    "beginnderweitergeleitetennachricht",
    "beginweitergeleitetenachricht",
    "originalemail",
    "messagetransfere",
    "debutdumessagetransfere",
    "debutdumessagereexpedie",
    "messageoriginal",
    "messagedorigine",
    "couriertransfere",
    "courrieltransfere",
    "mailtransfere",
    "messagetransmis",
    "messagereexpedie",
    "mailoriginal",
    "mailtransfert",
    "couriertransfert",
    "emailtransfere",
    "mensajereenviado",
    "iniciodelmensajereenviado",
    "mensajeoriginal",
    "correoreenviado",
    "iniciomensajereenviado",
    "correooriginal",
    "mensajederesenviado",
    "messaggioinoltrato",
    "iniziomessaggioinoltrato",
    "messaggiooriginale",
    "doorgestuurdbericht",
    "begindoorgestuurdbericht",
    "oorspronkelijkbericht",
    "mensagemencaminhada",
    "mensagemreencaminhada",
    "iniciodamensagemreencaminhada",
    "iniciodamensagemencaminhada",
    "mensagemoriginal",
    "vidarebefordratmeddelande",
    "vidarebefordratbrev",
    "videresendtbesked",
    "startpavideresendtbesked",
    "videresendtmelding",
    "przekazanawiadomosc",
    "wiadomoscprzekazana",
    "preposlanazprava",
    "zacatekpreposilanezpravy",
    "edelleenlahetettyviesti",
    "valitettyviesti",
});

constexpr auto prefixes = std::to_array<std::string_view>({
    "fw",
    "fwd",
    "wg",
    "wtr",
    "tr",
    "tl",
    "rv",
    "reenv",
    "reenviado",
    "i",
    "enc",
    "vb",
    "vs",
    "pd",
    "doorst",
    "weitergeleitet",
    "weiterleitung",
    "transf",
    "forward",
    "forwarded",
});

constexpr auto wrote = std::to_array<std::string_view>({
    "wrote",
    "schrieb",
    "a ecrit",
    "a écrit",
    "escribio",
    "escribió",
    "ha scritto",
    "schreef",
    "skrev",
    "escreveu",
    "napisal",
    "geschrieben",
});

}  // namespace

std::optional<HeaderPart> header_part(std::string_view key) {
    const auto* found = std::ranges::find(labels, key, &Label::key);
    return found == labels.end() ? std::nullopt : std::optional(found->part);
}

std::optional<HeaderPart> header_part_at(std::string_view text, std::size_t& length) {
    const auto colon = text.find(':');
    constexpr std::size_t label_bytes_max = 24;
    if (colon == std::string_view::npos || colon == 0 || colon > label_bytes_max) {
        return std::nullopt;
    }
    const std::string_view label = text.substr(0, colon);
    if (label.find_first_of("<>@,;\"") != std::string_view::npos) {
        return std::nullopt;
    }
    length = colon + 1;
    std::string key = name_key(label);
    std::erase_if(key, [](char one) { return one == '(' || one == ')' || one == '*'; });
    return header_part(key);
}

bool is_forward_separator(std::string_view key) {
    return std::ranges::find(separators, key) != separators.end();
}

bool is_forward_prefix(std::string_view key) {
    return std::ranges::find(prefixes, key) != prefixes.end();
}

bool has_wrote(std::string_view line) {
    const std::string lower = to_lower(line);
    return std::ranges::any_of(
        wrote, [&lower](std::string_view one) { return lower.find(one) != std::string::npos; });
}

}  // namespace standby::intake
