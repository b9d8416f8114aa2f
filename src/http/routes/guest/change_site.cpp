// Changing wishes on a guest's own page. It goes the way of PATCH /v1/waitlist/{id}, so that both
// change the same things by the same rules.
#include "core/state/resource_state.hpp"
#include "http/api/wants_json.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/guest/guest_support.hpp"

#include <functional>
#include <utility>

namespace standby::http {
namespace {

// Hands the answer of the API to the page instead of to the network.
class PageResponder final : public Responder {
public:
    explicit PageResponder(std::function<void(const Response&)> next) : next_(std::move(next)) {}

    void send(Response response) override { next_(response); }
    std::shared_ptr<EventStream> stream(std::function<void()> closed) override {
        closed();
        return nullptr;
    }

private:
    std::function<void(const Response&)> next_;
};

// The contacts and the size of the party as the form says them, the wishes as they become.
std::string patch_json(const EntryPatchBody& said, const core::Wants& wants, core::Kind kind) {
    std::string json;
    JsonWriter writer{json};
    writer.begin_object();
    const auto add = [&writer](std::string_view name, const auto& value) {
        if (value && *value) {
            writer.text(name, **value);
        } else if (value) {
            writer.null(name);
        }
    };
    add("name", said.name);
    add("email", said.email);
    add("phone", said.phone);
    if (said.party_size) {
        writer.natural("party_size", std::uint64_t{*said.party_size});
    }
    if (kind == core::Kind::Slots) {
        write_wants(writer, "wants", wants);
        if (!wants.instant_yes) {
            writer.null("instant_yes");
        } else {
            writer.name("instant_yes");
            writer.begin_object();
            writer.text("min_notice", format_duration(wants.instant_yes->min_notice));
            if (wants.instant_yes->max_price) {
                write_money(writer, "max_price", wants.instant_yes->max_price);
            }
            write_weekly(writer, "weekly", wants.instant_yes->weekly);
            writer.end_object();
        }
    }
    writer.end_object();
    return json;
}

}  // namespace

void ApiRoutes::change_from_page(const CallPtr& call, const Form& form) {
    query(call, [this, call, form](const core::ResourceState& state, const std::string&) {
        const Zone& zone = zone_of(*call);
        const core::Kind kind = state.settings.kind;
        const auto facts = entry_facts(state, core::number_of(call->entry));
        if (!facts || !core::is_active(facts->state)) {
            show_entry_page(call, {.notice = {.kind = Notice::Kind::Refused,
                                              .code = core::RefusalCode::EntryEnded}});
            return engine::Answer{};
        }
        const auto said = read_entry_patch(body_of(form, kind, WishBody::Change, {}), zone);
        if (!said) {
            show_entry_page(call, {.errors = said.error().errors, .typed = typed_values(form)});
            return engine::Answer{};
        }
        const WishForm suggestions = wish_form_of(state);
        core::Wants wanted = said->wants.value_or(core::Wants{});
        wanted.instant_yes = said->instant_yes.value_or(std::nullopt);
        wanted.service = known_spelling(wanted.service, suggestions.services);
        wanted.staff = known_spelling(wanted.staff, suggestions.staff);
        const core::Wants wants = changed_wants(facts->wants, wanted, form, kind, zone);
        patch_from_page(call, patch_json(*said, wants, kind), typed_values(form));
        return engine::Answer{};
    });
}

void ApiRoutes::patch_from_page(const CallPtr& call, std::string body, FieldTexts typed) {
    auto inner = std::make_shared<Call>();
    inner->request = call->request;
    inner->request.method = "PATCH";
    inner->request.body = std::move(body);
    inner->route = match_route("PATCH", "/v1/waitlist/" + core::format_id(call->entry)).route;
    inner->now = call->now;
    inner->token = call->token;
    inner->resource = call->resource;
    inner->entry = call->entry;
    inner->account = call->account;
    inner->time_zone = call->time_zone;
    inner->hop = call->hop;
    inner->part_of = call;
    inner->responder = std::make_unique<PageResponder>([this, call, typed](const Response& answer) {
        EntryVisit visit;
        if (answer.status < 400) {
            visit.notice.kind = Notice::Kind::Changed;
            call->is_carried_out = true;
        } else {
            visit.errors = field_errors_of(answer);
            visit.typed = typed;
            visit.notice = visit.errors.empty() ? notice_of(answer) : Notice{};
        }
        show_entry_page(call, std::move(visit));
    });
    patch_entry(inner);
}

}  // namespace standby::http
