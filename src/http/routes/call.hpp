// One request on its way through the routes: what was asked, by whom, about what, and where the
// answer goes. Shared by the callbacks of its steps; each step runs on one thread at a time.
#pragma once

#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "http/api/problem.hpp"
#include "http/auth/api_key.hpp"
#include "http/auth/guest_token.hpp"
#include "http/forward/forwarder.hpp"
#include "http/limits/cors.hpp"
#include "http/routes/route_table.hpp"
#include "http/server/message.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

struct Call {
    Request request;
    std::unique_ptr<Responder> responder;
    const Route* route = nullptr;
    std::string_view path_id;  // where the route has "{id}"; points into the path
    Time now{};
    CorsPolicy cors = CorsPolicy::None;

    std::optional<Caller> caller;         // who gave a key, or is signed in
    std::optional<Sha256Digest> session;  // of a caller who is signed in
    Time session_end{};
    bool has_dead_cookie = false;  // it names a session that is over: the browser should forget it
    std::optional<GuestToken> token;

    // What the path is about; those that follow from the id are set too.
    core::ResourceNumber resource;
    core::EntryId entry;
    core::OfferId offer;
    core::OpeningId opening;
    std::uint64_t key_number = 0;
    std::uint64_t message = 0;
    std::uint64_t member = 0;      // of the path
    std::uint64_t invitation = 0;  // of the path
    engine::VoiceKey voice;
    engine::AccountNumber account;  // of the resource, or of the caller
    std::string time_zone;          // of the resource

    // Among several nodes: who passed the request on to this one, how long it has been waiting for
    // its shard, whether the store was asked about a caller whom nobody knows here, and whether
    // what it asks for has been carried out, so that it must not be tried again.
    std::optional<Hop> hop;
    Patience patience;
    bool has_looked = false;
    bool is_carried_out = false;
    bool is_counted = false;        // as a join of its client
    std::shared_ptr<Call> part_of;  // set: an inner call, made for that one

    // The person of the request itself, so that the answer need not read it back.
    std::optional<engine::Person> person;

    // Set for commands that are not kept under a key: answers from what is stored after the commit.
    // It is handed the call instead of holding it, since a call that holds itself never ends.
    std::function<void(const std::shared_ptr<Call>&)> answer_after_commit;

    // Called once with the status of the answer.
    std::function<void(const Call&, std::uint16_t status)> on_answer;

    bool is_staff() const { return caller.has_value(); }
    core::Actor actor() const;

    // Each call is answered once, by one of these.
    void send(Response response);
    void send_json(std::uint16_t status, std::string body);
    void send_problem(const Problem& problem);
    // Another node's answer, as it is.
    void pass_on(Response response);
    // Forgets everything but the request, so that it can be handled again from the start.
    void start_over();
    // 405, naming the methods that the path takes ("GET, HEAD").
    void send_not_allowed(const std::string& methods);
};
using CallPtr = std::shared_ptr<Call>;

}  // namespace standby::http
