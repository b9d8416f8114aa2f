// Which node carries a call out. What is about a resource belongs to the owner of its shard; what
// changes the control plane belongs to one node per account. A server alone has all of them to
// itself.
#pragma once

#include "http/routes/call.hpp"

#include <coroutine>
#include <cstdint>
#include <memory>
#include <optional>

namespace standby::http {

// The resource that the path is about, as far as the path alone tells; 0: none.
core::ResourceNumber resource_in_path(const Call& call);

// An error when another node carries it out; then call.elsewhere says where.
Result<void, Problem> place(Call& call);

// What a node says that was thought to be the owner and is not.
Response moved_response();
// Sends another node's answer, as it is.
void pass_on(Call& call, Response response);

// For a call that belongs elsewhere: the answer that is given here all the same. Nothing: it is to
// be forwarded.
std::optional<Answer> answer_if_moved(Call& call);

enum class Forwarded : std::uint8_t {
    Answered,
    Here,  // this node owns the shard by now
};

// Takes the call to the owner and sends what comes back.
class ForwardStep {
public:
    ForwardStep(Call& call, std::shared_ptr<Arrival> arrival)
        : call_(call), arrival_(std::move(arrival)) {}

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> waiting);
    Forwarded await_resume() const { return outcome_; }

private:
    void on_answer(Response response);
    void on_failure(ForwardFailure failure);

    Call& call_;
    std::shared_ptr<Arrival> arrival_;
    Forwarded outcome_ = Forwarded::Answered;
};

// Goes on once the directory knows it, or it is sure that nobody does.
Task<Result<void, Problem>> learn_resource(Call& call, core::ResourceNumber resource);
// The same where the store may be read. False: it could not be.
bool learn_resource(Shared& shared, core::ResourceNumber resource, engine::Store& store,
                    engine::Registry& registry);

}  // namespace standby::http
