// Event streams through another node: passed on as they come, and closed when either side closes.
#include "http/forward/forward_test_support.hpp"
#include "http/forward/forwarder.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <string>

namespace standby::http {
namespace {

const std::string secret = "a secret that all nodes know";

class KeptStream final : public EventStream {
public:
    void write(std::string chunk) override {
        const std::scoped_lock lock(mutex_);
        text_ += chunk;
        changed_.notify_all();
    }
    void close() override {
        const std::scoped_lock lock(mutex_);
        is_open_ = false;
        changed_.notify_all();
    }
    bool is_open() const override {
        const std::scoped_lock lock(mutex_);
        return is_open_;
    }
    bool wait_for_text(std::string_view wanted) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds{10},
                                 [&] { return text_.contains(wanted); });
    }
    bool wait_for_close() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds{10}, [&] { return !is_open_; });
    }
    std::string text() const {
        const std::scoped_lock lock(mutex_);
        return text_;
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::string text_;
    bool is_open_ = true;
};

class PassingOn : public ::testing::Test {
protected:
    PassingOn() { placement.give(1, {.node = "node-b", .address = loopback(peer->port())}); }
    ~PassingOn() override {
        forwarder->stop();
        peer.destroy();
    }

    void ask(std::string path) {
        Request request;
        request.method = "GET";
        request.path = std::move(path);
        Errand errand{.shard = 1,
                      .request = std::make_shared<const Request>(std::move(request)),
                      .kind = ErrandKind::Stream,
                      .is_repeatable = true};
        errand.answer = [this](Response response) { answered.set_value(std::move(response)); };
        errand.fail = [](ForwardFailure) { ADD_FAILURE() << "it failed"; };
        errand.stream = [this](std::function<void()> closed) {
            close_client = std::move(closed);
            opened.set_value();
            return client;
        };
        forwarder->forward(std::move(errand));
    }

    std::promise<void> opened;
    std::promise<Response> answered;
    std::function<void()> close_client;
    std::shared_ptr<KeptStream> client = std::make_shared<KeptStream>();

    std::promise<std::shared_ptr<EventStream>> served;
    std::promise<void> left;
    TestServer peer{[this](const Request& request, std::unique_ptr<Responder> responder) {
        if (request.path == "/none") {
            responder->send({.status = 404, .content_type = "text/plain", .body = "no"});
            return;
        }
        served.set_value(responder->stream([this] { left.set_value(); }));
    }};
    DecidedPlacement placement{"node-a"};
    std::unique_ptr<Forwarder> forwarder = *Forwarder::create({.secret = secret}, placement);
};

TEST_F(PassingOn, EachEventAsItComes) {
    ask("/events");
    auto stream_future = served.get_future();
    const auto stream = wait_for(stream_future);
    stream->write("id: 1\ndata: one\n\n");
    ASSERT_TRUE(client->wait_for_text("one\n\n"));
    stream->write("id: 2\ndata: " + std::string(100'000, 'x') + "\n\n");
    stream->write("id: 3\ndata: three\n\n");
    ASSERT_TRUE(client->wait_for_text("three\n\n"));
    EXPECT_TRUE(client->is_open());
    EXPECT_EQ(forwarder->figures().streams, 1U);
    stream->close();
}

TEST_F(PassingOn, TheEndWhenTheOwnerEndsIt) {
    ask("/events");
    auto stream_future = served.get_future();
    const auto stream = wait_for(stream_future);
    stream->write("data: last\n\n");
    stream->close();
    EXPECT_TRUE(client->wait_for_close());
    EXPECT_EQ(client->text(), "data: last\n\n");
}

TEST_F(PassingOn, TheEndWhenTheClientHasGone) {
    ask("/events");
    auto opening = opened.get_future();
    wait_for(opening);
    close_client();
    auto leaving = left.get_future();
    wait_for(leaving);
}

TEST_F(PassingOn, AnAnswerThatIsNoStream) {
    ask("/none");
    auto answer = answered.get_future();
    EXPECT_EQ(wait_for(answer).status, 404);
}

}  // namespace
}  // namespace standby::http
