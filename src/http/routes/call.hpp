// One request on its way through the routes: what was asked, by whom, about what; and the steps
// that handlers are made of. A step gives the thread back and the handler goes on where its
// callback runs: after `look` and `submit` on a thread of the shard, which must not be held up,
// after `read` on one that may wait for the disk.
#pragma once

#include "core/run.hpp"
#include "http/api/cursor.hpp"
#include "http/auth/api_key.hpp"
#include "http/auth/guest_token.hpp"
#include "http/routes/frames.hpp"
#include "http/routes/route_table.hpp"
#include "http/routes/shared.hpp"
#include "http/routes/task.hpp"
#include "interchange/view/import_id.hpp"
#include "interchange/view/viewer.hpp"

#include <concepts>
#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace standby::http {

using interchange::Viewer;

// What came in. It outlives the call, which is made anew when the request comes back from a node
// that could not carry it out.
struct Arrival {
    Request request;
    std::unique_ptr<Responder> responder;  // null: the answer is a stream, which has begun
    Time at{};
    // Among several nodes: who passed it on to this one, and how long it has been waiting.
    std::optional<Hop> hop;
    Patience patience;
};

// What the path is about. Those that follow from the id are set too.
struct Subject {
    core::ResourceNumber resource;
    core::EntryId entry;
    core::OfferId offer;
    core::OpeningId opening;
    interchange::ImportId import;
    std::uint64_t number = 0;      // of a key, a message or a member
    std::uint64_t invitation = 0;  // instead of a member
    engine::VoiceKey voice;
    engine::AccountNumber account;  // of the resource, or of the caller
    std::string time_zone;          // of the resource
};

// Turns the outcome of a command into the answer, on the state as it is right after: JSON with
// marks for personal data and tokens. May be kept under an Idempotency-Key.
using BodyMaker = engine::Answer(const core::ResourceState&, const core::Outcome&);
using MakeBody = std::function<BodyMaker>;

namespace detail {

// Whoever reads takes the store, the registry, or both.
template <class Read>
decltype(auto) read_from(Read& read, engine::Store& store, engine::Registry& registry) {
    if constexpr (std::invocable<Read&, engine::Store&, engine::Registry&>) {
        return read(store, registry);
    } else if constexpr (std::invocable<Read&, engine::Store&>) {
        return read(store);
    } else {
        return read(registry);
    }
}

template <class R>
struct ReadResult {
    using Type = Result<R, Problem>;
};
template <class T>
struct ReadResult<Result<T, Problem>> {
    using Type = Result<T, Problem>;
};
template <class T>
struct ReadResult<Result<T, engine::StoreError>> {
    using Type = Result<T, Problem>;
};

}  // namespace detail

template <class Look>
class LookStep;
template <class Read>
class ReadStep;
class CommandStep;
class SubmitStep;

class Call {
public:
    Call(Shared& the_shared, Arrival& the_arrival)
        : shared(the_shared),
          arrival(the_arrival),
          request(the_arrival.request),
          now(the_arrival.at) {}
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    FrameSpace frames;  // of the handlers
    Shared& shared;
    Arrival& arrival;
    const Request& request;
    const Time now;
    const Route* route = nullptr;
    std::string_view path_id;  // where the route has "{id}" or "{rest}"; points into the path

    std::optional<Caller> caller;  // who gave a key, or is signed in
    struct Session {
        Sha256Digest hash{};
        Time ends_at{};
    };
    std::optional<Session> session;  // of a caller who is signed in
    bool has_dead_cookie = false;  // it names a session that is over: the browser should forget it
    bool is_stranger = false;      // gave a key, a link or a cookie that this node does not know
    bool has_wrong_key = false;    // gave a key, and it is none
    bool is_one_of_too_many = false;  // strangers who try to sign in
    std::optional<GuestToken> token;
    Subject about;

    // The person of the request itself, so that the answer need not read it back.
    std::optional<engine::Person> person;
    bool has_marks = false;  // the answer has some to be filled in
    // A command was refused or answered from memory, perhaps because its entry has ended: then the
    // engine could not tell whether the link is a good one.
    bool has_link_to_check = false;
    bool is_proving = false;  // its link is used to prove an address

    // Another node carries this out. Nothing was done, unless the change had been and only showing
    // it is missing.
    struct Elsewhere {
        engine::ShardNumber shard = 0;
        bool is_back = false;  // this node was thought to be the one
    };
    std::optional<Elsewhere> elsewhere;
    bool is_carried_out = false;
    bool is_counted = false;  // as a join of its client

    // Of a page that is asked for with a link.
    std::string_view link_in_path() const { return path_id.substr(0, path_id.find('/')); }
    core::Actor actor() const;
    Viewer viewer() const;
    // The link that a guest asks by; nothing when it is none to this list, or none that opens more
    // than its own page.
    std::optional<core::UsedLink> link() const;
    // Of the resource.
    const Zone& zone() const;
    // What a repeated request is known by; nothing when it came without a key. A handler may have
    // one of its own, for what must be done once however often it is asked for.
    std::optional<engine::IdempotencyKey> own_key;
    std::optional<engine::IdempotencyKey> key() const;
    Result<PageRequest, Problem> page_of(std::string_view list) const;

    // Shows the state of the resource and its name to `use`, and gives what that returns.
    template <class Look>
    [[nodiscard]] LookStep<Look> look(Look use) {
        return {*this, std::move(use)};
    }
    // Runs the function, which takes the store, the registry or both, where the disk may be waited
    // for, and gives what that returns. An error of the store becomes a 503.
    template <class Read>
    [[nodiscard]] ReadStep<Read> read(Read use, engine::Effort effort = engine::Effort::Quick) {
        return {*this, std::move(use), effort};
    }
    // Hands a command to the shard of the resource; gives the answer that `make` makes of it.
    [[nodiscard]] SubmitStep submit(core::Command command, Handed<BodyMaker> make);
    // Unless the objection, which the shard asks right before, gives another.
    using Objection = std::function<std::optional<Problem>(const core::ResourceState&)>;
    [[nodiscard]] SubmitStep submit(core::Command command, Handed<BodyMaker> make,
                                    engine::Attachment attachment, Objection objection = {});
    // The same for pages: gives what became of it. `seen` looks at the outcome, before the commit.
    [[nodiscard]] CommandStep command(core::Command command,
                                      Handed<void(const core::Outcome&)> seen,
                                      engine::Attachment attachment);

    // JSON with marks, which are filled in when it leaves.
    Response draft(std::uint16_t status, std::string body);
    // The engine said that the resource has moved; the answer is nobody's.
    std::unexpected<Problem> moved();
    // Whoever passed the call on has given up waiting: what is not begun need not be begun.
    bool is_too_late() const;
    // Something that staff did, or tried to: for the log, and for the trail of their account.
    // Whoever calls did it, unless the deed names a member.
    void report_staff(engine::Registry& registry, engine::AccountNumber account,
                      engine::StaffDeed deed) const;
    // The same where nobody's account is known: for the log alone.
    void report_staff(std::string_view event) const;
};

// The same where no call waits for it.
struct DeedPlace {
    std::string client;
    Time now{};
};
void report_staff(const Shared& shared, engine::Registry& registry, engine::AccountNumber account,
                  engine::StaffDeed deed, const DeedPlace& place);

// Whoever asks too often (429), or is one of too many strangers, waits for the refusal.
inline constexpr Duration refusal_delay = std::chrono::seconds{1};
void hold_back(const Call& call, Response& response);

// Answers that many handlers give.
std::unexpected<Problem> refuse(ProblemType type, std::string detail = {});
std::unexpected<Problem> refuse_field(std::string field, std::string message);
Problem unavailable();
// What was read, or a 503.
template <class Value>
Result<Value, Problem> or_unavailable(Result<Value, engine::StoreError> read) {
    if (!read) {
        return std::unexpected(unavailable());
    }
    if constexpr (std::is_void_v<Value>) {
        return {};
    } else {
        return *std::move(read);
    }
}
Problem nothing_here();
Problem problem_of(engine::Failure failure);
Problem dead_link_problem();
Response json_response(std::uint16_t status, std::string body);
Response empty_response(std::uint16_t status);
// To another address, which is for the reader alone.
Response redirect(std::uint16_t status, std::string location);
Response response_of(const Problem& problem);

// Tells the figures what the call was answered with.
void report_answer(const Call& call, std::uint16_t status);

// The values of the marks in an answer.
class MarkValues final : public interchange::PlaceholderSource {
public:
    // All must outlive this; `person` and `payments` may be null.
    MarkValues(const SignedLinks& links, const engine::Person* person, const People& people,
               const engine::PaymentDesk* payments)
        : links_(links), person_(person), people_(people), payments_(payments) {}

    const engine::Person* person(core::EntryId entry) const override;
    std::string token(core::EntryId entry, std::uint32_t epoch) const override {
        return signed_token(entry, epoch);
    }
    std::string status_url(core::EntryId entry, std::uint32_t epoch) const override {
        return links_.at("/e/") + signed_token(entry, epoch);
    }
    std::string group_code(core::EntryId entry, std::uint32_t epoch) const override {
        return links_.token(TokenPurpose::Group, entry.value(), epoch);
    }
    std::string claim_url(core::OfferId offer, std::uint32_t epoch) const override {
        return links_.offer(offer, {.entry = {}, .epoch = epoch});
    }
    std::string payment_url(core::OfferId offer) const override {
        return payments_ != nullptr ? payments_->page_of(offer) : std::string();
    }

private:
    // An answer names the token of an entry twice: alone and in its link.
    const std::string& signed_token(core::EntryId entry, std::uint32_t epoch) const;

    const SignedLinks& links_;
    const engine::Person* person_;
    const People& people_;
    const engine::PaymentDesk* payments_;
    mutable core::EntryId token_of_;
    mutable std::uint32_t token_epoch_ = 0;
    mutable std::string token_;
};

template <class Look>
class [[nodiscard]] LookStep {
public:
    static_assert(is_awaitable_function<Look>);
    using Value = std::invoke_result_t<Look&, const core::ResourceState&, const std::string&>;

    LookStep(Call& call, Look look) : call_(call), look_(std::move(look)) {}

    bool await_ready() {
        if (call_.is_too_late()) {
            failure_ = engine::Failure::Overloaded;
        }
        return failure_.has_value();
    }
    void await_suspend(std::coroutine_handle<> waiting) {
        call_.shared.services.gateway.submit(
            engine::Query{.resource = call_.about.resource,
                          .look = [this, waiting](const engine::Query::View& view) {
                              failure_ = view.failure;
                              if (!view.failure && view.state != nullptr) {
                                  value_.emplace(look_(*view.state, *view.name));
                              }
                              waiting.resume();
                          }});
    }
    Result<Value, Problem> await_resume() {
        if (failure_ == engine::Failure::Moved) {
            return call_.moved();
        }
        if (failure_) {
            return std::unexpected(problem_of(*failure_));
        }
        if (!value_) {
            return std::unexpected(nothing_here());
        }
        return *std::move(value_);
    }

private:
    Call& call_;
    Look look_;
    std::optional<Value> value_;
    std::optional<engine::Failure> failure_;
};

template <class Read>
class [[nodiscard]] ReadStep {
public:
    static_assert(is_awaitable_function<Read>);
    using Value = decltype(detail::read_from(std::declval<Read&>(), std::declval<engine::Store&>(),
                                             std::declval<engine::Registry&>()));
    using Given = typename detail::ReadResult<Value>::Type;

    ReadStep(Call& call, Read read, engine::Effort effort)
        : call_(call), read_(std::move(read)), effort_(effort) {}

    bool await_ready() const { return false; }
    bool await_suspend(std::coroutine_handle<> waiting) {
        return call_.shared.services.gateway.read(
            effort_, [this, waiting](engine::Store& store, engine::Registry& registry) {
                value_.emplace(detail::read_from(read_, store, registry));
                waiting.resume();
            });
    }
    Given await_resume() {
        if (!value_) {
            ++call_.shared.reads_refused;
            return refuse(ProblemType::Overloaded,
                          "Too many reads are waiting. Try again in a moment.");
        }
        if constexpr (std::same_as<Value, Given>) {
            return *std::move(value_);
        } else if constexpr (requires { typename Value::error_type; }) {
            if (!value_->has_value()) {
                return std::unexpected(unavailable());
            }
            if constexpr (std::is_void_v<typename Value::value_type>) {
                return {};
            } else {
                return **std::move(value_);
            }
        } else {
            return *std::move(value_);
        }
    }

private:
    Call& call_;
    Read read_;
    engine::Effort effort_;
    std::optional<Value> value_;
};

class [[nodiscard]] CommandStep {
public:
    CommandStep(Call& call, engine::Request&& request)
        : call_(call), request_(std::move(request)) {}

    bool await_ready();
    void await_suspend(std::coroutine_handle<> waiting);
    engine::Reply await_resume() { return std::move(reply_); }

protected:
    Call& call_;
    engine::Request request_;
    engine::Reply reply_;
};

class [[nodiscard]] SubmitStep : public CommandStep {
public:
    using CommandStep::CommandStep;
    Answer await_resume();
};

}  // namespace standby::http
