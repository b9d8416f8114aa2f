// Asks other people's servers over HTTP: calendars, sheets. Calls wait for their answer, so they
// belong on threads of the intake. What such a server may cost is limited: bytes, time, redirects.
// Addresses of our own network are refused at the moment of connecting, after the name has been
// resolved, so that no answer of a name server leads inside.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "interchange/web/web_address.hpp"
#include "interchange/web/web_problem.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace standby::interchange {

inline constexpr std::size_t web_body_max = 50UZ << 20U;  // more is never taken, whatever is asked
inline constexpr std::size_t web_headers_max = 64UZ << 10U;
inline constexpr std::size_t web_redirects_max = 3;
inline constexpr Duration web_connect_max = std::chrono::seconds{10};
inline constexpr Duration web_answer_max = std::chrono::seconds{30};
inline constexpr Duration web_retry_after_max = std::chrono::hours{6};

// At most one of them: a user with a password (basic, or digest where the server takes only that),
// or a token.
struct WebLogin {
    std::string user;
    std::string password;
    std::string bearer;
};

struct WebRequest {
    std::string method = "GET";
    std::string url;
    WebLogin login{};
    std::string body{};
    std::string content_type{};
    std::string if_match{};                                      // an ETag, with its quotes; or *
    std::string if_none_match{};                                 // the same
    std::string depth{};                                         // of WebDAV: "0", "1"
    std::vector<std::pair<std::string, std::string>> headers{};  // further ones
    std::size_t body_max = 10UZ << 20U;
    Duration answer_max = web_answer_max;
};

struct WebAnswer {
    unsigned status = 0;
    std::string body;
    std::string etag;  // as the server writes it, with its quotes and W/
    std::string last_modified;
    std::string content_type;
    std::string location;  // as the server writes it: of what was created, or has moved
    std::optional<Duration> retry_after;
    std::string url;  // that answered, after redirects; paths in the answer belong to it
};

struct WebOptions {
    PrivatePlaces private_places;
    std::string ca_file;  // empty: SSL_CERT_FILE, or else the system's certificates
};

// A token that a login gave, for as long as it is good.
struct KeptToken {
    std::string of;  // the login
    std::string token;
    Time until{};
};

// Belongs to one thread, except for `stop`. Keeps its connections.
class WebClient {
public:
    explicit WebClient(WebOptions options);
    ~WebClient();
    WebClient(const WebClient&) = delete;
    WebClient& operator=(const WebClient&) = delete;

    // Any answer that is not a redirect elsewhere; its status is the caller's business.
    Result<WebAnswer, WebProblem> ask(const WebRequest& request);
    // The same, where all but 2xx and 304 is a problem.
    Result<WebAnswer, WebProblem> fetch(const WebRequest& request);

    // Empty until somebody keeps one.
    KeptToken& kept_token();

    // Ends what is under way within about a second, and lets nothing begin. From any thread.
    void stop();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace standby::interchange
