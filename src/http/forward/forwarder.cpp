// The policy: where a request goes, how long it waits, and what may be tried again.
#include "http/forward/forwarder.hpp"

#include "base/assert.hpp"
#include "base/guarded.hpp"
#include "base/text.hpp"
#include "http/forward/connecting.hpp"
#include "http/forward/node_address.hpp"
#include "http/forward/node_proof.hpp"
#include "http/forward/peer.hpp"
#include "http/forward/request_text.hpp"
#include "http/forward/seen_numbers.hpp"
#include "http/server/syntax.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <utility>

namespace standby::http {
namespace {

using wire::Instant;
using wire::IoThread;

constexpr Duration tick{250};
constexpr Duration tell_deadline = std::chrono::seconds{1};

Instant now() {
    return std::chrono::steady_clock::now();
}

Time wall_now() {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

bool says_moved(const Response& response) {
    return response.status == 503 && std::ranges::any_of(response.headers, [](const auto& header) {
               return equals_ignoring_case(header.first, moved_header);
           });
}

struct Counters {
    std::atomic<std::uint64_t> sent = 0;
    std::atomic<std::uint64_t> answered = 0;
    std::atomic<std::uint64_t> held = 0;
    std::atomic<std::uint64_t> given_up = 0;
    std::atomic<std::uint64_t> broken = 0;
    std::atomic<std::uint64_t> streams = 0;
    std::atomic<std::uint64_t> connections = 0;
    std::atomic<std::uint64_t> forged = 0;
    std::atomic<std::uint64_t> stale = 0;
};

using ErrandPtr = std::shared_ptr<Errand>;

class RunningForwarder final : public Forwarder {
public:
    RunningForwarder(const ForwarderOptions& options, std::unique_ptr<wire::TlsContext> tls,
                     Placement& placement)
        : options_(options),
          tls_(std::move(tls)),
          placement_(placement),
          proof_(options.secret),
          thread_(std::make_shared<IoThread>(tick)) {}

    ~RunningForwarder() override {
        if (!is_stopped_) {
            stop();
        }
    }

    std::optional<Hop> receive(Request& request) override;
    void forward(Errand errand) override;
    void tell(const std::string& address, const std::string& node) override;
    void prove(Response& response, const Hop& hop) const override {
        // In the name that was asked for: who came after an earlier node answers for it, too.
        proof_.prove(response, {.from = hop.to, .to = hop.node, .number = hop.number});
    }

    ForwardFigures figures() const override {
        return {.sent = counters_.sent,
                .answered = counters_.answered,
                .held = counters_.held,
                .given_up = counters_.given_up,
                .broken = counters_.broken,
                .streams = counters_.streams,
                .connections = counters_.connections,
                .forged = counters_.forged,
                .stale = counters_.stale};
    }

    void stop() override {
        ASSERT(!std::exchange(is_stopped_, true));
        is_stopping_ = true;
        thread_->finish();  // closes the peers, which fail what is under way
        thread_->join();
    }

private:
    bool is_recent(Time sent_at) const {
        const auto difference = wall_now() - sent_at;
        return difference <= options_.clock_difference_max &&
               difference >= -options_.clock_difference_max;
    }

    // All on the thread.
    void begin(const ErrandPtr& errand);
    void attempt(const ErrandPtr& errand);
    void send(const ErrandPtr& errand, const Placement::Owner& owner);
    // Whether the answer may be believed: to the request of this number, by that node.
    bool is_proven(Response& response, const std::string& node, std::uint64_t number,
                   const NodeAddress& address);
    void on_answer(const ErrandPtr& errand, Response response);
    void on_trouble(const ErrandPtr& errand, Trouble trouble, Instant tried_at);
    // Its wait, if it is the first one, began at `since`.
    void hold(const ErrandPtr& errand, Instant since);
    void give_up(const ErrandPtr& errand);
    // Returns the number of the request.
    std::uint64_t write(std::string& output, const Request& request, const Placement::Owner& to,
                        Instant deadline);
    // Null: there is no way to that node that this one may take.
    Peer* peer(const NodeAddress& address);
    bool is_by_tls(const NodeAddress& address) const {
        return tls_ != nullptr && !address.tls.empty();
    }
    // Nodes that prove all there is: what proves less is not theirs.
    bool is_modern(const std::string& node) const {
        return modern_.with([&](const Modern& nodes) { return nodes.contains(node); });
    }
    void note_modern(const std::string& node) {
        modern_.with([&](Modern& nodes) {
            if (nodes.size() >= SeenNumbers::nodes_max) {
                nodes.clear();  // Nodes come and go; so many at a time there are not.
            }
            nodes.insert(node);
        });
    }

    using Modern = std::set<std::string>;

    const ForwarderOptions options_;
    const std::unique_ptr<wire::TlsContext> tls_;  // null: plain
    Placement& placement_;
    const NodeProof proof_;
    SeenNumbers seen_;
    Guarded<Modern> modern_;
    Counters counters_;
    std::atomic<bool> is_stopping_ = false;
    bool is_stopped_ = false;

    // The thread's own.
    std::map<std::string, std::shared_ptr<Peer>> peers_;  // by address
    std::uint64_t number_ = 0;                            // of the last request sent
    std::size_t holding_ = 0;

    const std::shared_ptr<IoThread> thread_;
};

std::optional<Hop> RunningForwarder::receive(Request& request) {
    if (!has_node_headers(request)) {
        return std::nullopt;
    }
    auto said = proof_.read(request);
    strip_node_headers(request);
    const bool may_come = request.is_among_nodes || options_.takes_plain;
    const bool is_enough =
        said && (said->is_whole || (!request.is_among_nodes && !is_modern(said->from)));
    if (!may_come || !is_enough) {
        ++counters_.forged;
        return std::nullopt;
    }
    const bool is_fresh = !said->is_whole || is_recent(said->sent_at);
    counters_.stale += is_fresh ? 0 : 1;
    const bool is_ours =
        is_fresh && said->to == placement_.node() && seen_.take(said->from, said->number);
    if (said->is_whole) {
        note_modern(said->from);
    }
    request.client = std::move(said->client);
    request.secure = said->secure;
    return Hop{.node = std::move(said->from),
               .to = std::move(said->to),
               .deadline = now() + said->remaining,
               .is_for_us = is_ours,
               .wants_proof = said->is_whole && !request.is_among_nodes,
               .number = said->number};
}

void RunningForwarder::forward(Errand errand) {
    const auto kept = std::make_shared<Errand>(std::move(errand));
    if (!thread_->post([this, kept] { begin(kept); })) {
        kept->fail(ForwardFailure::NoOwner);
    }
}

void RunningForwarder::tell(const std::string& address, const std::string& node) {
    thread_->post([this, owner = Placement::Owner{.node = node, .address = address}] {
        PeerExchange exchange{.deadline = now() + tell_deadline,
                              .write =
                                  [this, owner](std::string& output) {
                                      Request request;
                                      request.method = "POST";
                                      request.path = look_path;
                                      write(output, request, owner, now() + tell_deadline);
                                  },
                              .answered = [](const Response&) {},
                              .failed = [](Trouble) {}};
        Peer* const there = peer(parse_node_address(owner.address));
        static_cast<void>(!is_stopping_ && there != nullptr && there->send(std::move(exchange)));
    });
}

void RunningForwarder::begin(const ErrandPtr& errand) {
    Patience& patience = errand->patience;
    if (!patience.deadline) {
        patience.deadline = now() + options_.total_max;
    }
    if (errand->is_back) {
        placement_.look_again();
        hold(errand, now());
    } else {
        attempt(errand);
    }
}

void RunningForwarder::attempt(const ErrandPtr& errand) {
    if (is_stopping_ || *errand->patience.deadline <= now()) {
        give_up(errand);
        return;
    }
    const Placement::Owner owner = placement_.owner_of(errand->shard);
    if (owner.is_here) {
        errand->here(errand->patience);
    } else if (owner.node.empty() || owner.address.empty()) {
        placement_.look_again();
        hold(errand, now());
    } else {
        send(errand, owner);
    }
}

void RunningForwarder::send(const ErrandPtr& errand, const Placement::Owner& owner) {
    const NodeAddress address = parse_node_address(owner.address);
    Peer* const there = peer(address);
    if (there == nullptr) {
        hold(errand, now());
        return;
    }
    const Instant deadline = *errand->patience.deadline;
    PeerExchange exchange{.kind = errand->kind, .deadline = deadline};
    const auto number = std::make_shared<std::uint64_t>(0);
    exchange.write = [this, errand, owner, deadline, number](std::string& output) {
        ++counters_.sent;
        *number = write(output, *errand->request, owner, deadline);
    };
    exchange.answered = [this, errand, node = owner.node, address, number,
                         tried_at = now()](Response response) {
        if (is_proven(response, node, *number, address)) {
            on_answer(errand, std::move(response));
        } else {
            ++counters_.forged;
            on_trouble(errand, Trouble::Broken, tried_at);
        }
    };
    exchange.failed = [this, errand, tried_at = now()](Trouble trouble) {
        on_trouble(errand, trouble, tried_at);
    };
    exchange.stream = [this, errand](std::function<void()> closed) {
        ++counters_.streams;
        return errand->stream(std::move(closed));
    };
    if (!there->send(std::move(exchange))) {
        errand->fail(ForwardFailure::Overloaded);
    }
}

bool RunningForwarder::is_proven(Response& response, const std::string& node, std::uint64_t number,
                                 const NodeAddress& address) {
    const auto proof =
        proof_.take_proof(response, {.from = node, .to = placement_.node(), .number = number});
    if (is_by_tls(address)) {
        return true;  // Whoever is at the other end has shown who it is.
    }
    if (!proof) {
        return !is_modern(node);
    }
    if (*proof) {
        note_modern(node);
    }
    return *proof;
}

void RunningForwarder::on_answer(const ErrandPtr& errand, Response response) {
    if (says_moved(response)) {
        placement_.look_again();
        hold(errand, now());
        return;
    }
    ++counters_.answered;
    errand->answer(std::move(response));
}

void RunningForwarder::on_trouble(const ErrandPtr& errand, Trouble trouble, Instant tried_at) {
    placement_.look_again();
    if (trouble == Trouble::NotSent) {
        hold(errand, tried_at);
        return;
    }
    ++counters_.broken;
    errand->patience.is_maybe_done |= errand->request->method != "GET";
    if (errand->is_repeatable) {
        hold(errand, now());
    } else {
        errand->fail(ForwardFailure::Unknown);
    }
}

void RunningForwarder::hold(const ErrandPtr& errand, Instant since) {
    const Instant current = now();
    Patience& patience = errand->patience;
    if (!patience.hold_until) {
        ++counters_.held;
        patience.hold_until = since + options_.hold_max;
    }
    const Instant next = current + options_.retry_interval;
    if (is_stopping_ || next > *patience.hold_until || next > *patience.deadline) {
        give_up(errand);
        return;
    }
    if (holding_ >= options_.waiting_max) {
        errand->fail(patience.is_maybe_done ? ForwardFailure::Unknown : ForwardFailure::Overloaded);
        return;
    }
    ++holding_;
    run_after(*thread_, options_.retry_interval, [this, errand] {
        --holding_;
        attempt(errand);
    });
}

void RunningForwarder::give_up(const ErrandPtr& errand) {
    ++counters_.given_up;
    errand->fail(errand->patience.is_maybe_done ? ForwardFailure::Unknown
                                                : ForwardFailure::NoOwner);
}

std::uint64_t RunningForwarder::write(std::string& output, const Request& request,
                                      const Placement::Owner& to, Instant deadline) {
    const auto remaining = std::chrono::duration_cast<Duration>(deadline - now());
    const NodeAddress address = parse_node_address(to.address);
    const std::string& host = is_by_tls(address) ? address.tls : address.plain;
    append_request_head(output, request, host);
    proof_.append_headers(output, request,
                          {.from = placement_.node(),
                           .to = to.node,
                           .number = ++number_,
                           .remaining = std::max(remaining, Duration{0}),
                           .client = request.client,
                           .secure = request.secure,
                           .sent_at = wall_now()},
                          host);
    output += "\r\n";
    output += request.body;
    return number_;
}

Peer* RunningForwarder::peer(const NodeAddress& address) {
    const bool by_tls = is_by_tls(address);
    const std::string& where = by_tls ? address.tls : address.plain;
    if (where.empty() || (!by_tls && !options_.takes_plain)) {
        return nullptr;
    }
    std::shared_ptr<Peer>& found = peers_[(by_tls ? std::string(tls_mark) : "") + where];
    if (found == nullptr) {
        found = std::make_shared<Peer>(thread_, where, by_tls ? tls_.get() : nullptr, options_,
                                       counters_.connections);
        found->start();
    }
    return found.get();
}

}  // namespace

Result<std::unique_ptr<Forwarder>, std::string> Forwarder::create(const ForwarderOptions& options,
                                                                  Placement& placement) {
    if (options.secret.size() < cluster_secret_length_min) {
        return std::unexpected("The cluster's secret must have at least " +
                               std::to_string(cluster_secret_length_min) + " characters.");
    }
    std::unique_ptr<wire::TlsContext> tls;
    if (options.tls.is_given()) {
        tls = TRY(wire::TlsContext::load_mutual_client(options.tls));
    }
    return std::make_unique<RunningForwarder>(options, std::move(tls), placement);
}

}  // namespace standby::http
