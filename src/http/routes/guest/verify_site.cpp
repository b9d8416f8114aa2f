// /verify/{list}: where anybody can check the draw of a lottery. The page itself says only what the
// server says; its script fetches the lots and draws again in the visitor's own browser.
#include "core/state/resource_state.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "http/routes/handlers.hpp"
#include "interchange/view/draw.hpp"

#include <utility>

namespace standby::http {

Task<Answer> show_verify_page(Call& call) {
    if (auto dead = take_list(call)) {
        co_return *std::move(dead);
    }
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.house(call.about.account); });
    const engine::House house = CO_TRY(std::move(read));
    VerifyPage page;
    page.frame = frame_of(call, {}, house.locale);
    page.zone = call.zone();
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string& name) {
        page.resource_name = name;
        return interchange::draw_facts(state);
    });
    const auto facts = CO_TRY(std::move(seen));
    if (!facts) {
        co_return dead_link(call, words_in(page.frame.language).verify.no_lottery);
    }
    page.resource_id = core::format_id(facts->list);
    page.draw_at = facts->draw_at.value_or(Time{});
    page.is_drawn = facts->drawn;
    page.words = facts->words;
    page.commitment = facts->commitment;
    page.seed = facts->seed;
    co_return guest_page(200, verify_page(page));
}

}  // namespace standby::http
