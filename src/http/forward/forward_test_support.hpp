// For tests only: a placement that the test decides, a peer whose bytes the test writes, another
// node that answers as the test says, and errands whose end can be waited for.
#pragma once

#include "base/guarded.hpp"
#include "http/forward/forwarder.hpp"
#include "http/forward/proving_responder.hpp"
#include "http/server/server_test_support.hpp"

#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace standby::http {

class DecidedPlacement final : public Placement {
public:
    explicit DecidedPlacement(std::string node, std::uint32_t shards = 4)
        : node_(std::move(node)), shards_(shards) {}

    void give(engine::ShardNumber shard, Owner owner) {
        owners_.with([&](Owners& owners) { owners[shard] = std::move(owner); });
    }
    void give_here(engine::ShardNumber shard) {
        give(shard, {.is_here = true, .node = node_, .address = ""});
    }
    // Called at every look; the test may change the owners there.
    std::function<void(int looks)> on_look;

    std::uint32_t shards() const override { return shards_; }
    Owner owner_of(engine::ShardNumber shard) const override {
        return owners_.with([&](const Owners& owners) {
            const auto found = owners.find(shard);
            return found == owners.end() ? Owner{} : found->second;
        });
    }
    std::optional<engine::ShardNumber> own_shard() const override {
        return owners_.with([](const Owners& owners) -> std::optional<engine::ShardNumber> {
            for (const auto& [shard, owner] : owners) {
                if (owner.is_here) {
                    return shard;
                }
            }
            return std::nullopt;
        });
    }
    void look_again() override {
        const int looks = ++looks_;
        if (on_look) {
            on_look(looks);
        }
    }
    std::string node() const override { return node_; }
    interchange::ClusterReport report() const override {
        interchange::ClusterReport report{.node = node_, .is_serving = true};
        report.nodes.push_back(
            {.row = {.id = node_, .address = "127.0.0.1:1", .version = "1"}, .is_here = true});
        return report;
    }
    int looks() const { return looks_; }

private:
    using Owners = std::map<engine::ShardNumber, Owner>;

    const std::string node_;
    const std::uint32_t shards_;
    std::atomic<int> looks_ = 0;
    Guarded<Owners> owners_;
};

inline std::string loopback(std::uint16_t port) {
    return "127.0.0.1:" + std::to_string(port);
}

// Accepts connections one after another and treats each as the test says.
class ScriptedPeer {
public:
    // Called with the number of the connection, from 1, and its socket, which is closed afterwards.
    using Talk = std::function<void(int number, int socket)>;

    explicit ScriptedPeer(Talk talk) : talk_(std::move(talk)) {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size), 0);
        EXPECT_EQ(::listen(listener_, 64), 0);
        EXPECT_EQ(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size), 0);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { run(); });
    }
    ~ScriptedPeer() {
        ::shutdown(listener_, SHUT_RDWR);
        thread_.join();
        ::close(listener_);
    }
    ScriptedPeer(const ScriptedPeer&) = delete;
    ScriptedPeer& operator=(const ScriptedPeer&) = delete;

    std::string address() const { return loopback(port_); }
    int connections() const { return connections_; }

    // Everything up to the empty line; less when the other side closes before.
    static std::string read_head(int socket) {
        std::string head;
        char byte = 0;
        while (!head.ends_with("\r\n\r\n") && ::recv(socket, &byte, 1, 0) == 1) {
            head += byte;
        }
        return head;
    }
    static void write(int socket, std::string_view text) {
        EXPECT_EQ(::send(socket, text.data(), text.size(), MSG_NOSIGNAL),
                  static_cast<ssize_t>(text.size()));
    }
    // Until the other side closes.
    static void wait_for_close(int socket) {
        char bytes[1024];
        while (::recv(socket, bytes, sizeof bytes, 0) > 0) {
        }
    }

private:
    void run() {
        while (true) {
            const int socket = ::accept(listener_, nullptr, nullptr);
            if (socket < 0) {
                return;
            }
            ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &read_timeout, sizeof read_timeout);
            talk_(++connections_, socket);
            ::close(socket);
        }
    }

    Talk talk_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<int> connections_ = 0;
    std::thread thread_;
};

inline const std::string test_secret = "a secret that all nodes know";

inline Request request_to(std::string method, std::string path, std::string body = {}) {
    Request request;
    request.method = std::move(method);
    request.path = std::move(path);
    request.headers.emplace_back("host", "standby.example");
    request.body = std::move(body);
    request.client = "192.0.2.7";
    return request;
}

inline ForwarderOptions with_secret(ForwarderOptions options) {
    options.secret = test_secret;
    return options;
}

// The other node: proves who passed a request on, and answers what the test says.
class OtherNode {
public:
    explicit OtherNode(FunctionHandler::Function answer, std::string node = "node-b",
                       ForwarderOptions options = {})
        : placement_(std::move(node)),
          forwarder_(*Forwarder::create(with_secret(std::move(options)), placement_)),
          server_([this, answer = std::move(answer)](Request request,
                                                     std::unique_ptr<Responder> responder) {
              auto hop = forwarder_->receive(request);
              if (hop && hop->wants_proof && proves) {
                  responder = std::make_unique<ProvingResponder>(
                      std::move(responder), *forwarder_, *hop, wire::ContentCoding::Identity);
              }
              hops_.with([&](Hops& hops) { hops.push_back(std::move(hop)); });
              answer(std::move(request), std::move(responder));
          }) {}
    ~OtherNode() {
        server_.destroy();
        forwarder_->stop();
    }

    Placement::Owner owner() {
        return {.node = placement_.node(), .address = loopback(server_->port())};
    }
    using Hops = std::vector<std::optional<Hop>>;
    Hops hops() const { return hops_.copy(); }
    ForwardFigures figures() const { return forwarder_->figures(); }
    Server& server() { return *server_; }
    std::atomic<bool> proves = true;  // its answers

private:
    DecidedPlacement placement_;
    std::unique_ptr<Forwarder> forwarder_;
    Guarded<Hops> hops_;
    TestServer server_;
};

// What became of an errand.
struct Ending {
    bool is_here = false;
    std::optional<Response> response;
    std::optional<ForwardFailure> failure;
    Patience patience;
};

class Forwarding : public ::testing::Test {
protected:
    ~Forwarding() override { stop(); }
    void stop() {
        if (forwarder_ && !std::exchange(is_stopped_, true)) {
            forwarder_->stop();
        }
    }

    Forwarder& forwarder() {
        if (!forwarder_) {
            options.secret = test_secret;
            forwarder_ = *Forwarder::create(options, placement);
        }
        return *forwarder_;
    }

    std::future<Ending> begin(Request request, bool is_repeatable = false,
                              ErrandKind kind = ErrandKind::Quick) {
        auto promise = std::make_shared<std::promise<Ending>>();
        auto ending = promise->get_future();
        Errand errand{.shard = 1,
                      .request = std::make_shared<const Request>(std::move(request)),
                      .kind = kind,
                      .is_repeatable = is_repeatable};
        errand.here = [promise](const Patience& patience) {
            promise->set_value({.is_here = true, .patience = patience});
        };
        errand.answer = [promise](Response response) {
            promise->set_value({.response = std::move(response)});
        };
        errand.fail = [promise](ForwardFailure failure) {
            promise->set_value({.failure = failure});
        };
        forwarder().forward(std::move(errand));
        return ending;
    }
    Ending send(Request request, bool is_repeatable = false, ErrandKind kind = ErrandKind::Quick) {
        auto ending = begin(std::move(request), is_repeatable, kind);
        return wait_for(ending);
    }

    DecidedPlacement placement{"node-a"};
    ForwarderOptions options{.retry_interval = std::chrono::milliseconds{5}};

private:
    std::unique_ptr<Forwarder> forwarder_;
    bool is_stopped_ = false;
};

}  // namespace standby::http
