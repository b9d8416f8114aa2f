// Test messages to whoever has just set a channel up, on a thread of their own, so that neither
// guests' messages nor other requests wait behind a mail server that does not answer.
#pragma once

#include "base/guarded.hpp"
#include "engine/ports/delivery_settings.hpp"
#include "notify/relay/provider.hpp"
#include "notify/transport/transport.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace standby::app {

// `from` is a mailbox for mail, a number or a name for SMS, a number for WhatsApp, or empty.
notify::OutgoingMessage write_test_message(engine::Channel channel, const std::string& from,
                                           const engine::TestRecipient& recipient, Time now);

class TestMessages {
public:
    static constexpr Duration patience = std::chrono::seconds{20};
    static constexpr std::size_t under_way_max = 4;

    TestMessages();
    // Those that are under way are answered before.
    ~TestMessages();
    TestMessages(const TestMessages&) = delete;
    TestMessages& operator=(const TestMessages&) = delete;

    using Done = std::function<void(std::optional<engine::TestedDelivery>)>;
    // `done` is called once: inside this call, with nothing, when too many are under way, and
    // otherwise on the thread of these messages, within their patience.
    void send(engine::Channel channel, std::unique_ptr<notify::Provider> provider,
              notify::OutgoingMessage message, Done done);
    void stop();

private:
    using Clock = std::chrono::steady_clock;
    struct Asked {
        engine::Channel channel;
        std::unique_ptr<notify::Provider> provider;
        notify::OutgoingMessage message;
        Done done;
    };
    // Whoever waits, until when; `done` is empty once they were answered.
    struct Waiting {
        engine::Channel channel;
        Clock::time_point until;
        Done done;
    };
    struct Inbox {
        std::vector<Asked> fresh;
        std::size_t waiting = 0;
        bool is_over = false;
    };

    void work();
    void begin(Asked asked);
    void answer(Waiting& waiting, const notify::SendResult& result);

    notify::Transport transport_;
    Guarded<Inbox> inbox_;
    std::vector<std::shared_ptr<Waiting>> waiting_;  // of the thread alone
    std::thread thread_;
};

}  // namespace standby::app
