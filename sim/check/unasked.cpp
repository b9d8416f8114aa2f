// The promise behind every list: whoever waits for what is free, and fits, has been asked. Told
// from the place and the person, without regard to how the next move is found.
#include "sim/check/command_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::sim {
namespace {

// Offers may go out at all: the list is active, drawn, and its wave has room.
bool may_ask(const NaiveResource& model, Time now) {
    return model.state().status == ResourceStatus::Active && !model.draw_pending() &&
           !model.wave_is_full(now);
}

void check_openings(const Scene& scene, Time now) {
    const NaiveResource& model = *scene.model;
    const std::uint32_t offers_max = model.state().rules.max_offers;
    for (const NaiveOpening& opening : model.state().openings) {
        const NaivePlace place = model.place_of(&opening);
        const bool is_tried_out = offers_max > 0 && opening.offers_made >= offers_max;
        if (!NaiveResource::is_to_be_offered(opening) || now >= *place.cutoff || is_tried_out) {
            continue;
        }
        for (const NaiveEntry* entry : model.line()) {
            if (model.failed_check(*entry, place, now).empty()) {
                scene.report->fail("unasked",
                                   fmt::format("entry {} fits opening {} and is not asked",
                                               entry->ticket, opening.number.value()));
            }
        }
    }
}

// Up to the party for which places gather, nobody is eligible who would fit.
void check_places(const Scene& scene, Time now) {
    const NaiveResource& model = *scene.model;
    const NaivePlace place = model.place_of(nullptr);
    const std::uint64_t available = model.available_places();
    if (available == 0 || (place.cutoff && now >= *place.cutoff)) {
        return;
    }
    const Rules& rules = model.state().rules;
    for (const NaiveEntry* entry : model.line()) {
        if (!model.failed_check(*entry, place, now).empty()) {
            continue;
        }
        if (entry->party_size <= available) {
            scene.report->fail("unasked", fmt::format("entry {} fits a free place and is not asked",
                                                      entry->ticket));
            return;
        }
        if (rules.party == PartyPolicy::Strict || entry->passes >= rules.max_passes) {
            return;
        }
    }
}

}  // namespace

void check_nobody_unasked(const Scene& scene, Time now) {
    const Time at = std::max(now, scene.model->state().last_at);
    if (!may_ask(*scene.model, at)) {
        return;
    }
    if (scene.model->state().settings.kind == Kind::Slots) {
        check_openings(scene, at);
    } else {
        check_places(scene, at);
    }
}

}  // namespace standby::sim
