// How a house writes to its guests: its settings.
#include "http/api/entry_body.hpp"
#include "http/api/house_body.hpp"
#include "http/api/house_json.hpp"
#include "http/auth/crypto.hpp"
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {
namespace {

Problem unavailable() {
    return problem(ProblemType::Unavailable, "The database did not answer. Try again in a moment.");
}

std::string house_text(const engine::House& house, WebhookInAnswer webhook) {
    std::string body;
    JsonWriter writer{body};
    write_house(writer, house, webhook);
    return body;
}

std::vector<std::byte> new_webhook_secret() {
    std::vector<std::byte> secret(webhook_secret_bytes);
    fill_with_randomness(secret);
    return secret;
}

}  // namespace

void ApiRoutes::get_house(const CallPtr& call) {
    read(call, [this, call](engine::Store&, engine::Registry& registry) {
        const auto house = registry.house(call->account);
        if (!house) {
            call->send_problem(unavailable());
            return;
        }
        const bool is_owner = call->caller->role == engine::Role::Owner;
        finish(call, 200,
               house_text(*house, is_owner ? WebhookInAnswer::Address : WebhookInAnswer::Presence));
    });
}

void ApiRoutes::patch_house(const CallPtr& call) {
    auto parsed = parse_house_patch(call->request.body);
    if (!parsed) {
        call->send_problem(parsed.error());
        return;
    }
    if (parsed->time_zone && services_.zones.find(*parsed->time_zone) == nullptr) {
        call->send_problem(invalid("time_zone", "is not a time zone that this server knows"));
        return;
    }
    answer_once(call,
                [this, call, patch = *std::move(parsed)](
                    engine::Store&, engine::Registry& registry) -> Result<std::string, Problem> {
                    const auto present = registry.house(call->account);
                    if (!present) {
                        return std::unexpected(unavailable());
                    }
                    engine::House house = merged(patch, *present);
                    const bool needs_secret =
                        !house.webhook_url.empty() && house.webhook_secret.empty();
                    if (needs_secret) {
                        house.webhook_secret = new_webhook_secret();
                    }
                    if (!registry.save_house(house, call->now)) {
                        return std::unexpected(unavailable());
                    }
                    services_.post_office.on_house_changed(call->account);
                    return house_text(house, needs_secret ? WebhookInAnswer::Secret
                                                          : WebhookInAnswer::Address);
                });
}

void ApiRoutes::rotate_webhook_secret(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    answer_once(
        call,
        [this, call](engine::Store&, engine::Registry& registry) -> Result<std::string, Problem> {
            auto house = registry.house(call->account);
            if (!house) {
                return std::unexpected(unavailable());
            }
            if (house->webhook_url.empty()) {
                return std::unexpected(problem(ProblemType::NoWebhook));
            }
            house->webhook_secret = new_webhook_secret();
            if (!registry.save_house(*house, call->now)) {
                return std::unexpected(unavailable());
            }
            services_.post_office.on_house_changed(call->account);
            return house_text(*house, WebhookInAnswer::Secret);
        });
}

}  // namespace standby::http
