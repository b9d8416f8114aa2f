// The page of an offer: live, or what became of it and where the guest stands now.
#include "core/order/band.hpp"
#include "core/state/resource_state.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"
#include "http/routes/guest/guest_support.hpp"

#include <utility>

namespace standby::http {
namespace {

void add_offer(OfferPage& page, const OfferFacts& facts,
               const std::optional<OpeningFacts>& opening) {
    page.state = facts.state;
    page.awaiting = facts.awaiting;
    page.expires_at = facts.expires_at;
    page.is_taken = opening && opening->complete && opening->state == core::OpeningState::Booked &&
                    opening->holder != facts.entry;
}

OfferPage::Standing standing_of(const core::ResourceState& state, core::Ticket entry) {
    OfferPage::Standing standing;
    if (const auto facts = entry_facts(state, entry)) {
        const auto rank = core::shown_rank(state.rules.visibility, facts->rank);
        standing.state = facts->state;
        standing.rank = rank.rank;
        standing.band = rank.band ? core::format_band(*rank.band) : "";
    }
    return standing;
}

}  // namespace

void ApiRoutes::show_offer_page(const CallPtr& call, Notice notice) {
    query(call, [this, call, notice](const core::ResourceState& state, const std::string& name) {
        const auto facts = offer_facts(state, core::OfferNumber{core::number_of(call->offer)});
        if (!facts) {
            call->send(dead_link(*call, words_in(frame_of(*call).language).messages.nothing_here));
            return engine::Answer{};
        }
        OfferVisit visit{.notice = notice, .entry = facts->entry, .is_complete = facts->complete};
        visit.page.resource_name = name;
        visit.page.token = call->request.path.substr(3);
        visit.page.now = services_.gateway.now();
        visit.page.zone = zone_of(*call);
        visit.page.what = offered_place(state, facts->places, std::nullopt);
        visit.page.state = facts->state;
        if (facts->complete) {
            const auto opening =
                facts->opening.value() == 0 ? std::nullopt : opening_facts(state, facts->opening);
            visit.page.what = offered_place(state, facts->places, opening);
            visit.page.standing = standing_of(state, facts->entry);
            add_offer(visit.page, *facts, opening);
        }
        complete_offer_page(call, std::move(visit));
        return engine::Answer{};
    });
}

// Reads what the memory has forgotten, and the language of the person.
void ApiRoutes::complete_offer_page(const CallPtr& call, OfferVisit begun) {
    const auto complete = [this, call, begun = std::move(begun)](engine::Store& store,
                                                                 engine::Registry& registry) {
        OfferVisit visit = begun;
        const auto stored = visit.is_complete ? std::nullopt : stored_offer(store, call->offer);
        if (stored && stored->complete) {
            visit.entry = stored->entry;
            std::optional<OpeningFacts> opening;
            if (stored->opening.value() != 0) {
                opening = stored_opening(store, core::opening_id(call->resource, stored->opening));
            }
            visit.page.what.places = stored->places;
            if (opening && opening->complete) {
                visit.page.what = {.service = opening->slot.service,
                                   .staff = opening->slot.staff,
                                   .place = opening->slot.place,
                                   .starts_at = opening->slot.starts_at,
                                   .duration = opening->slot.duration,
                                   .places = stored->places,
                                   .price = opening->slot.price};
            }
            add_offer(visit.page, *stored, opening);
        }
        std::string locale;
        if (visit.entry != 0) {
            call->entry = core::entry_id(call->resource, visit.entry);
            visit.page.status_token = links_.token(TokenPurpose::Entry, call->entry.value());
            const auto person = store.person(call->entry).value_or(std::nullopt);
            locale = person ? person->locale : "";
        }
        const auto house = registry.house(call->account);
        visit.page.frame = frame_of(*call, locale, house ? house->locale : "");
        visit.page.notice = notice_text(visit.notice, visit.page.frame.language);
        if (visit.page.standing || visit.entry == 0) {
            call->send(guest_page(200, offer_page(visit.page)));
            return;
        }
        query(call, [call, visit](const core::ResourceState& state, const std::string&) {
            OfferPage page = visit.page;
            page.standing = standing_of(state, visit.entry);
            call->send(guest_page(200, offer_page(page)));
            return engine::Answer{};
        });
    };
    if (!services_.gateway.read(engine::Effort::Quick, complete)) {
        ++reads_refused_;
        call->send(busy_page(*call));
    }
}

}  // namespace standby::http
