#include "interchange/view/draw.hpp"

#include "core/order/draw.hpp"
#include "core/state/resource_state.hpp"
#include "interchange/view/resource.hpp"

namespace standby::interchange {

std::optional<DrawFacts> draw_facts(const core::ResourceState& state) {
    if (state.rules.order != core::Order::Lottery) {
        return std::nullopt;
    }
    const bool is_sealed = !state.draw_seed.empty();
    DrawFacts facts{.list = state.number,
                    .draw_at = state.rules.draw_at,
                    .drawn = state.drawn,
                    .is_sealed = is_sealed,
                    .words = is_sealed ? state.rules.draw_words : std::string{},
                    .commitment = draw_commitment(state.number, state.rules, state.draw_seed),
                    .seed = {}};
    if (state.drawn) {
        facts.seed = is_sealed ? state.draw_seed : state.rules.draw_seed;
    }
    return facts;
}

void write_draw_members(JsonWriter& writer, const DrawFacts& facts) {
    writer.text("resource_id", core::format_id(facts.list));
    writer.time("draw_at", facts.draw_at);
    writer.boolean("drawn", facts.drawn);
    writer.text("lots_of", facts.is_sealed ? "people" : "numbers");
    writer.text_or_null("words", facts.words);
    writer.text("commitment", facts.commitment);
    writer.text_or_null("seed", facts.seed);
}

void write_lot(JsonWriter& writer, const DrawFacts& facts, const core::EntryRow& entry) {
    if (entry.participant == 0 || facts.seed.empty()) {
        return;
    }
    writer.begin_object();
    writer.natural("number", entry.position);
    writer.text("participant", core::participant_text(entry.participant));
    writer.text("lot", core::lot_text(core::lot_of(facts.seed, facts.words, entry.participant)));
    writer.end_object();
}

}  // namespace standby::interchange
