// Placing, forwarding, and learning what other nodes made.
#include "http/routes/which_node.hpp"

#include "core/state/rows.hpp"
#include "engine/ports/listings.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "http/routes/handlers.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/import_id.hpp"

#include <chrono>
#include <utility>

namespace standby::http {
namespace {

// Under a key always the same one, which the store goes by too; otherwise one of this node's, or
// of any node that has some. While nobody owns any, the first one will do to wait for.
engine::ShardNumber shard_of_new_resource(const Call& call, const Placement& placement) {
    const std::uint32_t shards = placement.shards();
    if (const auto key = call.key()) {
        return static_cast<engine::ShardNumber>(key->key.low % shards);
    }
    if (const auto own = placement.own_shard()) {
        return *own;
    }
    for (engine::ShardNumber shard = 0; shard < shards; ++shard) {
        if (!placement.owner_of(shard).node.empty()) {
            return shard;
        }
    }
    return 0;
}

std::optional<engine::ShardNumber> shard_of_call(const Call& call, const Placement& placement) {
    switch (call.route->node) {
    case Node::Any:
        return std::nullopt;
    case Node::Shard: {
        const core::ResourceNumber resource = resource_in_path(call);
        return resource == core::ResourceNumber{}
                   ? std::nullopt
                   : std::optional(engine::shard_of(resource, placement.shards()));
    }
    case Node::Account:
        return static_cast<engine::ShardNumber>(call.about.account.value() % placement.shards());
    case Node::NewShard:
        return shard_of_new_resource(call, placement);
    }
    return std::nullopt;
}

bool is_repeatable(const Call& call) {
    const bool has_key =
        call.request.method == "POST" && !call.request.header("idempotency-key").empty();
    return call.request.method == "GET" || (has_key && is_api(call.route->who));
}

Problem problem_after(ForwardFailure failure) {
    switch (failure) {
    case ForwardFailure::Overloaded:
        return problem_of(engine::Failure::Overloaded);
    case ForwardFailure::Unknown:
        return problem_of(engine::Failure::Unknown);
    case ForwardFailure::NoOwner:
        break;
    }
    return problem(
        ProblemType::Unavailable,
        "This list is moving to another node, so nothing was changed. Try again in a moment.");
}

Response failed_response(const Call& call, ForwardFailure failure) {
    if (call.route->who != Who::Link) {
        return response_of(problem_after(failure));
    }
    Response response = busy_page(call);
    response.headers.emplace_back("Retry-After", "1");
    return response;
}

std::chrono::steady_clock::time_point steady_now() {
    return std::chrono::steady_clock::now();
}

// Whether another node may have made it since this one looked.
bool is_unknown_here(const Shared& shared, core::ResourceNumber resource) {
    return shared.services.placement != nullptr && resource != core::ResourceNumber{} &&
           !shared.services.directory.find(resource) &&
           !shared.unknown_resources.contains(resource, steady_now());
}

}  // namespace

core::ResourceNumber resource_in_path(const Call& call) {
    const auto resource_behind = [](const auto& parsed) {
        return parsed ? core::resource_of(*parsed) : core::ResourceNumber{};
    };
    const std::string_view id = call.path_id;
    switch (call.route->target) {
    case Target::Resource:
        return core::parse_resource_id(id).value_or(core::ResourceNumber{});
    case Target::Entry:
        return resource_behind(core::parse_entry_id(id));
    case Target::Offer:
        return resource_behind(core::parse_offer_id(id));
    case Target::Opening:
        return resource_behind(core::parse_opening_id(id));
    case Target::Import:
        return resource_behind(interchange::parse_import_id(id));
    case Target::Calendar: {
        const auto calendar = interchange::parse_calendar_id(id);
        return calendar ? calendar->resource : core::ResourceNumber{};
    }
    case Target::Token: {
        const auto token = call.shared.services.tokens.verify(call.link_in_path(), call.now);
        return token ? core::resource_of(core::EntryId{token->id}) : core::ResourceNumber{};
    }
    case Target::None:
    case Target::Key:
    case Target::SigningKey:
    case Target::Voice:
    case Target::Message:
    case Target::Member:
    case Target::Service:
    case Target::OfferedPerson:
    case Target::Place:
    case Target::Card:
        break;
    }
    return core::ResourceNumber{};
}

Result<void, Problem> place(Call& call) {
    const Placement* placement = call.shared.services.placement;
    const auto shard = placement != nullptr ? shard_of_call(call, *placement) : std::nullopt;
    if (!shard || placement->owner_of(*shard).is_here) {
        return {};
    }
    call.elsewhere = {.shard = *shard, .is_back = false};
    return refuse(ProblemType::Unavailable, "Another node carries this out.");
}

Response moved_response() {
    Response response =
        response_of(problem(ProblemType::Unavailable, "Another node carries this out."));
    response.headers.emplace_back(std::string(moved_header), "1");
    return response;
}

void pass_on(Call& call, Response response) {
    hold_back(call, response);
    report_answer(call, response.status);
    std::exchange(call.arrival.responder, nullptr)->send(std::move(response));
}

// A call that was passed on to this node is not passed on again.
std::optional<Answer> answer_if_moved(Call& call) {
    if (std::exchange(call.is_counted, false)) {
        call.shared.joins.give_back(call.request.client);  // It counts where it is carried out.
    }
    if (call.is_carried_out) {
        // Only how things stand now is missing: the page shows it when it is asked for again.
        const std::string& query = call.request.query;
        return redirect(303, call.request.path + (query.empty() ? "" : "?" + query));
    }
    if (call.arrival.hop) {
        return moved_response();
    }
    if (call.shared.services.forwarder == nullptr) {
        return failed_response(call, ForwardFailure::NoOwner);
    }
    return std::nullopt;
}

void ForwardStep::await_suspend(std::coroutine_handle<> waiting) {
    Errand errand{.shard = call_.elsewhere->shard,
                  .request = std::shared_ptr<const Request>(arrival_, &arrival_->request),
                  .kind = call_.route->time,
                  .is_repeatable = is_repeatable(call_),
                  .patience = arrival_->patience,
                  .is_back = call_.elsewhere->is_back};
    errand.here = [this, waiting](const Patience& patience) {
        arrival_->patience = patience;
        outcome_ = Forwarded::Here;
        waiting.resume();
    };
    errand.answer = [this, waiting](Response response) {
        if (call_.route->node == Node::Account && response.status < 400) {
            call_.shared.control.look([](bool) {});
        }
        pass_on(call_, std::move(response));
        waiting.resume();
    };
    errand.stream = [this, waiting](std::function<void()> closed) {
        report_answer(call_, 200);
        auto stream = std::exchange(arrival_->responder, nullptr)->stream(std::move(closed));
        waiting.resume();
        return stream;
    };
    errand.fail = [this, waiting](ForwardFailure failure) {
        pass_on(call_, failed_response(call_, failure));
        waiting.resume();
    };
    call_.shared.services.forwarder->forward(std::move(errand));
}

Task<Result<void, Problem>> learn_resource(Call& call, core::ResourceNumber resource) {
    if (!is_unknown_here(call.shared, resource)) {
        co_return Result<void, Problem>{};
    }
    const auto turn = co_await call.shared.unknown_resources.looks.take();
    if (!turn) {
        ++call.shared.reads_refused;
        co_return refuse(ProblemType::Overloaded,
                         "Too many reads are waiting. Try again in a moment.");
    }
    auto read = co_await call.read([&](engine::Store& store, engine::Registry& registry) {
        return learn_resource(call.shared, resource, store, registry);
    });
    const bool is_read = CO_TRY(std::move(read));
    if (!is_read) {
        co_return std::unexpected(unavailable());
    }
    co_return Result<void, Problem>{};
}

bool learn_resource(Shared& shared, core::ResourceNumber resource, engine::Store& store,
                    engine::Registry& registry) {
    if (!is_unknown_here(shared, resource)) {
        return true;
    }
    const auto account = registry.account_of(resource);
    const auto listing = engine::listing_of(store, resource);
    if (!account || !listing) {
        return false;
    }
    const auto row = *account && *listing ? core::decode_resource_row((*listing)->data)
                                          : std::unexpected(std::string{});
    if (!row) {
        shared.unknown_resources.add(resource, steady_now());
        return true;
    }
    shared.services.directory.add(resource, **account, row->settings.time_zone);
    return true;
}

// What nodes tell each other: the leases have changed.
Task<Answer> look_at_leases(Call& call) {
    call.shared.services.placement->look_again();
    co_return empty_response(204);
}

}  // namespace standby::http
