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
            .places = "Spots",
            .people = "People",
            .price = "Price",
        },
    .rules =
        {
            .fifo = "First come, first served.",
            .score = "Guests with more points come first. If points are equal, whoever joined "
                     "first does.",
            .head_start =
                "First come, first served, and every point counts as if you'd joined {0} earlier.",
            .lottery = "Everyone who joins before {0} takes part in a draw that decides the order. "
                       "Anyone who joins later comes after them, first come, first served.",
            .lottery_secret = "You can check the draw: its secret has already been fixed. "
                              "Fingerprint (SHA-256): {0}",
            .priority = "Guests with priority go ahead of everyone else.",
            .referral =
                "You get {0} points for each friend who joins through your link, up to {1}.",
            .window = "When it's your turn, we'll message you and hold your spot for {0}.",
            .quiet_hours = "We won't message you between {0} and {1}; your deadline pauses.",
            .quiet_hours_urgent =
                "Between {0} and {1} we'll only message you if it would be too late otherwise.",
            .miss_keep = "If you don't answer in time, you keep your place in line once; the next "
                         "time you go to the back.",
            .miss_back = "If you don't answer in time, you go to the back of the line.",
            .miss_remove = "If you don't answer in time, you're taken off the list.",
            .misses_max = {"After one offer without an answer, you're taken off the list.",
                           "After {0} offers without an answer, you're taken off the list."},
            .decline_keep = "If you decline, you keep your place in line once; the next time you "
                            "go to the back.",
            .decline_back = "If you decline, you go to the back of the line.",
            .decline_remove = "If you decline, you're taken off the list.",
            .payment = "A spot costs {0}. You pay when you claim it.",
            .party_strict = "Groups aren't skipped: we collect spots until there are enough for "
                            "the next group.",
            .party_fit =
                {"If there isn't enough room for a group, a smaller one may go ahead of it once.",
                 "If there isn't enough room for a group, smaller ones may go ahead of it up to "
                 "{0} times."},
            .waves = "Spots are released in waves of up to {0}, with {1} in between.",
            .offers_max = {"We ask one person about each spot; after that, we decide.",
                           "We ask up to {0} people about each spot; after that, we decide."},
            .cutoff = "The last offers go out {0} before the start.",
            .verify = "You're in line once you've confirmed your e-mail address.",
            .reminder = "If you haven't answered after {0}, we'll remind you once.",
            .waiting_max = {"The list holds one person.", "The list holds up to {0} people."},
            .band = "You'll see roughly where you are in line, not the exact number.",
            .hidden = "Places in line aren't shown.",
            .instant_yes = "You can have us book for you automatically when it's your turn.",
        },
    .join =
        {
            .eyebrow = "Waitlist",
            .nobody_waits = "Nobody's waiting yet.",
            .waiting = {"One person is waiting.", "{0} people are waiting."},
            .free = {"One spot is free right now.", "{0} spots are free right now."},
            .odds = "Of {0} people who waited here, {1} got a spot.",
            .odds_within = "Of {0} people who waited here, {1} got a spot, usually within {2}.",
            .odds_none = "Of {0} people who waited here, nobody has got a spot yet.",
            .rules = "How it works",
            .rules_more = "All the rules",
            .closed = {"This list is closed", "Nobody new can join. If you're already on it, the "
                                              "link to your page still works."},
            .paused = {"This list is paused", "You can join and keep your place in line. We'll "
                                              "make offers again when it resumes."},
            .full = {"This list is full",
                     "Please try again later: you can join as soon as someone leaves."},
            .invited = "A friend on this list invited you.",
            .form = "Join the list",
            .name = "Name",
            .contact = "How can we reach you? One is enough.",
            .email = "E-mail",
            .phone = "Phone",
            .phone_hint = "With country code, e.g. +44 20 7946 0000",
            .party_size = "How many people?",
            .service = "What would you like?",
            .staff = "With whom?",
            .any = "Leave empty if you don't mind.",
            .more_wishes = "When and with whom?",
            .dates = "Days",
            .earliest = "From",
            .latest = "To",
            .times = "Times of the week",
            .times_hint = "Tick nothing if any time works.",
            .morning = "Morning",
            .afternoon = "Afternoon",
            .evening = "Evening",
            .instant_yes = "Book me automatically",
            .instant_yes_hint =
                "We'll book the first spot that matches, without asking. You can still cancel.",
            .notice = "Only with at least this much notice",
            .notice_any = "Any",
            .submit = "Join the list",
            .optional = "optional",
            .joined =
                {"You're on the list",
                 "Your page shows where you are in line. Keep the link, or wait for our message."},
            .open_status = "Open my page",
            .known = {"You're already on the list", "We've sent you the link to your page again."},
        },
    .errors =
        {
            .look = "Please check the marked fields.",
            .contact_missing = "Please enter an e-mail address or a phone number.",
            .contact_left = "Please keep an e-mail address or a phone number.",
            .email = "This doesn't look like an e-mail address.",
            .phone = "Please include the country code, e.g. +44 20 7946 0000.",
            .party_size = "Please enter a number from 1 to {0}.",
            .date = "Please enter a date like 2026-11-15.",
            .dates_order = "The last day can't be before the first.",
            .too_long = "This is too long.",
            .too_often =
                "Too many people have just joined from here. Please try again in a minute.",
        },
    .notices =
        {
            .busy = "We're very busy right now. Please try again in a moment.",
            .refused = "That's no longer possible.",
            .list_full = "The list is full right now. Please try again later.",
            .list_closed = "This list is closed.",
            .entry_ended = "You're no longer on this list.",
            .already_claimed = "You already have this spot.",
            .offer_expired = "This offer has expired.",
            .offer_declined = "You declined this offer.",
            .offer_withdrawn = "This offer was withdrawn.",
            .offer_confirming = "Your spot is being confirmed.",
            .group_holds_place = "You already have a spot.",
            .changed = "Your preferences are saved.",
            .left = "You've left the list.",
            .stopped = "We've stopped all messages to you.",
            .started = "You'll get our messages again.",
        },
    .entry =
        {
            .unverified =
                {"Please confirm your e-mail address",
                 "We've sent you a message with a link. You're in line once you've used it."},
            .waiting = {"You're on the list", "There's nothing you need to do right now."},
            .offered = {"There's a spot for you", "We're holding it for you."},
            .confirming = {"Your spot is being confirmed", "We're holding it for you."},
            .accepted = {"You're booked", "Your spot is confirmed."},
            .declined = {"You declined", "You're no longer on this list."},
            .expired = {"You're no longer on this list", "You didn't answer an offer in time."},
            .left = {"You've left the list", "You can join again at any time."},
            .cancelled = {"Your booking is cancelled",
                          "If you didn't expect this, please get in touch."},
            .attended = {"You were here", "Thanks for coming."},
            .no_show = {"We missed you", "You didn't make it this time."},
            .none = {"You're not on this list", "Please ask us if you think this is wrong."},
            .next = "What happens next",
            .next_offer = "When it's your turn, we'll message you and hold your spot for {0}. You "
                          "can also keep this page open: the offer will appear here.",
            .next_verify = "Open the link in our message and confirm your address there.",
            .rank = "Your place in line",
            .band = "Your place in line is between",
            .hidden = "This list doesn't show places in line.",
            .first = "You're next.",
            .ahead = {"One person is ahead of you.", "{0} people are ahead of you."},
            .draw = "The draw is on {0}. Until then, nobody is ahead of anyone.",
            .live = "This page updates itself.",
            .verify = "Confirm my e-mail address",
            .place = "Your spot",
            .calendar = "Add to your calendar",
            .calendar_file = "Calendar file",
            .messages = "Messages to you",
            .share = "Invite friends",
            .share_text = "Friends can join this list with your link.",
            .share_points =
                "You move up by {0} points for each friend who joins through your link, up to {1}.",
            .friends = {"One friend has joined.", "{0} friends have joined."},
            .share_link = "Your link",
            .share_button = "Share my link",
            .share_copied = "Copied",
            .share_scan = "Show a QR code",
            .change = "Change my preferences",
            .save = "Save",
            .leave = "Leave the list",
            .leave_text = "You'll lose your place in line. This can't be undone.",
            .give_back = "Cancel my booking",
            .give_back_text = "Your spot goes to someone else. This can't be undone.",
            .give_back_sure = "Yes, cancel it",
            .join_again = "Join again",
            .update = "Something has changed. Show it",
        },
    .offer =
        {
            .live = "There's a spot for you",
            .expired = {"This offer has expired",
                        "It wasn't claimed in time, so the spot went to the next person."},
            .expired_taken = "It wasn't claimed in time, and someone else has the spot now.",
            .payment = {"Waiting for your payment", "We're holding the spot for you."},
            .booking = {"Your booking is being confirmed",
                        "This takes a moment. We're holding the spot for you."},
            .accepted = {"You're booked", "Your spot is confirmed."},
            .declined = {"You declined this offer",
                         "Thanks for letting us know. We'll offer it to someone else."},
            .withdrawn = {"This offer was withdrawn", "Sorry, the spot is no longer available."},
            .taken = {"Someone else has this spot now", "Sorry, the offer to you was withdrawn."},
            .none = {"This offer doesn't exist",
                     "Please use the link in our latest message to you."},
            .held_until = "We're holding it for you until {0}.",
            .time_left = "Time left",
            .claim = "Claim this spot",
            .decline = "Decline",
            .over = {"Time's up", "The spot now goes to the next person."},
            .status = "My page",
            .standing_rank = "You're still in line, at number {0}.",
            .standing_band = "You're still in line, between {0}.",
            .standing = "You're still in line.",
            .standing_offer = "There's another offer for you on your page.",
            .standing_place = "You have a spot.",
            .standing_none = "You're no longer on this list.",
            .five_minutes = "5 minutes left",
            .one_minute = "1 minute left",
            .ten_seconds = "10 seconds left",
        },
    .messages =
        {
            .dead_link = {"This link doesn't work",
                          "It may have expired or be incomplete. Join again with the same address "
                          "and we'll send you a new one."},
            .dead_unsubscribe =
                "It may have expired or be incomplete. Our latest message has a link that works.",
            .no_list = "This list doesn't exist. Please ask whoever sent you the link.",
            .nothing_here = "There's nothing at this link.",
            .bad_form = {"We couldn't read the form", "Please go back and try again."},
            .unsubscribed = {"Done", "You won't get any more messages from us."},
        },
    .unsubscribe =
        {
            .title = "Your messages",
            .stopped = "You've stopped our messages. You keep your place in line, but won't hear "
                       "when it's your turn: check your page instead.",
            .start = "Send me messages again",
            .stop_text = "Stop all messages? You keep your place in line but won't hear when it's "
                         "your turn. You can turn messages back on here.",
            .stop = "Stop all messages",
            .needs_text = "You stopped text messages from your phone. To get them again, text "
                          "START to the number they came from.",
            .leave_cancels = "You have a spot. Leaving the list cancels it, and someone else gets "
                             "it. This can't be undone.",
            .leave_text = "You'll lose your place in line. This can't be undone.",
            .leave = "Leave this list",
            .not_on_list = "You're no longer on this list.",
        },
};

}  // namespace standby::http
