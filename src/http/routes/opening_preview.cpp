// Who would get a slot, before it is freed; and why nobody fits one that was. Nothing is changed:
// the memory of the list is looked at, with the questions that the core itself asks.
#include "core/audit/fits.hpp"
#include "core/decide/decide.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/api/offer_body.hpp"
#include "http/routes/catalogue_names.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/overlaps.hpp"
#include "interchange/view/catalogue.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace standby::http {
namespace {

using interchange::OfferedNames;
using interchange::SlotPreviewFacts;

std::uint32_t minute_of_week(Time time, const Zone& zone) {
    const auto local = zone.to_local(time);
    const auto days = std::chrono::floor<std::chrono::days>(local);
    const auto minutes = std::chrono::floor<std::chrono::minutes>(local - days) +
                         std::chrono::days{std::chrono::weekday{days}.iso_encoding() - 1};
    return static_cast<std::uint32_t>(
        std::chrono::duration_cast<std::chrono::minutes>(minutes).count());
}

struct Question {
    core::OpenSlot open;
    core::OpeningNumber own;  // set: this opening, as it stands
};

Result<SlotPreviewFacts, Problem> answer_of(const Call& call, const Question& question,
                                            const core::ResourceState& state) {
    const core::Context context{.now = std::max(call.shared.now(), state.last_at),
                                .actor = call.actor(),
                                .zones = &call.shared.services.zones};
    core::Opening opening{.slot = question.open.slot};
    if (question.own != core::OpeningNumber{}) {
        const auto found = state.openings.find(question.own);
        if (found == state.openings.end()) {
            return std::unexpected(problem_of(
                core::Refusal{core::RefusalCode::OpeningEnded, {}, "The opening has ended."}));
        }
        opening = found->second;
    } else if (const auto decided = core::decide(state, question.open, context); !decided) {
        return std::unexpected(problem_of(decided.error()));
    }
    SlotPreviewFacts facts{.resource = call.about.resource, .slot = opening.slot};
    facts.fits = core::fits_of(state, opening, context);
    if (const auto first = core::view_entry(state, facts.fits.first)) {
        facts.first_rank = first->rank;
        facts.first_party = first->party_size;
    }
    call.shared.catalogues.with(call.about.account, [&](const OfferedNames& offered) {
        facts.overlaps = overlaps_of(state, opening.slot, question.own, offered);
        facts.doubts = interchange::doubts_about(
            offered, opening.slot, minute_of_week(opening.slot.starts_at, call.zone()));
        return true;
    });
    return facts;
}

// What the question is about: the slot in the catalogue's words, or an opening that is there.
Result<Question, Problem> question_of(const Call& call, OpeningPreviewBody body) {
    Question question;
    if (!body.opening) {
        question.open = TRY(slot_of(call, *std::move(body.slot)));
        return question;
    }
    if (core::resource_of(*body.opening) != call.about.resource) {
        return refuse_field("opening_id", "must be an opening of this list");
    }
    question.own = core::OpeningNumber{core::number_of(*body.opening)};
    return question;
}

}  // namespace

// Under an Idempotency-Key the first answer counts, though nothing depends on it.
Task<Answer> preview_opening(Call& call) {
    OpeningPreviewBody body = CO_TRY(parse_opening_preview(call.request.body));
    ControlPlane& control = call.shared.control;
    const auto key = call.key();
    if (key) {
        auto read =
            co_await call.read([&](engine::Registry&) { return control.kept(key, call.now); });
        if (auto before = CO_TRY(std::move(read))) {
            co_return response_of(call, *std::move(before));
        }
    }
    auto learnt = co_await learn_catalogue(call);
    CO_TRY(learnt);
    const Question question = CO_TRY(question_of(call, std::move(body)));
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return std::optional(answer_of(call, question, state));
    });
    const auto found = CO_TRY(std::move(seen));
    const SlotPreviewFacts facts = CO_TRY(*found);
    ControlPlane::Made made{.body = json_text(interchange::write_slot_preview, facts)};
    if (key) {
        auto kept = co_await call.read([&](engine::Registry&) {
            control.keep(key, call.now, made);
            return true;
        });
        CO_TRY(kept);
    }
    co_return response_of(call, std::move(made));
}

}  // namespace standby::http
