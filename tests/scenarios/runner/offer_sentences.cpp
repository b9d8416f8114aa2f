// Sentences about an offer: the guest's answer, the message that carries it, payment and booking.
// They mean the last offer the person got, be it live or long gone.
#include "tests/scenarios/runner/sentences.hpp"

#include <utility>

namespace standby::scenarios {
namespace {

Done about_offer(Stage& stage, const char* command, WordSpan who, Fields fields = {}) {
    stage.submit(command, TRY(stage.cast.offer_of(read_name(who))), std::move(fields));
    return {};
}

Sentences answers() {
    return {
        {Pattern("{who} claims"),
         [](Stage& stage, const Captures& b) { return about_offer(stage, "accept", b[0]); }},
        {Pattern("{who} declines"),
         [](Stage& stage, const Captures& b) { return about_offer(stage, "decline", b[0]); }},
        {Pattern("{who} says yes late"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "late_yes", b[0], {{"wanted", "true"}});
         }},
        {Pattern("{who} takes the late yes back"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "late_yes", b[0], {{"wanted", "false"}});
         }},
        {Pattern("{whose} offer is extended until {moment}"),
         [](Stage& stage, const Captures& b) -> Done {
             const Time until = TRY(stage.calendar.moment(b[1]));
             return about_offer(stage, "extend", b[0], {{"until", format_time(until)}});
         }},
    };
}

Sentences messages() {
    return {
        {Pattern("{whose} message goes out"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "sent", b[0],
                                {{"sent_at", format_time(stage.calendar.now())}});
         }},
        {Pattern("{whose} message went out at {moment}"),
         [](Stage& stage, const Captures& b) -> Done {
             const Time sent = TRY(stage.calendar.moment(b[1]));
             return about_offer(stage, "sent", b[0], {{"sent_at", format_time(sent)}});
         }},
        {Pattern("{whose} message bounces"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "undeliverable", b[0], {{"cause", "bounced"}});
         }},
        {Pattern("{whose} message isn't taken for now"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "undeliverable", b[0], {{"cause", "unsent"}});
         }},
        {Pattern("there is no way to reach {who}"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "undeliverable", b[0], {{"cause", "no_channel"}});
         }},
        {Pattern("{whose} message is blocked"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "undeliverable", b[0], {{"cause", "blocked"}});
         }},
    };
}

Sentences outside_systems() {
    return {
        {Pattern("{who} pays"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "payment", b[0], {{"outcome", "succeeded"}});
         }},
        {Pattern("{whose} payment fails"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "payment", b[0], {{"outcome", "failed"}});
         }},
        {Pattern("{whose} booking is confirmed"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "booking", b[0], {{"outcome", "confirmed"}});
         }},
        {Pattern("{whose} booking meets a conflict"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "booking", b[0], {{"outcome", "conflict"}});
         }},
        {Pattern("{whose} booking is unavailable"),
         [](Stage& stage, const Captures& b) {
             return about_offer(stage, "booking", b[0], {{"outcome", "unavailable"}});
         }},
    };
}

}  // namespace

const Sentences& offer_sentences() {
    static const Sentences sentences = [] {
        Sentences all = answers();
        for (const Sentences& more : {messages(), outside_systems()}) {
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }();
    return sentences;
}

}  // namespace standby::scenarios
