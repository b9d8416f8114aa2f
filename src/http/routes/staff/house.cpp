// How a house writes to its guests: its settings. And how the nodes stand that serve it.
#include "interchange/view/house.hpp"

#include "base/json/reader.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/house_body.hpp"
#include "http/auth/crypto.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "interchange/view/cluster.hpp"

#include <utility>

namespace standby::http {
namespace {

std::string house_text(const engine::House& house, interchange::WebhookInAnswer webhook) {
    return json_text(interchange::write_house, house, webhook);
}

std::vector<std::byte> new_webhook_secret() {
    std::vector<std::byte> secret(webhook_secret_bytes);
    fill_with_randomness(secret);
    return secret;
}

// Which settings a body is about: their names, never their values.
std::string names_in(std::string_view body) {
    std::string names;
    if (const auto document = read_json(body)) {
        for (const auto& [name, value] : document->root().members) {
            names += (names.empty() ? "" : ", ") + std::string(name);
        }
    }
    return names;
}

Result<void, Problem> save(Call& call, engine::Registry& registry, const engine::House& house) {
    if (!registry.save_house(house, call.now)) {
        return std::unexpected(unavailable());
    }
    call.shared.services.messenger.on_house_changed(call.about.account);
    return {};
}

}  // namespace

Task<Answer> get_house(Call& call) {
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.house(call.about.account); });
    const engine::House house = CO_TRY(std::move(read));
    const bool is_owner = call.caller->role == engine::Role::Owner;
    co_return call.draft(200, house_text(house, is_owner ? interchange::WebhookInAnswer::Address
                                                         : interchange::WebhookInAnswer::Presence));
}

Task<Answer> patch_house(Call& call) {
    const auto patch = CO_TRY(parse_house_patch(call.request.body));
    if (patch.time_zone && call.shared.services.zones.find(*patch.time_zone) == nullptr) {
        co_return refuse_field("time_zone", "is not a known time zone");
    }
    co_return co_await answer_once(
        call, [&](engine::Store&, engine::Registry& registry) -> Result<std::string, Problem> {
            const auto present = TRY(or_unavailable(registry.house(call.about.account)));
            engine::House house = merged(patch, present);
            TRY(settle_phone(patch, house));
            if (house.captcha != engine::CaptchaKind::None &&
                (house.captcha_site_key.empty() || house.captcha_secret.empty())) {
                return refuse_field("captcha", "needs captcha_site_key and captcha_secret");
            }
            const bool needs_secret = !house.webhook_url.empty() && house.webhook_secret.empty();
            if (needs_secret) {
                house.webhook_secret = new_webhook_secret();
            }
            TRY(save(call, registry, house));
            call.report_staff(registry, call.about.account,
                              {.act = "settings_changed", .detail = names_in(call.request.body)});
            return house_text(house, needs_secret ? interchange::WebhookInAnswer::Secret
                                                  : interchange::WebhookInAnswer::Address);
        });
}

Task<Answer> rotate_webhook_secret(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    co_return co_await answer_once(
        call, [&](engine::Store&, engine::Registry& registry) -> Result<std::string, Problem> {
            auto house = TRY(or_unavailable(registry.house(call.about.account)));
            if (house.webhook_url.empty()) {
                return refuse(ProblemType::NoWebhook);
            }
            house.webhook_secret = new_webhook_secret();
            TRY(save(call, registry, house));
            call.report_staff(registry, call.about.account, {.act = "webhook_secret_rotated"});
            return house_text(house, interchange::WebhookInAnswer::Secret);
        });
}

Task<Answer> get_cluster(Call& call) {
    std::string body;
    JsonWriter writer{body};
    if (call.shared.services.placement == nullptr) {
        interchange::write_single_server(writer, call.shared.options.version, call.shared.now());
    } else {
        interchange::write_cluster(writer, call.shared.services.placement->report());
    }
    co_return json_response(200, std::move(body));
}

}  // namespace standby::http
