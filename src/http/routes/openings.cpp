// Openings: a slot frees up, is looked at, withdrawn, or filled by staff themselves.
#include "core/audit/event_codec.hpp"
#include "core/state/resource_state.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/offer_body.hpp"
#include "http/routes/catalogue_names.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/overlaps.hpp"
#include "interchange/view/board_words.hpp"
#include "interchange/view/offer.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t events_read_at_once = 1'000;

std::string opening_text(const interchange::OpeningFacts& facts, Viewer viewer) {
    return json_text(
        [&](JsonWriter& writer) { interchange::write_opening(writer, facts, nullptr, viewer); });
}

std::string known_opening_text(const interchange::OpeningFacts& facts,
                               const interchange::OfferFacts* offer, Viewer viewer) {
    return json_text([&](JsonWriter& writer) {
        interchange::write_known_opening(writer, facts, offer, viewer);
    });
}

// What is reported once more. Of what has ended the memory knows only that: then it is the id
// alone, and the stored row tells the rest.
std::string known_opening(const core::ResourceState& state, core::OpeningNumber number,
                          Viewer viewer) {
    const auto facts = interchange::opening_facts(state, number);
    if (!facts || !facts->complete) {
        return core::format_id(core::opening_id(state.number, number));
    }
    const auto offer = interchange::offer_facts(state, facts->offer);
    return known_opening_text(*facts, offer ? &*offer : nullptr, viewer);
}

core::OpeningNumber number_of_opening(const Call& call) {
    return core::OpeningNumber{core::number_of(call.about.opening)};
}

// What the engine did with the opening, one line per move.
std::optional<interchange::OpeningMove> move_in(const core::Event& event) {
    interchange::OpeningMove line{.seq = event.number,
                                  .at = event.at,
                                  .offer = event.offer,
                                  .entry = event.entry,
                                  .reason = event.reason};
    if (const auto* made = std::get_if<core::OfferMade>(&event.body)) {
        line.move = made->move;
        return line;
    }
    const auto* moved = std::get_if<core::OpeningMoved>(&event.body);
    if (moved != nullptr && moved->move != core::Move::None) {
        line.move = moved->move;
        return line;
    }
    return std::nullopt;
}

Result<std::vector<interchange::OpeningMove>, engine::StoreError>
moves_of(engine::Store& store, core::OpeningId opening) {
    const core::OpeningNumber number{core::number_of(opening)};
    std::vector<interchange::OpeningMove> moves;
    for (std::uint64_t after = 0;;) {
        const auto rows = TRY(store.events(core::resource_of(opening), after, events_read_at_once));
        for (const engine::EventRow& row : rows) {
            after = row.number;
            const auto event = core::decode_event(row.data);
            if (!event || event->opening != number) {
                continue;
            }
            if (const auto move = move_in(*event)) {
                moves.push_back(*move);
            }
        }
        if (rows.size() < events_read_at_once) {
            return moves;
        }
    }
}

// As with offers: what had ended before is shown from its stored row.
Task<Answer> end_opening(Call& call, core::Command command) {
    CO_TRY(parse_nothing(call.request.body));
    const Viewer viewer = call.viewer();
    Answer answer = co_await call.submit(
        std::move(command), [number = number_of_opening(call),
                             viewer](const core::ResourceState& state, const core::Outcome&) {
            const auto facts = interchange::opening_facts(state, number);
            const bool is_known = facts && facts->complete;
            return engine::Answer{200, is_known ? opening_text(*facts, viewer) : std::string{}};
        });
    if (!answer || !answer->body.empty()) {
        co_return answer;
    }
    auto found = co_await find_opening(call);
    const FoundOpening stored = CO_TRY(std::move(found));
    answer->body = opening_text(stored.opening, viewer);
    co_return answer;
}

// Says no to a slot whose person has another one at the same time. One that is reported once more
// is no second one.
Call::Objection refuse_overlaps(const Call& call, const core::OpenSlot& open) {
    return [&shared = call.shared, &zone = call.zone(), account = call.about.account,
            now = call.now, open](const core::ResourceState& state) -> std::optional<Problem> {
        if (!open.event_id.empty() && state.seen_events.contains(core::event_key(open.event_id))) {
            return std::nullopt;
        }
        std::vector<interchange::OverlappingSlot> found;
        shared.catalogues.with(account, [&](const interchange::OfferedNames& offered) {
            found = overlaps_of(state, open.slot, core::OpeningNumber{}, offered);
            return true;
        });
        if (found.empty()) {
            return std::nullopt;
        }
        const interchange::OverlappingSlot& other = found.front();
        const std::string id = core::format_id(core::opening_id(state.number, other.opening));
        Problem overlap = problem(ProblemType::OpeningOverlaps,
                                  "It overlaps with " + id + ": " +
                                      interchange::slot_words(other.slot, zone, now) + ".");
        overlap.errors.push_back({"starts_at", "overlaps with " + id});
        return overlap;
    };
}

}  // namespace

Task<Answer> open_slot(Call& call) {
    OpeningBody body = CO_TRY(parse_opening(call.request.body));
    auto learnt = co_await learn_catalogue(call);
    CO_TRY(learnt);
    const bool refuses_overlap = body.refuses_overlap;
    core::OpenSlot command = CO_TRY(slot_of(call, std::move(body)));
    Call::Objection objection =
        refuses_overlap ? refuse_overlaps(call, command) : Call::Objection{};
    const Viewer viewer = call.viewer();
    Answer answer = co_await call.submit(
        std::move(command),
        [viewer](const core::ResourceState& state, const core::Outcome& outcome) {
            const core::OpeningNumber number = outcome.answer.opening;
            if (outcome.answer.repeated) {
                return engine::Answer{200, known_opening(state, number, viewer)};
            }
            engine::Answer added{.status = 201, .body = {}};
            JsonWriter writer{added.body};
            interchange::write_opening(writer, state, number, viewer);
            return added;
        },
        {}, std::move(objection));
    const auto ended = answer ? core::parse_opening_id(answer->body) : std::nullopt;
    if (!ended) {
        co_return answer;
    }
    call.about.opening = *ended;
    auto found = co_await find_opening(call);
    const FoundOpening stored = CO_TRY(std::move(found));
    answer->body = known_opening_text(stored.opening, nullptr, viewer);
    co_return answer;
}

Task<Answer> get_opening(Call& call) {
    auto found = co_await find_opening(call);
    const FoundOpening seen = CO_TRY(std::move(found));
    auto read = co_await call.read(
        [&](engine::Store& store) { return moves_of(store, call.about.opening); },
        engine::Effort::Long);
    const std::vector<interchange::OpeningMove> moves = CO_TRY(std::move(read));
    std::string body;
    JsonWriter writer{body};
    interchange::write_opening(writer, seen.opening, seen.offer ? &*seen.offer : nullptr, moves,
                               call.viewer());
    co_return call.draft(200, std::move(body));
}

Task<Answer> withdraw_opening(Call& call) {
    core::WithdrawOpening command{.opening = number_of_opening(call)};
    co_return co_await end_opening(call, command);
}

Task<Answer> book_opening(Call& call) {
    core::BookOpening command{.opening = number_of_opening(call)};
    co_return co_await end_opening(call, command);
}

}  // namespace standby::http
