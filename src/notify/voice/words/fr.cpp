// Standby's words in French. Text messages do without ç and without circumflexes, which are not in
// the GSM alphabet.
#include "notify/voice/words/words.hpp"

namespace standby::notify {
namespace {

using engine::MessageKind;
constexpr auto mail = engine::Channel::Mail;
constexpr auto sms = engine::Channel::Sms;

constexpr ReasonWords reasons[] = {
    {"max_offers", "le nombre d'offres permis est atteint et personne n'a accepté"},
    {"cutoff", "le début est trop proche pour demander à quelqu'un d'autre"},
    {"list_exhausted", "toutes les personnes concernées ont été contactées, sans succès"},
    {"nobody_eligible", "elle ne convient à personne dans la liste"},
    {"withdrawn", "elle a été retirée"},
    {"rules_changed", "les règles de la liste ont changé"},
    {"capacity_changed", "le nombre de places a changé"},
};

constexpr Wording wordings[] = {
    {MessageKind::Waitlisted, mail, "Vous êtes sur la liste : {{what}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Vous êtes sur la liste d'attente pour {{what}}.{{#rank}} Votre rang : {{rank}}.{{/rank}}\n"
     "\n"
     "Dès qu'une place se libère pour vous, nous vous écrivons. Vous pouvez à tout moment "
     "voir où vous en êtes ou quitter la liste.",
     "Voir ma place"},
    {MessageKind::Waitlisted, sms, "",
     "{{house}} : vous voilà sur la liste pour {{what}}.{{#rank}} Votre rang : "
     "{{rank}}.{{/rank}} {{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Verify, mail, "Merci de confirmer votre adresse",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Quelqu'un, sans doute vous, a demandé une place sur la liste d'attente pour {{what}}. "
     "Merci de confirmer que cette adresse est la vôtre ; vous ne serez sur la liste "
     "qu'ensuite.\n"
     "\n"
     "Si ce n'était pas vous, ne faites rien. Vous n'aurez plus de nouvelles de notre part.",
     "Confirmer mon adresse"},
    {MessageKind::Verify, sms, "",
     "{{house}} : merci de confirmer votre inscription sur la liste pour {{what}} : {{link}} "
     "Si ce n'est pas vous, ignorez ce message.",
     ""},

    {MessageKind::Confirmed, mail, "Confirmé : {{what}}{{#when}}, {{when}}{{/when}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "La place est à vous :\n"
     "\n"
     "{{what}}{{#staff}} avec {{staff}}{{/staff}}{{#party_size}}, pour {{party_size}} "
     "personnes{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "Au plaisir de vous accueillir. Si vous ne pouvez pas venir, merci d'annuler à temps "
     "afin que quelqu'un d'autre en profite.",
     "Voir ou annuler"},
    {MessageKind::Confirmed, sms, "",
     "{{house}} : confirmé. {{what}}{{#staff}} avec {{staff}}{{/staff}}{{#when}}, "
     "{{when}}{{/when}}. Voir ou annuler : {{link}}",
     ""},

    {MessageKind::Offer, mail, "Une place pour vous : {{what}}{{#when}}, {{when}}{{/when}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Bonne nouvelle, une place s'est libérée pour vous :\n"
     "\n"
     "{{what}}{{#staff}} avec {{staff}}{{/staff}}{{#party_size}}, pour {{party_size}} "
     "personnes{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Elle vous est réservée si vous répondez avant {{deadline}}{{#time_left}} (encore "
     "{{time_left}}){{/time_left}}. Ensuite, elle sera proposée à la personne suivante.\n"
     "{{/deadline}}\n"
     "{{^deadline}}\n"
     "Sans réponse de votre part, elle sera proposée à la personne suivante.\n"
     "{{/deadline}}",
     "Prendre la place"},
    {MessageKind::Offer, sms, "",
     "{{house}} : libre : {{what}}{{#when}}, {{when}}{{/when}}. A vous{{#deadline}} avant "
     "{{deadline}}, puis à la personne suivante{{/deadline}} : {{link}}{{#answer_hint}} "
     "{{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Reminder, mail, "Encore libre pour vous : {{what}}{{#when}}, {{when}}{{/when}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Cette place vous est encore réservée et nous n'avons pas encore votre réponse :\n"
     "\n"
     "{{what}}{{#staff}} avec {{staff}}{{/staff}}{{#party_size}}, pour {{party_size}} "
     "personnes{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Merci de répondre avant {{deadline}}{{#time_left}} (encore "
     "{{time_left}}){{/time_left}}. Ensuite, elle sera proposée à la personne suivante.\n"
     "{{/deadline}}\n"
     "{{^deadline}}\n"
     "Sans réponse de votre part, elle sera proposée à la personne suivante.\n"
     "{{/deadline}}",
     "Prendre la place"},
    {MessageKind::Reminder, sms, "",
     "{{house}} : {{what}}{{#when}}, {{when}}{{/when}} vous attend encore. "
     "Répondez{{#deadline}} avant {{deadline}}, puis ce sera à la personne "
     "suivante{{/deadline}} : {{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Expired, mail, "Le délai de réponse est passé : {{what}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Nous n'avons pas eu de réponse à temps : {{what}}{{#when}}, {{when}},{{/when}} est "
     "maintenant proposé à la personne suivante.\n"
     "\n"
     "Votre page vous dit si vous êtes toujours sur la liste.",
     "Voir ma place"},
    {MessageKind::Expired, sms, "",
     "{{house}} : sans réponse à temps, {{what}}{{#when}}, {{when}},{{/when}} passe à la "
     "personne suivante. Votre place : {{link}}",
     ""},

    {MessageKind::Taken, mail, "Plus disponible : {{what}}{{#when}}, {{when}}{{/when}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Nous sommes désolés : {{what}}{{#when}}, {{when}},{{/when}} n'est plus libre. Vous "
     "n'avez rien à faire.\n"
     "\nVotre page vous dit où vous en êtes. Si vous êtes toujours sur la liste, nous vous "
     "écrirons dès qu'autre chose se libère.",
     "Voir ma place"},
    {MessageKind::Taken, sms, "",
     "{{house}} : désolé, {{what}}{{#when}}, {{when}},{{/when}} n'est plus libre. Votre place "
     "sur la liste : {{link}}",
     ""},

    {MessageKind::Cancelled, mail, "Annulé : {{what}}{{#when}}, {{when}}{{/when}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Votre place est annulée : {{what}}{{#when}}, {{when}}{{/when}}.\n"
     "\n"
     "Si vous ne vous y attendiez pas, contactez-nous.",
     "Voir le détail"},
    {MessageKind::Cancelled, sms, "",
     "{{house}} : annulé : {{what}}{{#when}}, {{when}}{{/when}}. Détail : {{link}}", ""},

    {MessageKind::StatusLink, mail, "Votre place sur la liste : {{what}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Vous êtes déjà sur la liste pour {{what}}. Voici l'accès à votre page.\n"
     "\n"
     "Si vous n'avez rien demandé, ne faites rien : vous seul avez ce lien.",
     "Voir ma place"},
    {MessageKind::StatusLink, sms, "",
     "{{house}} : votre inscription sur la liste pour {{what}} existe déjà. Votre page : "
     "{{link}}",
     ""},

    {MessageKind::MoveUp, mail, "Plus tôt pour vous : {{what}}{{#when}}, {{when}}{{/when}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Vous avez déjà une place, et une autre s'est libérée plus tôt :\n"
     "\n"
     "{{what}}{{#staff}} avec {{staff}}{{/staff}}{{#party_size}}, pour {{party_size}} "
     "personnes{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Elle vous est réservée si vous répondez avant {{deadline}}{{#time_left}} (encore "
     "{{time_left}}){{/time_left}}. Ensuite, elle sera proposée à la personne suivante.\n"
     "{{/deadline}}\n"
     "Si vous la prenez, nous libérons votre place plus tardive. Sinon, vous gardez ce que "
     "vous avez.",
     "Prendre cette place"},
    {MessageKind::MoveUp, sms, "",
     "{{house}} : place avancée : {{what}}{{#when}}, {{when}}{{/when}}. Changez{{#deadline}} "
     "avant {{deadline}}, puis ce sera à la personne suivante{{/deadline}} : "
     "{{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::EventReminder, mail, "À bientôt : {{what}}{{#when}}, {{when}}{{/when}}",
     "Bonjour{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Un petit rappel de votre place :\n"
     "\n"
     "{{what}}{{#staff}} avec {{staff}}{{/staff}}{{#party_size}}, pour {{party_size}} "
     "personnes{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "\n"
     "Si vous ne pouvez pas venir, merci d'annuler dès maintenant afin que quelqu'un d'autre "
     "en profite.",
     "Voir ou annuler"},
    {MessageKind::EventReminder, sms, "",
     "{{house}} : petit rappel, {{what}}{{#when}}, {{when}}{{/when}}{{#place}}, "
     "{{place}}{{/place}}. Voir ou annuler : {{link}}",
     ""},

    {MessageKind::HandedBack, mail, "De nouveau libre : {{what}}{{#when}}, {{when}}{{/when}}",
     "La liste d'attente n'a pas pu remplir cette place, elle est de nouveau entre vos mains :\n"
     "\n"
     "{{what}}{{#staff}} avec {{staff}}{{/staff}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "{{#reason}}\n"
     "La raison : {{reason}}.\n"
     "{{/reason}}",
     "Ouvrir la liste"},
    {MessageKind::NobodyFits, mail, "Ne convient à personne : {{what}}{{#when}}, {{when}}{{/when}}",
     "Cette place est libre et ne convient pour l'instant à personne sur la liste :\n"
     "\n"
     "{{what}}{{#staff}} avec {{staff}}{{/staff}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "Elle reste ouverte : si une personne à qui elle convient s'inscrit à temps, nous la "
     "contactons aussitôt. Vous pouvez aussi l'attribuer vous-même.",
     "Ouvrir la liste"},
    {MessageKind::MonthlySummary, mail, "Votre liste d'attente en {{month}}",
     "Voici le bilan de {{house}} : {{month}}.\n"
     "\n"
     "Places libérées : {{freed}}\n"
     "Remplies grâce à la liste : {{filled}}{{#fill_rate}} ({{fill_rate}}){{/fill_rate}}\n"
     "Offres : {{offers}}\n"
     "Offres acceptées : {{accepted}}\n"
     "Nouvelles inscriptions : {{joined}}\n"
     "\n"
     "{{#time_to_fill}}\n"
     "Temps médian pour remplir une place : {{time_to_fill}}\n"
     "{{/time_to_fill}}\n"
     "{{#recovered}}\n"
     "Valeur des places remplies : {{recovered}}\n"
     "{{/recovered}}",
     "Ouvrir Standby"},

    {MessageKind::ReplyClaimed, sms, "",
     "{{house}} : la place est à vous ! {{what}}{{#when}}, {{when}}{{/when}}. Voir ou annuler "
     ": {{link}}",
     ""},
    {MessageKind::ReplyDeclined, sms, "",
     "{{house}} : merci, nous demandons à la personne suivante. Votre page : {{link}}", ""},
    {MessageKind::ReplyEnded, sms, "",
     "{{house}} : désolé, cette offre est terminée. Votre page : {{link}}", ""},
    {MessageKind::ReplyNothing, sms, "",
     "{{house}} : aucune offre pour vous en ce moment. Nous vous écrirons dès qu'il y en a "
     "une. HELP pour l'aide, STOP pour ne plus rien recevoir.",
     ""},
    {MessageKind::ReplyHelp, sms, "",
     "{{house}} : messages de liste d'attente. A une offre, répondez 1 (oui) ou 9 (non). STOP "
     "pour ne plus rien recevoir.{{#link}} Votre page : {{link}}{{/link}}",
     ""},
    {MessageKind::ReplyStopped, sms, "",
     "{{house}} : désinscription faite, vous ne recevrez plus de messages. Répondez START "
     "pour revenir.",
     ""},
    {MessageKind::ReplyStarted, sms, "",
     "{{house}} : vous recevrez de nouveau les messages de vos listes d'attente. HELP pour "
     "l'aide, STOP pour ne plus rien recevoir.",
     ""},
};

}  // namespace

constinit const Words french_words{
    .places = {"place", "places"},
    .answer_yes_no = "Réponse : 1 oui, 9 non.",
    .answer_stop = "STOP pour ne plus rien recevoir.",
    .reasons = reasons,
    .mail =
        {
            .add_to_calendar = "Ajouter à votre agenda",
            .see_or_leave = "Voir votre place ou quitter cette liste",
            .stop_all = "Ne plus recevoir aucun message de notre part",
            .colon = " : ",
        },
    .wordings = wordings,
};

}  // namespace standby::notify
