// The pages in French. Guests are addressed formally.
#include "http/pages/words/words.hpp"

namespace standby::http {

constinit const PageWords french_page{
    .frame =
        {
            .language = "Langue",
            .local_times = "Heures locales : {0}",
            .what = "Quoi",
            .when = "Quand",
            .how_long = "Durée",
            .with_whom = "Avec",
            .where = "Où",
            .places = "Places",
            .people = "Personnes",
            .price = "Prix",
        },
    .rules =
        {
            .fifo = "Premier arrivé, premier servi.",
            .score = "Qui a le plus de points passe en premier ; à égalité, qui s'est inscrit le "
                     "premier.",
            .head_start = "Premier arrivé, premier servi, et chaque point compte comme une "
                          "inscription plus ancienne ({0} par point).",
            .lottery = "Toute inscription avant le {0} participe à un tirage au sort qui fixe "
                       "l'ordre. Les inscriptions suivantes viennent après, dans l'ordre "
                       "d'arrivée.",
            .lottery_secret = "Le tirage est vérifiable : son secret est déjà fixé. Empreinte "
                              "(SHA-256) : {0}",
            .priority = "Les personnes prioritaires passent avant toutes les autres.",
            .referral = "Chaque personne qui s'inscrit par votre lien vous apporte {0} points, {1} "
                        "au plus.",
            .window = "Quand c'est votre tour, nous vous écrivons et gardons la place pendant {0}.",
            .quiet_hours = "Nous ne vous écrivons pas de {0} à {1} ; votre délai est suspendu.",
            .quiet_hours_urgent = "De {0} à {1}, nous n'écrivons que s'il serait trop tard "
                                  "ensuite.",
            .miss_keep = "Sans réponse à temps, vous gardez votre place une fois ; la fois "
                         "suivante, vous passez en fin de file.",
            .miss_back = "Sans réponse à temps, vous passez en fin de file.",
            .miss_remove = "Sans réponse à temps, vous quittez la liste.",
            .misses_max = {"Une offre sans réponse vous fait quitter la liste.",
                           "{0} offres sans réponse vous font quitter la liste."},
            .decline_keep = "Si vous refusez, vous gardez votre place une fois ; la fois suivante, "
                            "vous passez en fin de file.",
            .decline_back = "Si vous refusez, vous passez en fin de file.",
            .decline_remove = "Si vous refusez, vous quittez la liste.",
            .payment = "Une place coûte {0}, à payer en l'acceptant.",
            .party_strict = "Aucun groupe n'est sauté : les places s'accumulent jusqu'à suffire au "
                            "groupe suivant.",
            .party_fit = {"S'il manque de la place pour un groupe, un plus petit peut passer avant "
                          "lui une fois.",
                          "S'il manque de la place pour un groupe, de plus petits peuvent passer "
                          "avant lui, {0} fois au plus."},
            .waves = "Les places sont données par vagues de {0} au plus, à {1} d'intervalle.",
            .offers_max =
                {"Une personne est contactée par place ; ensuite, nous décidons.",
                 "{0} personnes au plus sont contactées par place ; ensuite, nous décidons."},
            .cutoff = "Plus rien n'est proposé à moins de {0} du début.",
            .verify = "Vous entrez dans la file après avoir confirmé votre adresse e-mail.",
            .reminder = "Sans réponse après {0}, nous vous le rappelons une fois.",
            .waiting_max = {"La liste accueille {0} personne.",
                            "La liste accueille {0} personnes au plus."},
            .band = "Vous voyez à peu près où vous en êtes, pas la place exacte.",
            .hidden = "Les places dans la file ne sont pas affichées.",
            .instant_yes = "Vous pouvez dire oui d'avance ; la place est alors à vous dès que "
                           "c'est votre tour.",
        },
    .join =
        {
            .eyebrow = "Liste d'attente",
            .nobody_waits = "Personne n'attend encore.",
            .waiting = {"{0} personne attend.", "{0} personnes attendent."},
            .free = {"{0} place est libre en ce moment.", "{0} places sont libres en ce moment."},
            .odds = "Sur {0} personnes qui ont attendu ici, {1} ont eu une place.",
            .odds_within = "Sur {0} personnes qui ont attendu ici, {1} ont eu une place, en "
                           "général en moins de {2}.",
            .odds_none = "Sur {0} personnes qui ont attendu ici, aucune n'a encore eu de place.",
            .rules = "Comment ça marche",
            .rules_more = "Toutes les règles",
            .closed = {"Cette liste est fermée",
                       "Personne ne peut plus s'y inscrire. Si vous y êtes déjà, le lien vers "
                       "votre page fonctionne toujours."},
            .paused = {"Cette liste fait une pause",
                       "Vous pouvez vous inscrire et garder votre place dans la file. Aucune "
                       "place n'est proposée avant la reprise."},
            .full = {"Cette liste est complète",
                     "Elle n'accueille personne pour le moment. Revenez plus tard : dès que "
                     "quelqu'un part, vous pourrez vous inscrire."},
            .invited = "Quelqu'un de cette liste vous a invité.",
            .form = "S'inscrire sur la liste",
            .name = "Nom",
            .contact = "Comment vous joindre ? L'un des deux suffit.",
            .email = "E-mail",
            .phone = "Téléphone",
            .phone_hint = "Avec l'indicatif du pays, par exemple +33 1 23 45 67 89",
            .party_size = "Combien de personnes ?",
            .service = "Que souhaitez-vous ?",
            .staff = "Avec qui ?",
            .any = "Laissez vide si cela vous est égal.",
            .more_wishes = "Quand et avec qui ?",
            .dates = "Jours",
            .earliest = "Du",
            .latest = "Au",
            .times = "Moments de la semaine",
            .times_hint = "Rien de coché : n'importe quand.",
            .morning = "Matin",
            .afternoon = "Après-midi",
            .evening = "Soir",
            .instant_yes = "Dire oui pour moi",
            .instant_yes_hint = "La première place qui correspond à mes souhaits est à moi tout de "
                                "suite, sans question. Je peux toujours la rendre.",
            .notice = "Mais seulement avec ce délai",
            .notice_any = "Peu importe",
            .submit = "M'inscrire",
            .optional = "facultatif",
            .joined = {"Vous êtes sur la liste",
                       "Votre page montre où vous en êtes. Gardez son lien, ou attendez notre "
                       "message."},
            .open_status = "Ouvrir ma page",
            .known = {"Vous êtes déjà sur la liste",
                      "Nous vous avons renvoyé le lien vers votre place."},
        },
    .errors =
        {
            .look = "Quelque chose ne va pas encore. Regardez les champs signalés.",
            .contact_missing = "Indiquez une adresse e-mail ou un numéro de téléphone.",
            .contact_left = "Il doit rester une adresse e-mail ou un numéro de téléphone.",
            .email = "Cela ne ressemble pas à une adresse e-mail.",
            .phone = "Écrivez le numéro avec l'indicatif du pays, par exemple +33 1 23 45 67 89.",
            .party_size = "Indiquez un nombre de 1 à {0}.",
            .date = "Indiquez une date comme 2026-11-15.",
            .dates_order = "Le dernier jour ne peut pas précéder le premier.",
            .too_long = "C'est trop long.",
            .too_often = "Trop de personnes se sont inscrites d'ici à l'instant. Réessayez dans "
                         "une minute.",
        },
    .notices =
        {
            .busy = "Nous sommes très sollicités. Réessayez dans un instant.",
            .refused = "Ce n'est plus possible.",
            .list_full = "La liste est complète pour le moment. Réessayez plus tard.",
            .list_closed = "Cette liste est fermée.",
            .entry_ended = "Vous n'êtes plus sur cette liste.",
            .already_claimed = "Cette place est déjà à vous.",
            .offer_expired = "Le délai de cette offre est passé.",
            .offer_declined = "Vous avez refusé cette offre.",
            .offer_withdrawn = "Cette offre a été retirée.",
            .offer_confirming = "Votre place est en cours de confirmation.",
            .group_holds_place = "Vous avez déjà une place.",
            .changed = "Vos souhaits sont modifiés.",
            .left = "Vous avez quitté la liste.",
            .stopped = "Nous ne vous envoyons plus de messages.",
            .started = "Nous vous écrivons de nouveau.",
        },
    .entry =
        {
            .unverified = {"Confirmez votre adresse e-mail",
                           "Nous vous avons envoyé un message avec un lien. Vous entrez dans la "
                           "file dès que vous l'avez utilisé."},
            .waiting = {"Vous êtes sur la liste", "Vous n'avez rien à faire pour l'instant."},
            .offered = {"Il y a une place pour vous", "Elle vous est réservée."},
            .confirming = {"Votre place est en cours de confirmation",
                           "Elle vous reste réservée pendant ce temps."},
            .accepted = {"Vous avez une place", "Votre place est confirmée."},
            .declined = {"Vous avez refusé", "Vous n'êtes plus sur cette liste."},
            .expired = {"Vous n'êtes plus sur cette liste",
                        "Une offre est restée sans réponse à temps."},
            .left = {"Vous avez quitté la liste", "Vous pouvez vous réinscrire à tout moment."},
            .cancelled = {"Votre réservation est annulée",
                          "Si vous ne vous y attendiez pas, contactez-nous."},
            .attended = {"Vous êtes venu", "Merci de votre visite."},
            .no_show = {"Vous nous avez manqué", "Ce sera pour une autre fois."},
            .none = {"Vous n'êtes pas sur cette liste",
                     "Demandez-nous si cela vous semble une erreur."},
            .next = "Et maintenant",
            .next_offer = "Dès que c'est votre tour, nous vous écrivons et gardons la place "
                          "pendant {0}. Vous pouvez aussi garder cette page ouverte : l'offre y "
                          "apparaît d'elle-même.",
            .next_verify = "Ouvrez le lien de notre message. Un bouton y confirme votre adresse.",
            .rank = "Votre place dans la file",
            .band = "Votre place dans la file est entre",
            .hidden = "Les places dans la file ne sont pas affichées sur cette liste.",
            .first = "Vous êtes le prochain.",
            .ahead = {"{0} personne est devant vous.", "{0} personnes sont devant vous."},
            .draw = "Le tirage a lieu le {0}. Jusque-là, personne n'est devant personne.",
            .live = "Cette page se met à jour d'elle-même.",
            .verify = "Confirmer mon adresse e-mail",
            .place = "Votre place",
            .calendar = "Ajouter à votre agenda",
            .calendar_file = "Fichier d'agenda",
            .messages = "Messages pour vous",
            .share = "Inviter des amis",
            .share_text = "Vos amis peuvent rejoindre cette liste par votre lien.",
            .share_points = "Chaque personne qui s'inscrit par votre lien vous apporte {0} points, "
                            "{1} au plus, et vous fait avancer.",
            .friends = {"{0} personne s'est inscrite.", "{0} personnes se sont inscrites."},
            .share_link = "Votre lien",
            .share_button = "Partager mon lien",
            .share_copied = "Copié",
            .share_scan = "Faire scanner ce code",
            .change = "Modifier mes souhaits",
            .save = "Enregistrer",
            .leave = "Quitter la liste",
            .leave_text = "Vous perdez votre place dans la file, sans retour possible.",
            .give_back = "Rendre ma place",
            .give_back_text = "Quelqu'un d'autre l'aura, sans retour possible.",
            .give_back_sure = "Oui, la rendre",
            .join_again = "Se réinscrire",
            .update = "Quelque chose a changé. Afficher",
        },
    .offer =
        {
            .live = "Une place est libre pour vous",
            .expired = {"Cette offre est terminée",
                        "Elle n'a pas été acceptée à temps : la place est passée à la personne "
                        "suivante."},
            .expired_taken = "Elle n'a pas été acceptée à temps, et quelqu'un d'autre l'a prise.",
            .payment = {"En attente de votre paiement",
                        "La place vous reste réservée pendant ce temps."},
            .booking = {"Votre réservation est en cours de confirmation",
                        "Cela prend un instant. La place vous reste réservée."},
            .accepted = {"La place est à vous", "Votre place est confirmée."},
            .declined = {"Vous avez refusé cette offre",
                         "Merci de nous l'avoir dit : quelqu'un d'autre aura la place."},
            .withdrawn = {"Cette offre a été retirée",
                          "La place n'est plus disponible. Nous en sommes désolés."},
            .taken = {"Quelqu'un d'autre a cette place maintenant",
                      "L'offre qui vous était faite a été retirée. Nous en sommes désolés."},
            .none = {"Cette offre n'existe pas",
                     "Utilisez le lien du message le plus récent que vous avez reçu."},
            .held_until = "Elle vous est réservée jusqu'au {0}.",
            .time_left = "Temps restant",
            .claim = "Prendre la place",
            .decline = "Refuser",
            .over = {"Le temps est écoulé", "La place passe maintenant à la personne suivante."},
            .status = "Ma place sur la liste",
            .standing_rank = "Vous êtes toujours dans la file, à la place {0}.",
            .standing_band = "Vous êtes toujours dans la file, entre les places {0}.",
            .standing = "Vous êtes toujours dans la file.",
            .standing_offer = "Une autre offre vous attend sur votre page.",
            .standing_place = "Vous avez une place.",
            .standing_none = "Vous n'êtes plus sur cette liste.",
            .five_minutes = "Encore 5 minutes",
            .one_minute = "Encore 1 minute",
            .ten_seconds = "Encore 10 secondes",
        },
    .messages =
        {
            .dead_link = {"Ce lien ne fonctionne pas",
                          "Il a peut-être expiré, ou il en manque une partie. Une nouvelle "
                          "inscription avec la même adresse vous en envoie un autre."},
            .dead_unsubscribe = "Il a peut-être expiré, ou il en manque une partie. Notre message "
                                "le plus récent contient un lien qui fonctionne.",
            .no_list = "Cette liste n'existe pas. Demandez à la personne qui vous a donné le lien.",
            .nothing_here = "Il n'y a rien sous ce lien.",
            .bad_form = {"Nous n'avons pas pu lire le formulaire",
                         "Revenez en arrière et réessayez."},
            .unsubscribed = {"C'est fait", "Nous ne vous écrivons plus."},
        },
    .unsubscribe =
        {
            .title = "Vos messages",
            .stopped = "Vous avez arrêté nos messages. Sur une liste, vous gardez votre place, "
                       "mais nous ne vous prévenons pas quand c'est votre tour : regardez votre "
                       "page.",
            .start = "Recevoir de nouveau les messages",
            .stop_text = "Nous ne vous écrivons plus, ni pour cette liste ni pour les autres ici. "
                         "Vous gardez votre place. Vous pouvez revenir sur cette page et rétablir "
                         "les messages.",
            .stop = "Arrêter tous les messages",
            .needs_text = "Les SMS ont été arrêtés depuis votre téléphone. Pour les recevoir de "
                          "nouveau, envoyez START au numéro d'où ils venaient.",
            .leave_cancels = "Vous avez une place. Quitter la liste l'annule, et quelqu'un d'autre "
                             "l'aura, sans retour possible.",
            .leave_text = "Vous perdez votre place dans la file, sans retour possible.",
            .leave = "Quitter cette liste",
            .not_on_list = "Vous n'êtes plus sur cette liste.",
        },
};

}  // namespace standby::http
