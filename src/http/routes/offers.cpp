// Offers: looking at one, answering it, and reports about its message, booking or payment.
#include "core/state/resource_state.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/offer_body.hpp"
#include "http/api/offer_json.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"

#include <utility>

namespace standby::http {
namespace {

std::string offer_text(const OfferFacts& facts, const std::optional<OpeningFacts>& opening,
                       Viewer viewer) {
    std::string body;
    JsonWriter writer{body};
    write_offer(writer, facts, opening ? &*opening : nullptr, viewer);
    return body;
}

}  // namespace

void ApiRoutes::get_offer(const CallPtr& call) {
    with_offer_of_guest(call, [this, call] {
        with_offer(call, [this, call](const OfferFacts& facts,
                                      const std::optional<OpeningFacts>& opening) {
            finish(call, 200, offer_text(facts, opening, viewer_of(*call)));
        });
    });
}

// The memory forgets an offer that has ended, so its last facts are taken before the command.
void ApiRoutes::command_offer(const CallPtr& call, core::Command command) {
    with_offer_of_guest(call, [this, call, command = std::move(command)] {
        with_offer(call, [this, call, command](const OfferFacts& before,
                                               const std::optional<OpeningFacts>& opening) {
            const Viewer viewer = viewer_of(*call);
            const core::OfferNumber number{core::number_of(call->offer)};
            submit(call, command,
                   [before, opening, viewer, number](const core::ResourceState& state,
                                                     const core::Outcome&) {
                       const auto now = offer_facts(state, number);
                       OfferFacts facts = now && now->complete ? *now : before;
                       facts.state = now ? now->state : before.state;
                       facts.awaiting =
                           now && now->complete ? now->awaiting : core::Awaiting::Nothing;
                       auto slot = opening;
                       if (const auto live =
                               slot ? opening_facts(state, facts.opening) : std::nullopt) {
                           slot->state = live->state;
                       }
                       return engine::Answer{200, offer_text(facts, slot, viewer)};
                   });
        });
    });
}

void ApiRoutes::answer_offer(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    const core::OfferNumber offer{core::number_of(call->offer)};
    if (call->route->name == RouteName::AcceptOffer) {
        command_offer(call, core::Accept{.offer = offer});
    } else {
        command_offer(call, core::Decline{.offer = offer});
    }
}

void ApiRoutes::extend_offer(const CallPtr& call) {
    const auto body = parse_extend(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    command_offer(call, core::ExtendOffer{.offer = core::OfferNumber{core::number_of(call->offer)},
                                          .until = body->until});
}

void ApiRoutes::report_on_offer(const CallPtr& call) {
    const core::OfferNumber offer{core::number_of(call->offer)};
    const auto report = [&]() -> Result<core::Command, Problem> {
        switch (call->route->name) {
        case RouteName::ReportSent: {
            const SentBody body = TRY(parse_sent(call->request.body));
            return core::ReportSent{.offer = offer, .sent_at = body.sent_at.value_or(call->now)};
        }
        case RouteName::ReportUndeliverable:
            return core::ReportUndeliverable{.offer = offer,
                                             .cause = TRY(parse_undeliverable(call->request.body))};
        case RouteName::ReportBooking:
            return core::ReportBooking{.offer = offer,
                                       .outcome = TRY(parse_booking(call->request.body))};
        default:
            return core::ReportPayment{.offer = offer,
                                       .outcome = TRY(parse_payment(call->request.body))};
        }
    }();
    if (!report) {
        call->send_problem(report.error());
        return;
    }
    command_offer(call, *report);
}

}  // namespace standby::http
