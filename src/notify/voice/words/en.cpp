// Standby's words in English.
#include "notify/voice/words/words.hpp"

namespace standby::notify {
namespace {

using engine::MessageKind;
constexpr auto mail = engine::Channel::Mail;
constexpr auto sms = engine::Channel::Sms;

constexpr ReasonWords reasons[] = {
    {"max_offers", "as many people were asked as the rules allow, and nobody took it"},
    {"cutoff", "it begins too soon to ask anybody else"},
    {"list_exhausted", "everybody who fits was asked, and nobody took it"},
    {"nobody_eligible", "it suits nobody who is waiting"},
    {"withdrawn", "it was withdrawn"},
    {"rules_changed", "the rules of the list were changed"},
    {"capacity_changed", "the number of places was changed"},
};

constexpr Wording wordings[] = {
    {MessageKind::Waitlisted, mail, "You are on the list: {{what}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "You are on the waitlist for {{what}}.{{#rank}} Your place in line: {{rank}}.{{/rank}}\n"
     "\n"
     "As soon as something comes free for you, we will write. You can see where you stand, or "
     "leave the list, at any time.",
     "See my place"},
    {MessageKind::Waitlisted, sms, "",
     "{{house}}: You are on the list for {{what}}.{{#rank}} Your place: {{rank}}.{{/rank}} "
     "{{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Verify, mail, "Please confirm your address",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Somebody, probably you, asked for a place on the waitlist for {{what}}. Please confirm "
     "that this address is yours; only then are you on the list.\n"
     "\n"
     "If it was not you, do nothing. You will not hear from us again.",
     "Confirm my address"},
    {MessageKind::Verify, sms, "",
     "{{house}}: Please confirm that you want to be on the list for {{what}}: {{link}} If it "
     "was not you, ignore this.",
     ""},

    {MessageKind::Confirmed, mail, "Confirmed: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "It is yours:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}{{#party_size}}, for {{party_size}} "
     "people{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "We look forward to seeing you. If you cannot come, please cancel in time, so that "
     "somebody else can.",
     "See or cancel"},
    {MessageKind::Confirmed, sms, "",
     "{{house}}: Confirmed. {{what}}{{#staff}} with {{staff}}{{/staff}}{{#when}}, "
     "{{when}}{{/when}}. See or cancel: {{link}}",
     ""},

    {MessageKind::Offer, mail, "A place for you: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Good news, a place has come free for you:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}{{#party_size}}, for {{party_size}} "
     "people{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "It is held for you until {{deadline}}{{#time_left}} ({{time_left}}){{/time_left}}. "
     "After that it goes to the next person.\n"
     "{{/deadline}}\n"
     "{{^deadline}}\n"
     "If you do not answer, it goes to the next person.\n"
     "{{/deadline}}",
     "Take the place"},
    {MessageKind::Offer, sms, "",
     "{{house}}: {{what}}{{#when}}, {{when}}{{/when}} is free.{{#deadline}} Yours until "
     "{{deadline}}, then the next person's:{{/deadline}} {{link}}{{#answer_hint}} "
     "{{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Reminder, mail, "Still free for you: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "This place is still held for you, and we have no answer yet:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}{{#party_size}}, for {{party_size}} "
     "people{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Please answer by {{deadline}}{{#time_left}} ({{time_left}} left){{/time_left}}. After "
     "that it goes to the next person.\n"
     "{{/deadline}}\n"
     "{{^deadline}}\n"
     "If you do not answer, it goes to the next person.\n"
     "{{/deadline}}",
     "Take the place"},
    {MessageKind::Reminder, sms, "",
     "{{house}}: {{what}}{{#when}}, {{when}}{{/when}} is still held for you{{#deadline}} "
     "until {{deadline}}, then it goes to the next person{{/deadline}}: "
     "{{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Expired, mail, "The time to answer is over: {{what}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "We had no answer in time, so {{what}}{{#when}}, {{when}}{{/when}} has gone to the next "
     "person.\n"
     "\n"
     "You can see on your page whether you are still in line.",
     "See my place"},
    {MessageKind::Expired, sms, "",
     "{{house}}: We had no answer in time, so {{what}}{{#when}}, {{when}}{{/when}} has gone "
     "to the next person. Your place: {{link}}",
     ""},

    {MessageKind::Taken, mail, "No longer free: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "We are sorry: {{what}}{{#when}}, {{when}}{{/when}} is no longer free. Nothing is left "
     "for you to do.\n"
     "\nYour page tells where you stand. If you are still in line, we will write when "
     "something else comes free.",
     "See my place"},
    {MessageKind::Taken, sms, "",
     "{{house}}: Sorry, {{what}}{{#when}}, {{when}}{{/when}} is no longer free. Your place in "
     "line: {{link}}",
     ""},

    {MessageKind::Cancelled, mail, "Cancelled: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Your place is cancelled: {{what}}{{#when}}, {{when}}{{/when}}.\n"
     "\n"
     "If you did not expect this, please get in touch with us.",
     "See the details"},
    {MessageKind::Cancelled, sms, "",
     "{{house}}: Cancelled: {{what}}{{#when}}, {{when}}{{/when}}. Details: {{link}}", ""},

    {MessageKind::StatusLink, mail, "Your place on the list: {{what}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "You are already on the list for {{what}}. This is the way to your page.\n"
     "\n"
     "If you did not ask for it, do nothing: only you have this link.",
     "See my place"},
    {MessageKind::StatusLink, sms, "",
     "{{house}}: You are already on the list for {{what}}. Your page: {{link}}", ""},

    {MessageKind::MoveUp, mail, "Something earlier for you: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "You have a place, and now an earlier one has come free:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}{{#party_size}}, for {{party_size}} "
     "people{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "It is held for you until {{deadline}}{{#time_left}} ({{time_left}}){{/time_left}}. "
     "After that it goes to the next person.\n"
     "{{/deadline}}\n"
     "If you take it, we release your later one. If not, you keep what you have.",
     "Take the earlier one"},
    {MessageKind::MoveUp, sms, "",
     "{{house}}: Earlier place: {{what}}{{#when}}, {{when}}{{/when}}. Swap{{#deadline}} by "
     "{{deadline}}, then it is the next person's{{/deadline}}: {{link}}{{#answer_hint}} "
     "{{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::EventReminder, mail, "See you soon: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "A short reminder of your place:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}{{#party_size}}, for {{party_size}} "
     "people{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "\n"
     "If you cannot come, please cancel now, so that somebody else can.",
     "See or cancel"},
    {MessageKind::EventReminder, sms, "",
     "{{house}}: See you soon! {{what}}{{#when}}, {{when}}{{/when}}{{#place}}, "
     "{{place}}{{/place}}. See or cancel: {{link}}",
     ""},

    {MessageKind::HandedBack, mail, "Free again: {{what}}{{#when}}, {{when}}{{/when}}",
     "The waitlist could not fill this place, so it is in your hands again:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "{{#reason}}\n"
     "Why: {{reason}}.\n"
     "{{/reason}}",
     "Open the list"},
    {MessageKind::NobodyFits, mail, "Nobody fits: {{what}}{{#when}}, {{when}}{{/when}}",
     "This place is free, and nobody on the list fits it at the moment:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "It stays open: if somebody who fits joins in time, they are asked at once. You can also "
     "give it away yourself.",
     "Open the list"},
    {MessageKind::MonthlySummary, mail, "Your waitlist in {{month}}",
     "This was {{month}} at {{house}}.\n"
     "\n"
     "Places that came free: {{freed}}\n"
     "Filled from the list: {{filled}}{{#fill_rate}} ({{fill_rate}}){{/fill_rate}}\n"
     "Offers: {{offers}}\n"
     "Of these accepted: {{accepted}}\n"
     "People who joined: {{joined}}\n"
     "\n"
     "{{#time_to_fill}}\n"
     "Half of the places were filled within {{time_to_fill}}.\n"
     "{{/time_to_fill}}\n"
     "{{#recovered}}\n"
     "Worth of the places that were filled: {{recovered}}\n"
     "{{/recovered}}",
     "Open Standby"},

    {MessageKind::ReplyClaimed, sms, "",
     "{{house}}: It is yours! {{what}}{{#when}}, {{when}}{{/when}}. See or cancel: {{link}}", ""},
    {MessageKind::ReplyDeclined, sms, "",
     "{{house}}: Thank you, we will ask the next person. Your page: {{link}}", ""},
    {MessageKind::ReplyEnded, sms, "",
     "{{house}}: Sorry, this offer has ended. Your page: {{link}}", ""},
    {MessageKind::ReplyNothing, sms, "",
     "{{house}}: There is no open offer for you right now. We will write when there is one. "
     "HELP for help, STOP to end.",
     ""},
    {MessageKind::ReplyHelp, sms, "",
     "{{house}}: Waitlist messages. To an offer reply 1 for yes or 9 for no. Reply STOP to "
     "end all messages.{{#link}} Your page: {{link}}{{/link}}",
     ""},
    {MessageKind::ReplyStopped, sms, "",
     "{{house}}: You are unsubscribed and will receive no more messages. Reply START to come "
     "back.",
     ""},
    {MessageKind::ReplyStarted, sms, "",
     "{{house}}: Welcome back. You will receive messages about your waitlists again. HELP for "
     "help, STOP to end.",
     ""},
};

}  // namespace

constinit const Words english_words{
    .places = {"place", "places"},
    .answer_yes_no = "Reply 1 = yes, 9 = no.",
    .answer_stop = "Reply STOP for no more texts.",
    .reasons = reasons,
    .mail =
        {
            .add_to_calendar = "Add to your calendar",
            .see_or_leave = "See your place or leave this list",
            .stop_all = "Stop all messages from us",
            .colon = ": ",
        },
    .wordings = wordings,
};

}  // namespace standby::notify
