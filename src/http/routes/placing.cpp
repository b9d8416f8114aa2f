// Which node carries a call out. What is about a resource belongs to the owner of its shard; what
// changes the control plane belongs to one node per account, so that such changes come one after
// another and repeated ones are recognised, whichever node they came to.
#include "base/assert.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/guest/guest_support.hpp"

#include <utility>

namespace standby::http {
namespace {

// Reads nothing but the store, which every node may.
bool is_answered_anywhere(RouteName name) {
    switch (name) {
    case RouteName::ListOpenings:
    case RouteName::ListOffers:
    case RouteName::ListAudit:
    case RouteName::ListMessages:
    case RouteName::VerifyAudit:
        return true;
    default:
        return false;
    }
}

bool changes_control_plane(RouteName name) {
    switch (name) {
    case RouteName::CreateKey:
    case RouteName::RevokeKey:
    case RouteName::PatchHouse:
    case RouteName::RotateWebhookSecret:
    case RouteName::PutVoice:
    case RouteName::ResetVoice:
    case RouteName::ReplayMessages:
    case RouteName::ReplayMessage:
    case RouteName::UpdateProfile:
    case RouteName::BeginTotp:
    case RouteName::ConfirmTotp:
    case RouteName::RemoveTotp:
    case RouteName::InviteMember:
    case RouteName::UpdateMember:
    case RouteName::RemoveMember:
    case RouteName::ResetMember:
        return true;
    default:
        return false;
    }
}

ErrandKind errand_kind(const Route* route) {
    if (route == nullptr) {
        return ErrandKind::Quick;
    }
    switch (route->name) {
    case RouteName::WatchResource:
    case RouteName::WatchEntry:
        return ErrandKind::Stream;
    case RouteName::ExplainEntry:
    case RouteName::GetOpening:
    case RouteName::GetStats:
    case RouteName::ExportStats:
    case RouteName::ListRules:
    case RouteName::PreviewChange:
    case RouteName::ReadInbox:
    case RouteName::ReplayMessages:
    case RouteName::UpdateProfile:
    case RouteName::RemoveTotp:
    case RouteName::TwilioInbound:
        return ErrandKind::Long;
    default:
        return ErrandKind::Quick;
    }
}

bool is_repeatable(const Call& call) {
    const bool has_key =
        call.request.method == "POST" && !call.request.header("idempotency-key").empty();
    return call.request.method == "GET" || (has_key && call.route != nullptr);
}

}  // namespace

bool ApiRoutes::is_ours_by_id(const CallPtr& call) {
    const core::ResourceNumber resource = resource_in(*call->route, call->path_id);
    return resource == core::ResourceNumber{} || is_answered_anywhere(call->route->name) ||
           is_ours_by_resource(call, resource);
}

bool ApiRoutes::is_ours_by_resource(const CallPtr& call, core::ResourceNumber resource) {
    return is_ours(call, engine::shard_of(resource, services_.placement->shards()));
}

bool ApiRoutes::is_ours_by_caller(const CallPtr& call) {
    if (services_.placement == nullptr) {
        return true;
    }
    if (call->route->name == RouteName::CreateResource) {
        // While nobody owns any, the first one will do to wait for.
        return is_ours(call, shard_of_new_resource(*call).value_or(0));
    }
    const std::uint32_t shards = services_.placement->shards();
    return !changes_control_plane(call->route->name) ||
           is_ours(call, call->account.value() % shards);
}

// Under a key always the same one, which the store goes by too; otherwise one of this node's, or
// of any node that has some. Nothing: nobody has any.
std::optional<engine::ShardNumber> ApiRoutes::shard_of_new_resource(const Call& call) const {
    const std::uint32_t shards = services_.placement->shards();
    if (const auto key = key_of(call)) {
        return static_cast<engine::ShardNumber>(key->key.low % shards);
    }
    if (const auto own = services_.placement->own_shard()) {
        return own;
    }
    for (engine::ShardNumber shard = 0; shard < shards; ++shard) {
        if (!services_.placement->owner_of(shard).node.empty()) {
            return shard;
        }
    }
    return std::nullopt;
}

// A call that was passed on to this node is not passed on again.
bool ApiRoutes::is_ours(const CallPtr& call, engine::ShardNumber shard) {
    if (services_.placement->owner_of(shard).is_here) {
        return true;
    }
    if (call->hop) {
        send_moved(*call);
    } else {
        send_to_owner(call, shard, false);
    }
    return false;
}

void ApiRoutes::on_moved(const CallPtr& call) {
    CallPtr whole = call;
    while (whole->part_of) {
        whole = whole->part_of;
    }
    if (std::exchange(whole->is_counted, false)) {
        joins_.give_back(whole->request.client);  // It will be counted where it is carried out.
    }
    if (whole->is_carried_out) {
        // Only how things stand now is missing: the page shows it when it is asked for again.
        Response response;
        response.status = 303;
        const std::string& query = whole->request.query;
        response.headers.emplace_back("Location",
                                      whole->request.path + (query.empty() ? "" : "?" + query));
        response.headers.emplace_back("Cache-Control", "no-store");
        response.headers.emplace_back("Referrer-Policy", "no-referrer");
        whole->send(std::move(response));
    } else if (whole->hop) {
        send_moved(*whole);
    } else if (services_.forwarder == nullptr) {
        on_forward_failed(whole, ForwardFailure::NoOwner);
    } else {
        const std::uint32_t shards = services_.placement->shards();
        send_to_owner(whole, engine::shard_of(call->resource, shards), true);
    }
}

void ApiRoutes::send_to_owner(const CallPtr& call, engine::ShardNumber shard, bool is_back) {
    Errand errand{.shard = shard,
                  .request = std::shared_ptr<const Request>(call, &call->request),
                  .kind = errand_kind(call->route),
                  .is_repeatable = is_repeatable(*call),
                  .patience = call->patience,
                  .is_back = is_back};
    errand.here = [this, call](const Patience& patience) {
        call->start_over();
        call->patience = patience;
        begin(call);
    };
    errand.answer = [this, call](Response response) {
        const bool is_change = call->route != nullptr && changes_control_plane(call->route->name);
        if (is_change && response.status < 400) {
            look_at_control_plane([](bool) {});
        }
        call->pass_on(std::move(response));
    };
    errand.stream = [call](std::function<void()> closed) {
        if (call->on_answer) {
            call->on_answer(*call, 200);
        }
        return std::exchange(call->responder, nullptr)->stream(std::move(closed));
    };
    errand.fail = [this, call](ForwardFailure failure) { on_forward_failed(call, failure); };
    services_.forwarder->forward(std::move(errand));
}

void ApiRoutes::on_forward_failed(const CallPtr& call, ForwardFailure failure) {
    if (call->route == nullptr) {
        Response response = busy_page(*call);
        response.headers.emplace_back("Retry-After", "1");
        call->send(std::move(response));
        return;
    }
    switch (failure) {
    case ForwardFailure::Overloaded:
        return call->send_problem(
            problem(ProblemType::Overloaded, "The server is busy. Try again in a moment."));
    case ForwardFailure::Unknown:
        return call->send_problem(
            problem(ProblemType::Unavailable,
                    "Whether this was done is not known. Repeat it with the same Idempotency-Key, "
                    "or look before you repeat it."));
    case ForwardFailure::NoOwner:
        return call->send_problem(problem(
            ProblemType::Unavailable, "What this is about is moving to another node; nothing was "
                                      "changed. Try again in a moment."));
    }
}

void ApiRoutes::send_moved(Call& call) {
    const Problem moved = problem(ProblemType::Unavailable, "Another node carries this out.");
    Response response;
    response.status = moved.status;
    response.content_type = problem_content_type;
    response.body = problem_body(moved);
    response.headers.emplace_back("Retry-After", "1");
    response.headers.emplace_back(std::string(moved_header), "1");
    call.pass_on(std::move(response));
}

// Whoever passed the call on has given up waiting: what is not begun need not be begun.
bool ApiRoutes::is_too_late(Call& call) const {
    if (!call.hop || std::chrono::steady_clock::now() < call.hop->deadline) {
        return false;
    }
    call.send_problem(
        problem(ProblemType::Overloaded, "The server is busy. Try again in a moment."));
    return true;
}

// What nodes tell each other; nobody else learns that there is such a path.
bool ApiRoutes::handle_between_nodes(const CallPtr& call) {
    if (call->hop && !call->hop->is_for_us) {
        send_moved(*call);
        return true;
    }
    if (!call->hop || call->request.path != look_path || call->request.method != "POST") {
        return false;
    }
    services_.placement->look_again();
    Response response;
    response.status = 204;
    call->send(std::move(response));
    return true;
}

}  // namespace standby::http
