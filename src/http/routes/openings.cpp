// Openings: a slot frees up, is looked at, withdrawn, or filled by staff themselves.
#include "core/audit/event_codec.hpp"
#include "core/state/resource_state.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/offer_body.hpp"
#include "http/api/offer_json.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t events_read_at_once = 1'000;

std::string opening_text(const OpeningFacts& facts, const std::optional<OfferFacts>& offer,
                         Viewer viewer) {
    std::string body;
    JsonWriter writer{body};
    write_opening(writer, facts, offer ? &*offer : nullptr, viewer);
    return body;
}

// What the engine did with the opening, one line per move.
std::optional<OpeningMove> move_in(const core::Event& event) {
    OpeningMove line{.seq = event.number,
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

// Nothing when the events cannot be read.
std::optional<std::vector<OpeningMove>> moves_of(engine::Store& store, core::OpeningId opening) {
    const core::ResourceNumber resource = core::resource_of(opening);
    const core::OpeningNumber number{core::number_of(opening)};
    std::vector<OpeningMove> moves;
    std::uint64_t after = 0;
    while (true) {
        const auto rows = store.events(resource, after, events_read_at_once);
        if (!rows) {
            return std::nullopt;
        }
        for (const engine::EventRow& row : *rows) {
            after = row.number;
            const auto event = core::decode_event(row.data);
            if (!event || event->opening != number) {
                continue;
            }
            if (const auto move = move_in(*event)) {
                moves.push_back(*move);
            }
        }
        if (rows->size() < events_read_at_once) {
            return moves;
        }
    }
}

}  // namespace

void ApiRoutes::open_slot(const CallPtr& call) {
    auto body = parse_opening(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    const Viewer viewer = viewer_of(*call);
    submit(call, *std::move(body),
           [viewer](const core::ResourceState& state, const core::Outcome& outcome) {
               const bool is_new = !outcome.answer.repeated;
               engine::Answer answer{.status = static_cast<std::uint16_t>(is_new ? 201 : 200),
                                     .body = {}};
               JsonWriter writer{answer.body};
               write_opening(writer, state, outcome.answer.opening, viewer);
               return answer;
           });
}

void ApiRoutes::with_opening(
    const CallPtr& call,
    std::function<void(const OpeningFacts&, const std::optional<OfferFacts>&)> next) {
    query(call, [this, call, next = std::move(next)](const core::ResourceState& state,
                                                     const std::string&) {
        const core::OpeningNumber number{core::number_of(call->opening)};
        const auto facts = opening_facts(state, number);
        if (!facts) {
            call->send_problem(problem(ProblemType::NotFound, "There is nothing under this id."));
        } else if (facts->complete) {
            next(*facts,
                 facts->offer.value() == 0 ? std::nullopt : offer_facts(state, facts->offer));
        } else {
            read(call, [call, next](engine::Store& store, engine::Registry&) {
                const auto stored = stored_opening(store, call->opening);
                if (!stored) {
                    call->send_problem(problem(ProblemType::Unavailable));
                    return;
                }
                next(*stored, std::nullopt);
            });
        }
        return engine::Answer{};
    });
}

void ApiRoutes::get_opening(const CallPtr& call) {
    with_opening(call, [this, call](const OpeningFacts& facts,
                                    const std::optional<OfferFacts>& offer) {
        const auto answer = [this, call, facts, offer](engine::Store& store, engine::Registry&) {
            const auto moves = moves_of(store, call->opening);
            if (!moves) {
                call->send_problem(problem(ProblemType::Unavailable));
                return;
            }
            std::string body;
            JsonWriter writer{body};
            write_opening(writer, facts, offer ? &*offer : nullptr, *moves, viewer_of(*call));
            finish(call, 200, std::move(body));
        };
        read(call, answer, engine::Effort::Long);
    });
}

void ApiRoutes::end_opening(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    const core::OpeningNumber number{core::number_of(call->opening)};
    with_opening(call, [this, call, number](const OpeningFacts& before,
                                            const std::optional<OfferFacts>&) {
        core::Command command = core::WithdrawOpening{.opening = number};
        if (call->route->name == RouteName::BookOpening) {
            command = core::BookOpening{.opening = number};
        }
        const Viewer viewer = viewer_of(*call);
        submit(call, std::move(command),
               [before, number, viewer](const core::ResourceState& state, const core::Outcome&) {
                   const auto now = opening_facts(state, number);
                   OpeningFacts facts = now && now->complete ? *now : before;
                   facts.state = now ? now->state : before.state;
                   facts.offer = now ? now->offer : core::OfferNumber{};
                   return engine::Answer{200, opening_text(facts, std::nullopt, viewer)};
               });
    });
}

}  // namespace standby::http
