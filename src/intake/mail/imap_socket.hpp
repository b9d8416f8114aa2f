// The connection to a mail server: TCP, and TLS from the beginning or later. Addresses of our own
// network are refused once the name has been resolved, unless the operator has opened that place.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "interchange/web/web_address.hpp"
#include "interchange/web/web_problem.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace standby::intake {

// What a session talks over.
class ImapWire {
public:
    virtual ~ImapWire() = default;
    virtual Result<void, interchange::WebProblem> send(std::string_view bytes) = 0;
    // Some bytes; none when nothing came in that time.
    virtual Result<std::string, interchange::WebProblem> receive(Duration patience) = 0;
    // From here on everything is encrypted, and the server has shown who it is.
    virtual Result<void, interchange::WebProblem> secure() = 0;
};

class ImapSocket final : public ImapWire {
public:
    struct Place {
        std::string host;
        std::uint16_t port = 993;
    };

    // `is_stopping` ends whatever is waited for within a quarter of a second.
    ImapSocket(Place place, interchange::PrivatePlaces private_places,
               const std::atomic<bool>& is_stopping);
    ~ImapSocket() override;
    ImapSocket(const ImapSocket&) = delete;
    ImapSocket& operator=(const ImapSocket&) = delete;

    Result<void, interchange::WebProblem> connect();
    Result<void, interchange::WebProblem> send(std::string_view bytes) override;
    Result<std::string, interchange::WebProblem> receive(Duration patience) override;
    Result<void, interchange::WebProblem> secure() override;

private:
    struct Tls;

    Result<void, interchange::WebProblem> wait(short events, Duration patience) const;

    const Place place_;
    const interchange::PrivatePlaces private_places_;
    const std::atomic<bool>& is_stopping_;
    int socket_ = -1;
    std::unique_ptr<Tls> tls_;
};

}  // namespace standby::intake
