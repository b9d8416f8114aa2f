// Offers: looking at one, answering it, and reports about its message, booking or payment.
#include "core/state/resource_state.hpp"
#include "core/state/rows.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/offer_body.hpp"
#include "http/api/payment_body.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/wait_step.hpp"
#include "interchange/view/offer.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

std::string offer_text(const interchange::OfferFacts& facts,
                       const std::optional<interchange::OpeningFacts>& opening, Viewer viewer,
                       const engine::Payment* payment = nullptr) {
    return json_text([&](JsonWriter& writer) {
        interchange::write_offer(writer, facts, opening ? &*opening : nullptr, viewer, payment);
    });
}

// The newest payment for the offer; nothing where none was begun, and on lists without payments.
Task<Result<std::optional<engine::Payment>, Problem>> payment_of(Call& call) {
    const engine::PaymentDesk* desk = call.shared.services.payment_desk;
    if (desk == nullptr || !desk->has_payments(call.about.resource)) {
        co_return std::optional<engine::Payment>{};
    }
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.payments_for(call.about.offer); });
    const std::vector<engine::Payment> payments = CO_TRY(std::move(read));
    const auto newest = std::ranges::max_element(payments, {}, &engine::Payment::attempt);
    co_return newest == payments.end() ? std::optional<engine::Payment>{} : std::optional(*newest);
}

core::OfferNumber number_of_offer(const Call& call) {
    return core::OfferNumber{core::number_of(call.about.offer)};
}

// Whether the offer is the guest's own. The link of an offer and a key prove it by themselves; for
// the link of an entry it is looked up, apart from what follows: whose offer it is never changes.
Task<Result<void, Problem>> check_guest(Call& call) {
    if (call.caller || call.token->purpose == TokenPurpose::Offer) {
        co_return Result<void, Problem>{};
    }
    auto read = co_await call.read([&](engine::Store& store) {
        return store.row(engine::RowTable::Offers, call.about.resource,
                         core::number_of(call.about.offer));
    });
    const std::optional<engine::StoredRow> row = CO_TRY(std::move(read));
    const auto offer = row ? core::decode_offer_row(row->data) : std::unexpected(std::string{});
    if (!offer || core::entry_id(call.about.resource, offer->entry).value() != call.token->id) {
        co_return std::unexpected(nothing_here());
    }
    co_return Result<void, Problem>{};
}

// The offer as it is stored, which says whose it was and for which place: that never changes.
Task<Result<core::LateYes, Problem>> late_yes_of(Call& call, bool is_wanted) {
    auto checked = co_await check_guest(call);
    CO_TRY(checked);
    auto read = co_await call.read([&](engine::Store& store) {
        return store.row(engine::RowTable::Offers, call.about.resource,
                         core::number_of(call.about.offer));
    });
    const std::optional<engine::StoredRow> row = CO_TRY(std::move(read));
    const auto offer = row ? core::decode_offer_row(row->data) : std::unexpected(std::string{});
    if (!offer) {
        co_return std::unexpected(nothing_here());
    }
    co_return core::LateYes{.entry = offer->entry,
                            .offer = number_of_offer(call),
                            .opening = offer->opening,
                            .wanted = is_wanted};
}

// One trip to the shard. In the answer to the very command that ended the offer the memory still
// knows all of it; where it had ended before, the body stays empty and the stored row is shown.
Task<Answer> command_offer(Call& call, core::Command command) {
    auto checked = co_await check_guest(call);
    CO_TRY(checked);
    const Viewer viewer = call.viewer();
    Answer answer = co_await call.submit(
        std::move(command), [viewer, number = number_of_offer(call)](
                                const core::ResourceState& state, const core::Outcome&) {
            const auto facts = interchange::offer_facts(state, number);
            const bool has_opening = facts && facts->opening.value() != 0;
            const auto opening =
                has_opening ? interchange::opening_facts(state, facts->opening) : std::nullopt;
            if (!facts || !facts->complete || (opening && !opening->complete)) {
                return engine::Answer{200, {}};
            }
            return engine::Answer{200, offer_text(*facts, opening, viewer)};
        });
    if (!answer || !answer->body.empty()) {
        co_return answer;
    }
    auto found = co_await find_ended_offer(call);
    const FoundOffer stored = CO_TRY(std::move(found));
    answer->body = offer_text(stored.offer, stored.opening, viewer);
    co_return answer;
}

bool waits_for_payment(const Response& response) {
    return response.status == 200 &&
           response.body.find(R"("awaiting":"payment")") != std::string::npos;
}

// Charged in the same call, or the guest hears where to pay instead.
Task<Answer> accept_with_card(Call& call, engine::PaymentDesk& desk, const std::string& card) {
    using Outcome = engine::CardCharge::Outcome;
    auto checked = co_await check_guest(call);
    CO_TRY(checked);
    desk.prefer_card(call.about.offer, card);
    Answer answer = co_await command_offer(call, core::Accept{.offer = number_of_offer(call)});
    if (!answer || !waits_for_payment(*answer)) {
        desk.prefer_card(call.about.offer, {});
        co_return answer;
    }
    desk.hurry(call.about.offer);
    const auto charge =
        co_await WaitStep<engine::CardCharge>([&](std::function<void(engine::CardCharge)> done) {
            desk.await_charge(call.about.offer, std::move(done));
        });
    desk.prefer_card(call.about.offer, {});
    if (charge.outcome == Outcome::Refused) {
        Problem refused = problem(ProblemType::PaymentRequired,
                                  "The card couldn't be charged. Nothing was taken.");
        refused.way_to_pay = {.offer = core::format_id(call.about.offer), .url = charge.page};
        co_return std::unexpected(std::move(refused));
    }
    auto found = co_await find_offer(call);
    const FoundOffer seen = CO_TRY(std::move(found));
    co_return call.draft(200, offer_text(seen.offer, seen.opening, call.viewer()));
}

}  // namespace

Task<Answer> get_offer(Call& call) {
    auto checked = co_await check_guest(call);
    CO_TRY(checked);
    auto found = co_await find_offer(call);
    const FoundOffer seen = CO_TRY(std::move(found));
    auto paid = co_await payment_of(call);
    const std::optional<engine::Payment> payment = CO_TRY(std::move(paid));
    co_return call.draft(
        200, offer_text(seen.offer, seen.opening, call.viewer(), payment ? &*payment : nullptr));
}

Task<Answer> accept_offer(Call& call) {
    const std::string card = CO_TRY(parse_accept(call.request.body));
    engine::PaymentDesk* desk = call.shared.services.payment_desk;
    if (desk != nullptr && !card.empty()) {
        co_return co_await accept_with_card(call, *desk, card);
    }
    Answer answer = co_await command_offer(call, core::Accept{.offer = number_of_offer(call)});
    if (desk != nullptr && answer && waits_for_payment(*answer)) {
        desk->hurry(call.about.offer);  // asking again works after a provider's error
    }
    co_return answer;
}

Task<Answer> decline_offer(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    co_return co_await command_offer(call, core::Decline{.offer = number_of_offer(call)});
}

Task<Answer> late_yes(Call& call) {
    const bool is_wanted = CO_TRY(parse_late_yes(call.request.body));
    auto made = co_await late_yes_of(call, is_wanted);
    const core::LateYes command = CO_TRY(std::move(made));
    Answer answer =
        co_await call.submit(command, [](const core::ResourceState&, const core::Outcome&) {
            return engine::Answer{200, {}};
        });
    if (!answer || answer->status >= 400) {
        co_return answer;
    }
    auto found = co_await find_ended_offer(call);
    const FoundOffer stored = CO_TRY(std::move(found));
    answer->body = offer_text(stored.offer, stored.opening, call.viewer());
    co_return answer;
}

Task<Answer> extend_offer(Call& call) {
    const Time until = CO_TRY(parse_extend(call.request.body));
    core::ExtendOffer command{.offer = number_of_offer(call), .until = until};
    co_return co_await command_offer(call, command);
}

Task<Answer> report_sent(Call& call) {
    const auto sent_at = CO_TRY(parse_sent(call.request.body));
    core::ReportSent command{.offer = number_of_offer(call), .sent_at = sent_at.value_or(call.now)};
    co_return co_await command_offer(call, command);
}

// Whoever has seen an offer on their own page has been told of it: their time to answer begins.
// What they were told before is not told again, so looking at it buys no time.
Task<Answer> see_offer(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    auto checked = co_await check_guest(call);
    CO_TRY(checked);
    auto found = co_await find_offer(call);
    const FoundOffer seen = CO_TRY(std::move(found));
    const bool is_told = seen.offer.sent_at && seen.offer.unreached == core::Undeliverable::None;
    core::ReportSent command{.offer = number_of_offer(call),
                             .sent_at = is_told ? *seen.offer.sent_at : call.now};
    co_return co_await command_offer(call, command);
}

Task<Answer> report_undeliverable(Call& call) {
    core::ReportUndeliverable command = CO_TRY(parse_undeliverable(call.request.body));
    command.offer = number_of_offer(call);
    co_return co_await command_offer(call, command);
}

Task<Answer> report_booking(Call& call) {
    const auto outcome = CO_TRY(parse_booking(call.request.body));
    core::ReportBooking command{.offer = number_of_offer(call), .outcome = outcome};
    co_return co_await command_offer(call, command);
}

Task<Answer> report_payment(Call& call) {
    const auto outcome = CO_TRY(parse_payment(call.request.body));
    core::ReportPayment command{.offer = number_of_offer(call), .outcome = outcome};
    co_return co_await command_offer(call, command);
}

}  // namespace standby::http
