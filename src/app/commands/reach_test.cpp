// Where URLs lead, and what is said of those who do not answer.
#include "app/commands/reach.hpp"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

namespace standby::app {
namespace {

using ::testing::HasSubstr;

// Listens on a free port of this machine; what it says to the first caller is given.
class Listener {
public:
    explicit Listener(std::string words) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        EXPECT_EQ(::bind(socket_, generic, sizeof address), 0);
        EXPECT_EQ(::listen(socket_, 1), 0);
        socklen_t size = sizeof address;
        ::getsockname(socket_, generic, &size);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this, said = std::move(words)] {
            const int caller = ::accept(socket_, nullptr, nullptr);
            if (caller >= 0) {
                static_cast<void>(::send(caller, said.data(), said.size(), MSG_NOSIGNAL));
                ::close(caller);
            }
        });
    }
    ~Listener() {
        ::shutdown(socket_, SHUT_RDWR);
        thread_.join();
        ::close(socket_);
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    Destination here() const { return {"127.0.0.1", port_}; }

private:
    int socket_;
    std::uint16_t port_ = 0;
    std::thread thread_;
};

TEST(Reach, ReadsHostAndPortOfAUrl) {
    const auto read = [](std::string_view url) { return format_destination(destination_of(url)); };
    EXPECT_EQ(read("smtp://mail.example.com:25"), "mail.example.com:25");
    EXPECT_EQ(read("smtp://mail.example.com"), "mail.example.com:587");
    EXPECT_EQ(read("smtps://mail.example.com"), "mail.example.com:465");
    EXPECT_EQ(read("https://api.twilio.com"), "api.twilio.com:443");
    EXPECT_EQ(read("http://127.0.0.1:4566/path?x=1:2"), "127.0.0.1:4566");
    EXPECT_EQ(read("smtp://[::1]:2525"), "[::1]:2525");
    EXPECT_EQ(read("smtp://[::1]"), "[::1]:587");
}

TEST(Reach, ReadsTheFirstLineWithoutWhatATerminalWouldObey) {
    const Listener listener("220 mail\x1b[31m.example.com ESMTP\r\n250 more\r\n");
    const auto said = reach(listener.here(), Greeting::Expected, std::chrono::seconds{5});
    ASSERT_TRUE(said) << said.error();
    EXPECT_EQ(*said, "220 mail[31m.example.com ESMTP");
}

TEST(Reach, NeedsNoWordsWhereNoneAreExpected) {
    const Listener listener("");
    EXPECT_TRUE(reach(listener.here(), Greeting::None, std::chrono::seconds{5}));
}

TEST(Reach, SaysWhatWentWrong) {
    const Listener silent("");
    const auto closed = reach(silent.here(), Greeting::Expected, std::chrono::seconds{5});
    ASSERT_FALSE(closed);
    EXPECT_THAT(closed.error(), HasSubstr("closed"));
    const auto nobody = reach({"127.0.0.1", 1}, Greeting::None, std::chrono::seconds{5});
    ASSERT_FALSE(nobody);
    EXPECT_THAT(nobody.error(), HasSubstr("no connection"));
    const auto impatient = reach({"127.0.0.1", 1}, Greeting::Expected, Duration{0});
    EXPECT_FALSE(impatient);
}

}  // namespace
}  // namespace standby::app
