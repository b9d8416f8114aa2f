// The pages in German. Guests are addressed formally.
#include "http/pages/words/words.hpp"

namespace standby::http {

constinit const PageWords german_page{
    .frame =
        {
            .language = "Sprache",
            .local_times = "Alle Zeiten sind Ortszeit: {0}",
            .what = "Was",
            .when = "Wann",
            .how_long = "Dauer",
            .with_whom = "Bei",
            .where = "Wo",
            .places = "Plätze",
            .people = "Personen",
            .price = "Preis",
        },
    .rules =
        {
            .fifo = "Wer zuerst kommt, ist zuerst dran.",
            .score = "Wer mehr Punkte hat, kommt zuerst; bei gleich vielen, wer früher da war.",
            .head_start = "Wer zuerst kommt, ist zuerst dran, und jeder Punkt zählt, als wären Sie "
                          "früher gekommen (je Punkt {0}).",
            .lottery = "Wer bis {0} dazukommt, nimmt an einer Verlosung teil, die die Reihenfolge "
                       "bestimmt. Wer später kommt, steht dahinter, in der Reihenfolge der "
                       "Anmeldung.",
            .lottery_secret = "Die Verlosung lässt sich nachprüfen: Ihr Geheimnis steht schon "
                              "fest. Fingerabdruck (SHA-256): {0}",
            .priority = "Wer Vorrang hat, kommt vor allen anderen.",
            .referral = "Jede Person, die über Ihren Link dazukommt, bringt Ihnen {0} Punkte, "
                        "höchstens {1}.",
            .window = "Wenn Sie an der Reihe sind, schreiben wir Ihnen und halten den Platz frei. "
                      "Zeit zum Antworten: {0}.",
            .quiet_hours =
                "Von {0} bis {1} Uhr schreiben wir Ihnen nicht; Ihre Frist ruht so lange.",
            .quiet_hours_urgent = "Von {0} bis {1} Uhr schreiben wir nur, wenn es sonst zu spät "
                                  "wäre.",
            .miss_keep = "Antworten Sie nicht rechtzeitig, behalten Sie Ihren Platz einmal; beim "
                         "nächsten Mal rücken Sie ans Ende.",
            .miss_back = "Antworten Sie nicht rechtzeitig, rücken Sie ans Ende der Reihe.",
            .miss_remove = "Antworten Sie nicht rechtzeitig, verlassen Sie die Liste.",
            .misses_max = {"Nach einem Angebot ohne Antwort stehen Sie nicht mehr auf der Liste.",
                           "Nach {0} Angeboten ohne Antwort stehen Sie nicht mehr auf der Liste."},
            .decline_keep = "Lehnen Sie ab, behalten Sie Ihren Platz einmal; beim nächsten Mal "
                            "rücken Sie ans Ende.",
            .decline_back = "Lehnen Sie ab, rücken Sie ans Ende der Reihe.",
            .decline_remove = "Lehnen Sie ab, verlassen Sie die Liste.",
            .payment = "Ein Platz kostet {0}, zu zahlen bei der Zusage.",
            .party_strict = "Gruppen werden nicht übergangen: Es werden Plätze gesammelt, bis sie "
                            "für die nächste Gruppe reichen.",
            .party_fit = {"Reicht der Platz für eine Gruppe nicht, darf eine kleinere einmal "
                          "vorgehen.",
                          "Reicht der Platz für eine Gruppe nicht, dürfen kleinere vorgehen, "
                          "höchstens {0}-mal."},
            .waves = "Plätze werden in Runden von bis zu {0} vergeben. Abstand: {1}.",
            .offers_max =
                {"Je Platz wird eine Person gefragt; danach entscheiden wir.",
                 "Je Platz werden höchstens {0} Personen gefragt; danach entscheiden wir."},
            .cutoff = "Ab {0} vor Beginn wird nichts mehr angeboten.",
            .verify = "Sie stehen in der Reihe, sobald Sie Ihre E-Mail-Adresse bestätigt haben.",
            .reminder = "Wenn Sie nicht antworten, erinnern wir Sie einmal. Frist bis dahin: {0}.",
            .waiting_max = {"Auf die Liste passt eine Person.",
                            "Auf die Liste passen höchstens {0} Personen."},
            .band = "Sie sehen ungefähr, wo Sie stehen, nicht den genauen Platz.",
            .hidden = "Plätze in der Reihe werden nicht angezeigt.",
            .instant_yes = "Sie können im Voraus zusagen; dann gehört der Platz sofort Ihnen, wenn "
                           "Sie an der Reihe sind.",
        },
    .join =
        {
            .eyebrow = "Warteliste",
            .nobody_waits = "Noch wartet niemand.",
            .waiting = {"Eine Person wartet.", "{0} Personen warten."},
            .free = {"Gerade ist ein Platz frei.", "Gerade sind {0} Plätze frei."},
            .odds = "Von {0} Personen, die hier gewartet haben, haben {1} einen Platz bekommen.",
            .odds_within = "Von {0} Personen, die hier gewartet haben, haben {1} einen Platz "
                           "bekommen. Übliche Wartezeit: höchstens {2}.",
            .odds_none =
                "Von {0} Personen, die hier gewartet haben, hat bisher niemand einen Platz "
                "bekommen.",
            .rules = "So geht es",
            .rules_more = "Alle Regeln",
            .closed = {"Diese Liste ist geschlossen",
                       "Neu dazukommen kann niemand mehr. Wenn Sie schon darauf stehen, "
                       "funktioniert der Link zu Ihrer Seite weiterhin."},
            .paused = {"Diese Liste macht eine Pause",
                       "Sie können sich eintragen und behalten Ihren Platz in der Reihe. Angebote "
                       "gibt es erst wieder, wenn es weitergeht."},
            .full = {"Diese Liste ist voll",
                     "Im Moment kann niemand dazukommen. Bitte schauen Sie später wieder vorbei: "
                     "Sobald jemand geht, können Sie sich eintragen."},
            .invited = "Jemand auf dieser Liste hat Sie eingeladen.",
            .form = "Auf die Liste setzen",
            .name = "Name",
            .contact = "Wie erreichen wir Sie? Eines von beiden genügt.",
            .email = "E-Mail",
            .phone = "Telefon",
            .phone_hint = "Mit Landesvorwahl, etwa +49 30 1234567",
            .party_size = "Wie viele Personen?",
            .service = "Was wünschen Sie?",
            .staff = "Bei wem?",
            .any = "Leer lassen, wenn es Ihnen gleich ist.",
            .more_wishes = "Wann und bei wem?",
            .dates = "Tage",
            .earliest = "Von",
            .latest = "Bis",
            .times = "Zeiten in der Woche",
            .times_hint = "Nichts angekreuzt heißt: jederzeit.",
            .morning = "Vormittag",
            .afternoon = "Nachmittag",
            .evening = "Abend",
            .instant_yes = "Automatisch zusagen",
            .instant_yes_hint = "Der erste Platz, der zu meinen Wünschen passt, gehört sofort mir, "
                                "ohne Rückfrage. Ich kann ihn trotzdem zurückgeben.",
            .notice = "Aber nur mit so viel Vorlauf",
            .notice_any = "Egal",
            .submit = "Auf die Liste",
            .optional = "freiwillig",
            .joined = {"Sie stehen auf der Liste",
                       "Ihre eigene Seite zeigt, wo Sie stehen. Behalten Sie den Link, oder warten "
                       "Sie auf unsere Nachricht."},
            .open_status = "Meine Seite öffnen",
            .known = {"Sie stehen schon auf der Liste",
                      "Wir haben Ihnen den Link zu Ihrem Platz noch einmal geschickt."},
        },
    .errors =
        {
            .look = "Etwas stimmt noch nicht. Bitte sehen Sie sich die markierten Felder an.",
            .contact_missing = "Bitte geben Sie eine E-Mail-Adresse oder eine Telefonnummer an.",
            .contact_left = "Eine E-Mail-Adresse oder eine Telefonnummer muss bleiben.",
            .email = "Das sieht nicht wie eine E-Mail-Adresse aus.",
            .phone = "Bitte schreiben Sie die Nummer mit Landesvorwahl, etwa +49 30 1234567.",
            .party_size = "Bitte geben Sie eine Zahl von 1 bis {0} an.",
            .date = "Bitte geben Sie ein Datum wie 2026-11-15 an.",
            .dates_order = "Der letzte Tag darf nicht vor dem ersten liegen.",
            .too_long = "Das ist zu lang.",
            .too_often = "Von hier haben sich gerade zu viele eingetragen. Bitte versuchen Sie es "
                         "in einer Minute wieder.",
        },
    .notices =
        {
            .busy = "Wir sind gerade sehr beschäftigt. Bitte versuchen Sie es gleich noch einmal.",
            .refused = "Das ist nicht mehr möglich.",
            .list_full = "Die Liste ist gerade voll. Bitte versuchen Sie es später wieder.",
            .list_closed = "Diese Liste ist geschlossen.",
            .entry_ended = "Sie stehen nicht mehr auf dieser Liste.",
            .already_claimed = "Sie haben diesen Platz schon.",
            .offer_expired = "Die Zeit für dieses Angebot ist abgelaufen.",
            .offer_declined = "Sie haben dieses Angebot abgelehnt.",
            .offer_withdrawn = "Dieses Angebot wurde zurückgezogen.",
            .offer_confirming = "Ihr Platz wird gerade bestätigt.",
            .group_holds_place = "Sie haben schon einen Platz.",
            .changed = "Ihre Wünsche sind geändert.",
            .left = "Sie haben die Liste verlassen.",
            .stopped = "Wir schicken Ihnen keine Nachrichten mehr.",
            .started = "Wir schreiben Ihnen wieder.",
        },
    .entry =
        {
            .unverified = {"Bitte bestätigen Sie Ihre E-Mail-Adresse",
                           "Wir haben Ihnen eine Nachricht mit einem Link geschickt. Sie stehen in "
                           "der Reihe, sobald Sie ihn benutzt haben."},
            .waiting = {"Sie stehen auf der Liste", "Sie brauchen jetzt nichts zu tun."},
            .offered = {"Es gibt einen Platz für Sie", "Er wird für Sie freigehalten."},
            .confirming = {"Ihr Platz wird bestätigt", "Er wird so lange für Sie freigehalten."},
            .accepted = {"Sie haben einen Platz", "Ihr Platz ist bestätigt."},
            .declined = {"Sie haben abgelehnt", "Sie stehen nicht mehr auf dieser Liste."},
            .expired = {"Sie stehen nicht mehr auf dieser Liste",
                        "Ein Angebot an Sie wurde nicht rechtzeitig beantwortet."},
            .left = {"Sie haben die Liste verlassen", "Sie können sich jederzeit neu eintragen."},
            .cancelled = {"Ihr Platz ist storniert",
                          "Wenn Sie das nicht erwartet haben, melden Sie sich bitte bei uns."},
            .attended = {"Sie waren da", "Danke für Ihren Besuch."},
            .no_show = {"Wir haben Sie vermisst", "Diesmal hat es nicht geklappt."},
            .none = {"Sie stehen nicht auf dieser Liste",
                     "Bitte fragen Sie uns, wenn Sie das für falsch halten."},
            .next = "Wie es weitergeht",
            .next_offer = "Sobald Sie an der Reihe sind, schreiben wir Ihnen und halten den Platz "
                          "frei. Zeit zum Antworten: {0}. Sie können auch diese Seite offen "
                          "lassen: Das Angebot erscheint hier von selbst.",
            .next_verify = "Öffnen Sie den Link in unserer Nachricht. Dort bestätigen Sie Ihre "
                           "Adresse mit einem Knopf.",
            .rank = "Ihr Platz in der Reihe",
            .band = "Ihr Platz in der Reihe liegt zwischen",
            .hidden = "Auf dieser Liste werden Plätze in der Reihe nicht angezeigt.",
            .first = "Sie sind als Nächstes dran.",
            .ahead = {"Eine Person ist vor Ihnen.", "{0} Personen sind vor Ihnen."},
            .draw = "Die Verlosung ist am {0}. Bis dahin steht niemand vor jemand anderem.",
            .live = "Diese Seite hält sich selbst aktuell.",
            .verify = "Meine E-Mail-Adresse bestätigen",
            .place = "Ihr Platz",
            .calendar = "In den Kalender eintragen",
            .calendar_file = "Kalenderdatei",
            .messages = "Nachrichten an Sie",
            .share = "Freunde einladen",
            .share_text = "Mit Ihrem Link kommen Freunde auf diese Liste.",
            .share_points = "Jede Person, die über Ihren Link dazukommt, bringt Ihnen {0} Punkte, "
                            "höchstens {1}, und damit einen besseren Platz.",
            .friends = {"Eine Person ist dazugekommen.", "{0} Personen sind dazugekommen."},
            .share_link = "Ihr Link",
            .share_button = "Meinen Link teilen",
            .share_copied = "Kopiert",
            .share_scan = "Diesen Code scannen lassen",
            .change = "Meine Wünsche ändern",
            .save = "Speichern",
            .leave = "Die Liste verlassen",
            .leave_text = "Sie verlieren Ihren Platz in der Reihe. Das lässt sich nicht rückgängig "
                          "machen.",
            .give_back = "Meinen Platz zurückgeben",
            .give_back_text = "Jemand anderes bekommt ihn. Das lässt sich nicht rückgängig machen.",
            .give_back_sure = "Ja, zurückgeben",
            .join_again = "Neu eintragen",
            .update = "Es hat sich etwas geändert. Anzeigen",
        },
    .offer =
        {
            .live = "Ein Platz ist frei für Sie",
            .expired = {"Dieses Angebot ist abgelaufen",
                        "Es kam keine Zusage in der Zeit, also ging der Platz an die nächste "
                        "Person."},
            .expired_taken = "Es kam keine Zusage in der Zeit; jetzt hat ihn jemand anderes.",
            .payment = {"Wir warten auf Ihre Zahlung",
                        "Der Platz wird so lange für Sie freigehalten."},
            .booking = {"Ihre Buchung wird bestätigt",
                        "Das dauert einen Moment. Der Platz wird so lange für Sie freigehalten."},
            .accepted = {"Der Platz gehört Ihnen", "Ihr Platz ist bestätigt."},
            .declined = {"Sie haben dieses Angebot abgelehnt",
                         "Danke, dass Sie uns Bescheid geben: Jemand anderes bekommt den Platz."},
            .withdrawn = {"Dieses Angebot wurde zurückgezogen",
                          "Den Platz gibt es nicht mehr. Das tut uns leid."},
            .taken = {"Diesen Platz hat jetzt jemand anderes",
                      "Das Angebot an Sie wurde zurückgezogen. Das tut uns leid."},
            .none = {"Dieses Angebot gibt es nicht",
                     "Bitte nehmen Sie den Link aus der neuesten Nachricht an Sie."},
            .held_until = "Er wird für Sie freigehalten bis {0}.",
            .time_left = "Noch",
            .claim = "Platz annehmen",
            .decline = "Ablehnen",
            .over = {"Die Zeit ist um", "Der Platz geht jetzt an die nächste Person."},
            .status = "Mein Platz auf der Liste",
            .standing_rank = "Sie stehen weiter in der Reihe, auf Platz {0}.",
            .standing_band = "Sie stehen weiter in der Reihe, zwischen Platz {0}.",
            .standing = "Sie stehen weiter in der Reihe.",
            .standing_offer = "Auf Ihrer Seite gibt es ein anderes Angebot für Sie.",
            .standing_place = "Sie haben einen Platz.",
            .standing_none = "Sie stehen nicht mehr auf dieser Liste.",
            .five_minutes = "Noch 5 Minuten",
            .one_minute = "Noch 1 Minute",
            .ten_seconds = "Noch 10 Sekunden",
        },
    .messages =
        {
            .dead_link = {"Dieser Link funktioniert nicht",
                          "Vielleicht ist er abgelaufen, oder es fehlt ein Stück. Wenn Sie sich "
                          "mit derselben Adresse noch einmal eintragen, bekommen Sie einen neuen."},
            .dead_unsubscribe = "Vielleicht ist er abgelaufen, oder es fehlt ein Stück. In unserer "
                                "neuesten Nachricht steht ein Link, der funktioniert.",
            .no_list = "Diese Liste gibt es nicht. Fragen Sie bitte, wer Ihnen den Link gegeben "
                       "hat.",
            .nothing_here = "Unter diesem Link gibt es nichts.",
            .bad_form = {"Wir konnten das Formular nicht lesen",
                         "Bitte gehen Sie zurück und versuchen Sie es noch einmal."},
            .unsubscribed = {"Erledigt", "Wir schreiben Ihnen nicht mehr."},
        },
    .unsubscribe =
        {
            .title = "Ihre Nachrichten",
            .stopped = "Sie haben unsere Nachrichten abbestellt. Auf Listen behalten Sie Ihren "
                       "Platz, aber Sie hören nicht von uns, wenn Sie an der Reihe sind: Sehen Sie "
                       "dafür auf Ihrer Seite nach.",
            .start = "Wieder Nachrichten schicken",
            .stop_text = "Wir schreiben Ihnen nicht mehr, zu dieser Liste und zu allen anderen "
                         "hier. Ihren Platz behalten Sie. Auf dieser Seite können Sie die "
                         "Nachrichten wieder einschalten.",
            .stop = "Alle Nachrichten abbestellen",
            .needs_text = "SMS wurden von Ihrem Telefon aus abbestellt. Um sie wieder zu bekommen, "
                          "senden Sie START an die Nummer, von der sie kamen.",
            .leave_cancels = "Sie haben einen Platz. Wenn Sie die Liste verlassen, geht er an "
                             "jemand anderen. Das lässt sich nicht rückgängig machen.",
            .leave_text = "Sie verlieren Ihren Platz in der Reihe. Das lässt sich nicht rückgängig "
                          "machen.",
            .leave = "Diese Liste verlassen",
            .not_on_list = "Sie stehen nicht mehr auf dieser Liste.",
        },
};

}  // namespace standby::http
