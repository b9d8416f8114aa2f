// For tests only: two nodes with real routes, servers and forwarders over one store in memory. Who
// owns what is for the test to decide, for each node apart.
#pragma once

#include "base/guarded.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/gateway.hpp"
#include "http/auth/contacts.hpp"
#include "http/forward/forward_test_support.hpp"
#include "http/routes/api.hpp"
#include "tests/memory_store/memory_store.hpp"
#include "tests/routes/messenger_test_support.hpp"

#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace standby::nodes {

inline constexpr std::uint32_t shards = 4;
inline const Time start = *parse_time("2026-11-15T14:00:00Z");

// One thread that does all that touches the store, for both nodes.
class Worker {
public:
    Worker() : thread_([this] { run(); }) {}
    ~Worker() {
        post(nullptr);
        thread_.join();
    }
    // Null ends it.
    void post(std::function<void()> task) {
        const std::scoped_lock lock(mutex_);
        tasks_.push_back(std::move(task));
        changed_.notify_one();
    }
    // Until everything posted before has been done.
    void wait() {
        std::promise<void> done;
        post([&done] { done.set_value(); });
        auto future = done.get_future();
        http::wait_for(future);
    }

private:
    void run() {
        while (true) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return !tasks_.empty(); });
            const std::function<void()> task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            if (!task) {
                return;
            }
            task();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> tasks_;
    std::thread thread_;
};

// The engine of one node: what it does not own has moved.
class NodeGateway final : public engine::Gateway {
public:
    using Publish = std::function<void(const engine::Committed&)>;

    NodeGateway(Worker& worker, store::MemoryStore& store, const core::ZoneBook& zones,
                Publish publish)
        : worker_(worker), store_(store), zones_(zones), publish_(std::move(publish)) {}

    Time now() const override { return start; }
    void submit(engine::Request&& request) override {
        worker_.post([this, request = std::move(request)]() mutable {
            if (!owns(request.resource)) {
                request.done({.answer = {}, .failure = engine::Failure::Moved});
                return;
            }
            engine::Shard& shard = shard_of(request.resource);
            shard.submit(std::move(request), start);
            run(shard);
        });
    }
    void submit(engine::Query query) override {
        worker_.post([this, query = std::move(query)] {
            if (!owns(query.resource)) {
                query.look({.failure = engine::Failure::Moved});
                return;
            }
            shard_of(query.resource).submit(query, start);
            run(shard_of(query.resource));
        });
    }
    bool read(engine::Effort,
              std::function<void(engine::Store&, engine::Registry&)> function) override {
        worker_.post([this, function = std::move(function)] { function(store_, store_); });
        return true;
    }

    // From here on it begins with what is stored.
    void grant(engine::ShardNumber shard) {
        worker_.post([this, shard] {
            shards_[shard] =
                std::make_unique<engine::Shard>(engine::ShardLimits{}, zones_, publish_);
        });
        worker_.wait();
    }
    void revoke_soon(engine::ShardNumber shard) {
        worker_.post([this, shard] { shards_[shard].reset(); });
    }
    void revoke(engine::ShardNumber shard) {
        revoke_soon(shard);
        worker_.wait();
    }

private:
    bool owns(core::ResourceNumber resource) const {
        return shards_[engine::shard_of(resource, shards)] != nullptr;
    }
    engine::Shard& shard_of(core::ResourceNumber resource) {
        return *shards_[engine::shard_of(resource, shards)];
    }
    void run(engine::Shard& shard) {
        for (engine::Work work = shard.poll(start); !work.empty(); work = shard.poll(start)) {
            for (const core::ResourceNumber resource : work.loads) {
                shard.on_loaded(resource, store_.load(resource, start - std::chrono::hours{24}),
                                start);
            }
            for (const engine::Work::AnswerLookup& lookup : work.lookups) {
                shard.on_answer(lookup.resource, lookup.number,
                                store_.answer(lookup.resource, lookup.number), start);
            }
            if (work.commit) {
                shard.on_commit(store_.commit(*work.commit), start);
            }
        }
    }

    Worker& worker_;
    store::MemoryStore& store_;
    const core::ZoneBook& zones_;
    Publish publish_;
    std::array<std::unique_ptr<engine::Shard>, shards> shards_;
};

struct Shared {
    Shared();

    store::MemoryStore store;
    core::ZoneBook zones;
    std::string owner_key;
    std::unique_ptr<http::TokenSigner> tokens;
    std::unique_ptr<http::ContactHasher> contacts;
    std::atomic<int> key_reads = 0;
    Worker worker;
};

class Node {
public:
    Node(Shared& shared, std::string name, const http::BucketOptions& joins = {});
    ~Node();

    http::Server& server() { return *server_; }
    http::Placement::Owner as_owner() const {
        return {.node = placement.node(), .address = http::loopback(server_->port())};
    }

    std::function<void()> after_commit;  // before anybody is told; called on the worker
    http::DecidedPlacement placement;
    http::Directory directory;
    http::LiveHub hub{&http::Api::format_live_event};
    http::KeyRing keys;
    http::SigningRing signing_keys;
    http::SessionRing sessions;
    http::NullMessenger messenger;
    NodeGateway gateway;
    std::unique_ptr<http::Forwarder> forwarder;
    std::unique_ptr<http::Api> api;

private:
    Worker& worker_;
    std::unique_ptr<http::Server> server_;
};

// A request and its answer over a connection of its own.
http::ClientAnswer ask(Node& node, std::string_view method, std::string_view target,
                       std::string_view key = {}, std::string_view body = {},
                       std::string_view headers = {});
// The text of a member of a flat JSON object.
std::string member(const std::string& json, std::string_view name);

class TwoNodes : public ::testing::Test {
protected:
    // The node has the shard, and both know it.
    void give(engine::ShardNumber shard, Node& to);
    void give_all(Node& to);
    // Of a resource that exists, in a shard of that node.
    std::string make_resource(Node& node);
    static engine::ShardNumber shard_of(const std::string& id);

    Shared shared;
    std::string owner = shared.owner_key;
    Node a{shared, "node-a"};
    Node b{shared, "node-b"};
};

}  // namespace standby::nodes
