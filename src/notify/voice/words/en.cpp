// Standby's words in English.
#include "notify/voice/words/words.hpp"

namespace standby::notify {
namespace {

using engine::MessageKind;
constexpr auto mail = engine::Channel::Mail;
constexpr auto sms = engine::Channel::Sms;

constexpr ReasonWords reasons[] = {
    {"max_offers", "the maximum number of people were asked, and nobody claimed it"},
    {"cutoff", "there's no time left to ask anyone else"},
    {"list_exhausted", "everyone who matches was asked, and nobody claimed it"},
    {"nobody_eligible", "nobody waiting matches it"},
    {"withdrawn", "it was withdrawn"},
    {"rules_changed", "the list's rules changed"},
    {"capacity_changed", "the capacity changed"},
};

constexpr Wording wordings[] = {
    {MessageKind::Waitlisted, mail, "You're on the list: {{what}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "You're on the waitlist for {{what}}.{{#rank}} Your place in line: {{rank}}.{{/rank}}\n"
     "\n"
     "We'll let you know as soon as a spot opens up. You can check your place in line or leave the "
     "list at any time.",
     "Open my page"},
    {MessageKind::Waitlisted, sms, "",
     "{{house}}: You're on the list for {{what}}.{{#rank}} Your place in line: "
     "{{rank}}.{{/rank}} "
     "{{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Verify, mail, "Please confirm your e-mail address",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Please confirm your address to join the waitlist for {{what}}. You're not in line until you "
     "do.\n"
     "\n"
     "If this wasn't you, ignore this message. You won't hear from us again.",
     "Confirm my address"},
    {MessageKind::Verify, sms, "",
     "{{house}}: Please confirm to join the list for {{what}}: {{link}} If this wasn't you, "
     "ignore it.",
     ""},

    {MessageKind::Confirmed, mail, "Confirmed: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "You're booked:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}{{#party_size}}, for {{party_size}} "
     "people{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "If you can't make it, please cancel in time so someone else can come.",
     "See or cancel"},
    {MessageKind::Confirmed, sms, "",
     "{{house}}: Confirmed. {{what}}{{#staff}} with {{staff}}{{/staff}}{{#when}}, "
     "{{when}}{{/when}}. See or cancel: {{link}}",
     ""},

    {MessageKind::Offer, mail, "A spot for you: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Good news: a spot has opened up for you.\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}{{#party_size}}, for {{party_size}} "
     "people{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "We're holding it for you until {{deadline}}{{#time_left}} ({{time_left}}){{/time_left}}. "
     "After that it goes to the next person.\n"
     "{{/deadline}}\n"
     "{{^deadline}}\n"
     "If you don't answer, it goes to the next person.\n"
     "{{/deadline}}",
     "Claim this spot"},
    {MessageKind::Offer, sms, "",
     "{{house}}: {{what}}{{#when}}, {{when}}{{/when}} is free. Claim it{{#deadline}} by "
     "{{deadline}}{{/deadline}}: {{link}}{{#answer_hint}} "
     "{{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Reminder, mail,
     "Still waiting for your answer: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "We're still holding this spot for you:\n"
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
     "If you don't answer, it goes to the next person.\n"
     "{{/deadline}}",
     "Claim this spot"},
    {MessageKind::Reminder, sms, "",
     "{{house}}: We're still holding {{what}}{{#when}}, {{when}}{{/when}} for you. Claim "
     "it{{#deadline}} by {{deadline}}{{/deadline}}: "
     "{{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Expired, mail, "Your offer has expired: {{what}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "We didn't hear from you in time, so {{what}}{{#when}}, {{when}}{{/when}} has gone to the "
     "next person.\n"
     "\n"
     "Your page shows whether you're still in line.",
     "Open my page"},
    {MessageKind::Expired, sms, "",
     "{{house}}: Your offer has expired, and {{what}}{{#when}}, {{when}}{{/when}} has gone to the "
     "next person. Your page: {{link}}",
     ""},

    {MessageKind::Taken, mail, "No longer available: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Sorry, {{what}}{{#when}}, {{when}}{{/when}} is no longer available. There's nothing you "
     "need to do.\n"
     "\nIf you're still in line, we'll let you know when another spot opens up.",
     "Open my page"},
    {MessageKind::Taken, sms, "",
     "{{house}}: Sorry, {{what}}{{#when}}, {{when}}{{/when}} is no longer available. Your page: "
     "{{link}}",
     ""},

    {MessageKind::Cancelled, mail, "Cancelled: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Your booking is cancelled: {{what}}{{#when}}, {{when}}{{/when}}.\n"
     "\n"
     "If you didn't expect this, please get in touch.",
     "See the details"},
    {MessageKind::Cancelled, sms, "",
     "{{house}}: Cancelled: {{what}}{{#when}}, {{when}}{{/when}}. Details: {{link}}", ""},

    {MessageKind::StatusLink, mail, "Your waitlist page: {{what}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "You're already on the list for {{what}}. Here's the link to your page.\n"
     "\n"
     "If you didn't ask for it, ignore this message. Only you have this link.",
     "Open my page"},
    {MessageKind::StatusLink, sms, "",
     "{{house}}: You're already on the list for {{what}}. Your page: {{link}}", ""},

    {MessageKind::MoveUp, mail, "An earlier spot for you: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "You're already booked, and now an earlier spot has opened up:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}{{#party_size}}, for {{party_size}} "
     "people{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "We're holding it for you until {{deadline}}{{#time_left}} ({{time_left}}){{/time_left}}. "
     "After that it goes to the next person.\n"
     "{{/deadline}}\n"
     "If you claim it, we'll release your later one. If not, you keep what you have.",
     "Claim the earlier spot"},
    {MessageKind::MoveUp, sms, "",
     "{{house}}: Earlier spot: {{what}}{{#when}}, {{when}}{{/when}}. Swap{{#deadline}} by "
     "{{deadline}}{{/deadline}}: {{link}}{{#answer_hint}} "
     "{{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::EventReminder, mail, "See you soon: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hello{{#name}} {{name}}{{/name}},\n"
     "\n"
     "A quick reminder of your booking:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}{{#party_size}}, for {{party_size}} "
     "people{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "\n"
     "If you can't make it, please cancel now so someone else can come.",
     "See or cancel"},
    {MessageKind::EventReminder, sms, "",
     "{{house}}: See you soon! {{what}}{{#when}}, {{when}}{{/when}}{{#place}}, "
     "{{place}}{{/place}}. See or cancel: {{link}}",
     ""},

    {MessageKind::HandedBack, mail, "Returned to you: {{what}}{{#when}}, {{when}}{{/when}}",
     "The waitlist couldn't fill this spot, so it's back with you:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "{{#reason}}\n"
     "Why: {{reason}}.\n"
     "{{/reason}}",
     "Open the list"},
    {MessageKind::NobodyFits, mail, "No match: {{what}}{{#when}}, {{when}}{{/when}}",
     "This spot is free, and nobody on the list matches it right now:\n"
     "\n"
     "{{what}}{{#staff}} with {{staff}}{{/staff}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "It stays open: if someone who matches joins in time, they'll be asked at once. You can also "
     "fill it yourself.",
     "Open the list"},
    {MessageKind::MonthlySummary, mail, "Your waitlist in {{month}}",
     "Here's {{month}} at {{house}}.\n"
     "\n"
     "Spots freed: {{freed}}\n"
     "Filled from the waitlist: {{filled}}{{#fill_rate}} ({{fill_rate}}){{/fill_rate}}\n"
     "Offers made: {{offers}}\n"
     "Offers accepted: {{accepted}}\n"
     "People who joined: {{joined}}\n"
     "\n"
     "{{#time_to_fill}}\n"
     "Half of the spots were filled within {{time_to_fill}}.\n"
     "{{/time_to_fill}}\n"
     "{{#recovered}}\n"
     "Value of the spots filled: {{recovered}}\n"
     "{{/recovered}}",
     "Open Standby"},

    {MessageKind::ReplyClaimed, sms, "",
     "{{house}}: You're booked! {{what}}{{#when}}, {{when}}{{/when}}. See or cancel: {{link}}", ""},
    {MessageKind::ReplyDeclined, sms, "",
     "{{house}}: Thanks, we'll ask the next person. Your page: {{link}}", ""},
    {MessageKind::ReplyEnded, sms, "",
     "{{house}}: Sorry, this offer has expired. Your page: {{link}}", ""},
    {MessageKind::ReplyNothing, sms, "",
     "{{house}}: There's no open offer for you right now. We'll text you when there is. HELP for "
     "help, STOP to end.",
     ""},
    {MessageKind::ReplyHelp, sms, "",
     "{{house}}: Waitlist messages. Reply to an offer with 1 for yes or 9 for no. Reply "
     "STOP to end all messages.{{#link}} Your page: {{link}}{{/link}}",
     ""},
    {MessageKind::ReplyStopped, sms, "",
     "{{house}}: You're unsubscribed and won't get any more messages. Reply START to come "
     "back.",
     ""},
    {MessageKind::ReplyStarted, sms, "",
     "{{house}}: Welcome back. You'll get messages about your waitlists again. HELP for help, "
     "STOP to end.",
     ""},
};

}  // namespace

constinit const Words english_words{
    .places = {"spot", "spots"},
    .answer_yes_no = "Reply 1 = yes, 9 = no.",
    .answer_stop = "Reply STOP for no more texts.",
    .reasons = reasons,
    .mail =
        {
            .add_to_calendar = "Add to your calendar",
            .see_or_leave = "Check your place in line or leave this list",
            .stop_all = "Stop all messages from us",
            .colon = ": ",
        },
    .wordings = wordings,
};

}  // namespace standby::notify
