// The routes: one row each. Matching, rights, load shedding, forwarding between nodes, time limits,
// metrics and the list of methods for a 405 all read the row; nothing about a route stands
// elsewhere but its handler and its place in docs/openapi.yaml.
#pragma once

#include "base/result.hpp"
#include "engine/shard/shard.hpp"
#include "http/api/problem.hpp"
#include "http/forward/forwarder.hpp"
#include "http/limits/cors.hpp"
#include "http/routes/task.hpp"
#include "http/server/message.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace standby::http {

// The least that a caller must be.
enum class Who : std::uint8_t {
    Public,       // anybody; a key that is given must still be a good one
    PublicWrite,  // anybody, guests too; a key that is given must be one that may write
    Cookie,       // anybody; a session is known by its cookie alone
    SignIn,       // the same, and only from our own pages: signing in and out
    Guest,        // the guest whom it concerns, or any key of the account
    GuestOnly,    // the guest whom it concerns
    GuestWrite,   // the guest whom it concerns, or a key that may write
    ReadOnly,     // any key of the account, or any member of its staff
    Staff,        // a key that may write
    Owner,
    Operator,  // any key of the server's own account, unless the figures are open to all
    SignedIn,  // a member of the staff, about themselves
    // For the rest no key is asked for or looked at, and their bodies are not JSON.
    Provider,   // whoever proves it by a signature of its own: callbacks of mail and SMS providers
    Link,       // whoever has the link: guests' pages
    Anybody,    // documents and files
    Tests,      // there is no such path without a clock that is moved by hand
    OtherNode,  // another node of the cluster; nobody else learns that there is such a path
};
// Whether it is a call of the API, with keys and JSON.
constexpr bool is_api(Who who) {
    return who <= Who::SignedIn;
}

// What the id in the path is.
enum class Target : std::uint8_t {
    None,
    Resource,
    Entry,
    Offer,
    Opening,
    Import,
    Calendar,  // that a list follows
    Key,
    SigningKey,
    Voice,
    Message,
    Member,
    Service,  // of the catalogue; so the next two
    OfferedPerson,
    Place,
    Card,   // of a forwarded mail
    Token,  // of a guest's link
};

// Which node carries it out.
enum class Node : std::uint8_t {
    Any,
    Shard,     // the owner of the shard that the resource in the path is in
    Account,   // one per account, so that changes of its control plane come one after another
    NewShard,  // the owner of the shard that a new resource goes to
};

class Call;
using Answer = Result<Response, Problem>;
using Handle = Task<Answer> (*)(Call&);

struct Route {
    std::string_view method;
    std::string_view path;  // "/v1/offers/{id}:accept"; {rest} stands for all that follows
    Who who;
    Target target;
    engine::Priority priority;
    Node node;
    ErrandKind time;  // how long it may take, and so whether others may wait behind it
    Handle handler;

    // Every field is said in every row.
    constexpr Route(std::string_view the_method, std::string_view the_path, Who the_who,
                    Target the_target, engine::Priority the_priority, Node the_node,
                    ErrandKind the_time, Handle the_handler)
        : method(the_method),
          path(the_path),
          who(the_who),
          target(the_target),
          priority(the_priority),
          node(the_node),
          time(the_time),
          handler(the_handler) {}
};

std::span<const Route> routes();

// What a browser page of another origin may use: what guests use.
CorsPolicy cors_of(const Route& route);

struct RouteMatch {
    const Route* route = nullptr;    // null: no such path, or not with this method
    std::string_view id;             // points into the path
    std::string allowed;             // the methods of the path, when only the method was wrong
    const Route* sibling = nullptr;  // then: a route of the path
};
// HEAD is matched as GET.
RouteMatch match_route(std::string_view method, std::string_view path);

}  // namespace standby::http
