// The pages in English.
#include "http/pages/words/words.hpp"

namespace standby::http {

constinit const PageWords english_page{
    .frame =
        {
            .language = "Language",
            .local_times = "All times are local: {0}",
            .what = "What",
            .when = "When",
            .how_long = "How long",
            .with_whom = "With",
            .where = "Where",
            .places = "Places",
            .people = "People",
            .price = "Price",
        },
    .rules =
        {
            .fifo = "First come, first served; members with priority first.",
            .score = "Whoever has more points comes first; with equal points, whoever joined "
                     "first. Members with priority come before all others.",
            .head_start = "First come, first served, and every point counts as if you had joined "
                          "{0} earlier. Members with priority come first.",
            .lottery = "Everybody who joins before {0} takes part in a draw that decides the "
                       "order. Whoever joins later comes after them, first come, first served.",
            .lottery_secret = "The draw can be checked: its secret is fixed already. Fingerprint "
                              "(SHA-256): {0}",
            .referral = "Each friend who joins through your link brings you {0} points, {1} at "
                        "most.",
            .window = "When it is your turn, we write to you and hold the place for {0}.",
            .quiet_hours = "We do not disturb you from {0} to {1}; that time does not count.",
            .quiet_hours_urgent = "From {0} to {1} we write only if it would otherwise be too "
                                  "late.",
            .miss_keep = "If you do not answer in time, you keep your place once; the next time "
                         "you go to the back of the line.",
            .miss_back = "If you do not answer in time, you go to the back of the line.",
            .miss_remove = "If you do not answer in time, you leave the list.",
            .misses_max = {"One offer without an answer takes you off the list.",
                           "{0} offers without an answer take you off the list."},
            .decline_keep = "If you say no, you keep your place once; the next time you go to the "
                            "back of the line.",
            .decline_back = "If you say no, you go to the back of the line.",
            .decline_remove = "If you say no, you leave the list.",
            .payment = "A place costs {0}, to be paid when you claim it.",
            .party_strict = "Groups are not passed over: places are collected until there are "
                            "enough for the group that is next.",
            .party_fit = {"If there is too little room for a group, smaller ones may go ahead of "
                          "it once.",
                          "If there is too little room for a group, smaller ones may go ahead of "
                          "it, at most {0} times."},
            .waves = "Places are given away in waves of up to {0}, with {1} between them.",
            .offers_max = {"One person is asked for each place; after that the house decides.",
                           "At most {0} people are asked for each place; after that the house "
                           "decides."},
            .cutoff = "Nothing is offered later than {0} before the start.",
            .verify = "You are in line once you have confirmed your e-mail address.",
            .reminder = "If you have not answered after {0}, we remind you once.",
            .waiting_max = {"The list holds one person.", "The list holds at most {0} people."},
            .band = "You see roughly where you stand, not the exact place.",
            .hidden = "Places in line are not shown.",
            .instant_yes = "You can say yes in advance; then the place is yours at once when it is "
                           "your turn.",
        },
    .join =
        {
            .eyebrow = "Waitlist",
            .nobody_waits = "Nobody is waiting yet.",
            .waiting = {"One person is waiting.", "{0} people are waiting."},
            .free = {"One place is free right now.", "{0} places are free right now."},
            .odds = "Of {0} people who waited here, {1} got a place.",
            .odds_within = "Of {0} people who waited here, {1} got a place, usually within {2}.",
            .odds_none = "Of {0} people who waited here, nobody has got a place so far.",
            .rules = "How it works",
            .rules_more = "All the rules",
            .closed = {"This list is closed",
                       "Nobody new can join it. If you are on it already, the link to your page "
                       "still works."},
            .paused = {"This list is taking a break",
                       "You can join and keep your place in line. No places are offered until it "
                       "goes on."},
            .full = {"This list is full",
                     "It takes nobody new at the moment. Please look in again later: as soon as "
                     "somebody leaves, you can join."},
            .invited = "A friend who is on this list invited you.",
            .form = "Join the list",
            .name = "Name",
            .contact = "How shall we reach you? One of the two is enough.",
            .email = "E-mail",
            .phone = "Phone",
            .phone_hint = "With country code, such as +44 20 7946 0000",
            .party_size = "How many people?",
            .service = "What would you like?",
            .staff = "With whom?",
            .any = "Leave empty if you do not mind.",
            .more_wishes = "When and with whom?",
            .dates = "Days",
            .earliest = "From",
            .latest = "Until",
            .times = "Times of the week",
            .times_hint = "Nothing ticked means: any time.",
            .morning = "Morning",
            .afternoon = "Afternoon",
            .evening = "Evening",
            .instant_yes = "Say yes for me",
            .instant_yes_hint = "The first place that fits my wishes is mine at once, without a "
                                "question. I can still give it back.",
            .notice = "But only with this much notice",
            .notice_any = "Any",
            .submit = "Join the list",
            .optional = "optional",
            .joined = {"You are on the list",
                       "Your own page shows where you stand. Keep its link, or wait for our "
                       "message."},
            .open_status = "Open my page",
            .known = {"You are on the list already",
                      "We have sent you the link to your place again."},
        },
    .errors =
        {
            .look = "Something is not right yet. Please look at the marked fields.",
            .contact_missing = "Please give an e-mail address or a phone number.",
            .contact_left = "An e-mail address or a phone number must remain.",
            .email = "This does not look like an e-mail address.",
            .phone = "Please write the number with its country code, such as +44 20 7946 0000.",
            .party_size = "Please write a number from 1 to {0}.",
            .date = "Please write a date such as 2026-11-15.",
            .dates_order = "The last day must not lie before the first.",
            .too_long = "This is too long.",
            .too_often = "Too many people joined from here just now. Please try again in a "
                         "minute.",
        },
    .notices =
        {
            .busy = "We are very busy right now. Please try again in a moment.",
            .refused = "That is not possible any more.",
            .list_full = "The list is full at the moment. Please try again later.",
            .list_closed = "This list is closed.",
            .entry_ended = "You are not on this list any more.",
            .already_claimed = "You have this place already.",
            .offer_expired = "The time for this offer is over.",
            .offer_declined = "You declined this offer.",
            .offer_withdrawn = "This offer was withdrawn.",
            .offer_confirming = "Your place is being confirmed.",
            .group_holds_place = "You have a place already.",
            .changed = "Your wishes are changed.",
            .left = "You left the list.",
            .stopped = "We stopped all messages to you.",
            .started = "We write to you again.",
        },
    .entry =
        {
            .unverified = {"Please confirm your e-mail address",
                           "We sent you a message with a link. You are in line once you have used "
                           "it."},
            .waiting = {"You are on the list", "You need not do anything now."},
            .offered = {"There is a place for you", "It is held for you for a short time."},
            .confirming = {"Your place is being confirmed", "It is held for you meanwhile."},
            .accepted = {"You have a place", "We look forward to seeing you."},
            .declined = {"You declined", "You are no longer on this list."},
            .expired = {"You are no longer on this list",
                        "An offer to you was not answered in time."},
            .left = {"You left the list", "You can join again at any time."},
            .cancelled = {"You gave your place back", "Thank you for telling us."},
            .attended = {"You were here", "Thank you for coming."},
            .no_show = {"We missed you", "Your place was given to somebody else."},
            .none = {"You are not on this list", "Please ask us if you think that this is wrong."},
            .next = "What happens next",
            .next_offer = "As soon as it is your turn, we write to you and hold the place for {0}. "
                          "You can also watch this page: the offer appears here by itself.",
            .next_verify = "Open the link in our message. It shows a button to confirm your "
                           "address.",
            .rank = "Your place in line",
            .band = "Your place in line is among",
            .hidden = "Places in line are not shown on this list.",
            .first = "You are next.",
            .ahead = {"One person is ahead of you.", "{0} people are ahead of you."},
            .draw = "The draw is on {0}. Until then nobody is ahead of anybody.",
            .position = "Number given when joining",
            .live = "This page keeps itself up to date.",
            .verify = "Confirm my e-mail address",
            .place = "Your place",
            .calendar = "Add to your calendar",
            .calendar_file = "Calendar file",
            .messages = "Messages to you",
            .share = "Invite friends",
            .share_text = "Friends can join this list with your link.",
            .share_points = "Each friend who joins through your link brings you {0} points, {1} at "
                            "most, and so moves you up.",
            .friends = {"One friend has joined.", "{0} friends have joined."},
            .share_link = "Your link",
            .share_button = "Share my link",
            .share_copied = "Copied",
            .share_scan = "Let them scan this code",
            .change = "Change my wishes",
            .save = "Save",
            .leave = "Leave the list",
            .leave_text = "You lose your place in line. This cannot be undone.",
            .give_back = "Give my place back",
            .give_back_text = "Somebody else gets it. This cannot be undone.",
            .give_back_sure = "Yes, give it back",
            .join_again = "Join again",
            .update = "Something has changed. Show it",
        },
    .offer =
        {
            .live = "A place is free for you",
            .expired = {"This offer has ended",
                        "It was not claimed in time, so the place went on to the next person."},
            .expired_taken = "It was not claimed in time, and somebody else has it now.",
            .payment = {"Waiting for your payment", "The place is held for you meanwhile."},
            .booking = {"Your booking is being confirmed",
                        "This takes a moment. The place is held for you meanwhile."},
            .accepted = {"It is yours", "Your place is booked. We look forward to seeing you."},
            .declined = {"You declined this offer",
                         "Thank you for telling us: somebody else gets it."},
            .withdrawn = {"This offer was withdrawn",
                          "The place is no longer available. We are sorry."},
            .taken = {"Somebody else has this place now",
                      "The offer to you was withdrawn. We are sorry."},
            .none = {"There is no such offer",
                     "Please use the link in the newest message that you got."},
            .held_until = "It is held for you until {0}.",
            .time_left = "Time left",
            .claim = "Claim it",
            .decline = "Decline",
            .over = {"The time is up", "The place goes to the next person now."},
            .status = "My place on the list",
            .standing_rank = "You are still in line, at place {0}.",
            .standing_band = "You are still in line, among places {0}.",
            .standing = "You are still in line.",
            .standing_offer = "There is another offer for you on your page.",
            .standing_place = "You have a place.",
            .standing_none = "You are no longer on this list.",
            .five_minutes = "5 minutes left",
            .one_minute = "1 minute left",
            .ten_seconds = "10 seconds left",
        },
    .messages =
        {
            .dead_link = {"This link does not work",
                          "It may have expired, or a part of it is missing. Joining again with "
                          "the same address sends you a new one."},
            .dead_unsubscribe = "It may have expired, or a part of it is missing. The newest "
                                "message from us has a link that works.",
            .no_list = "There is no such list. Ask whoever sent you the link.",
            .nothing_here = "There is nothing under this link.",
            .bad_form = {"That did not arrive as it should", "Please go back and try again."},
            .unsubscribed = {"Done", "We do not write to you any more."},
        },
    .unsubscribe =
        {
            .title = "Your messages",
            .stopped = "You stopped our messages. If you are on a list, you keep your place, but "
                       "you will not hear from us when it is your turn: look at your status page "
                       "for that.",
            .start = "Send me messages again",
            .stop_text = "We stop writing to you, about this list and all others here. You keep "
                         "your place. You can come back to this page and switch messages on "
                         "again.",
            .stop = "Stop all messages",
            .needs_text = "Text messages were stopped from your phone. To get them again, send "
                          "START to the number they came from.",
            .leave_cancels = "You have a place. Leaving the list cancels it, and somebody else "
                             "gets it. This cannot be undone.",
            .leave_text = "You lose your place in line. This cannot be undone.",
            .leave = "Leave this list",
            .not_on_list = "You are not on this list any more.",
        },
};

}  // namespace standby::http
