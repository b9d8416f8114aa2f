// Redirects are followed by hand: only to the same server, or to its encrypted port, since whoever
// gets the request gets the login with it.
#include "interchange/web/web_client.hpp"

#include "base/assert.hpp"
#include "base/text.hpp"
#include "interchange/network/private_address.hpp"
#include "interchange/network/trusted_certificates.hpp"

#include <curl/curl.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <set>
#include <string_view>

namespace standby::interchange {
namespace {

struct CloseEasy {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct ForgetRequest {
    void operator()(CURL* easy) const { curl_easy_reset(easy); }
};
struct CloseList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Headers = std::unique_ptr<curl_slist, CloseList>;

bool has_controls(std::string_view text) {
    return std::ranges::any_of(text, [](unsigned char one) { return one < ' ' || one == 0x7f; });
}

// "Name: value"; with nothing behind the colon, curl leaves out what it would send by itself.
bool append(Headers& headers, const std::string& line) {
    curl_slist* longer =
        has_controls(line) ? nullptr : curl_slist_append(headers.get(), line.c_str());
    if (longer == nullptr) {
        return false;
    }
    static_cast<void>(headers.release());
    headers.reset(longer);
    return true;
}

// What one exchange hears; curl's callbacks write into it.
struct Hearing {
    std::size_t body_max = 0;
    const std::atomic<bool>* is_stopped = nullptr;
    WebAnswer answer{};
    std::size_t header_bytes = 0;
    bool headers_are_complete = false;
    bool is_too_large = false;
    bool was_kept_outside = false;

    static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* self) {
        auto& hearing = *static_cast<Hearing*>(self);
        if (size * count > hearing.body_max - hearing.answer.body.size()) {
            hearing.is_too_large = true;
            return 0;
        }
        hearing.answer.body.append(bytes, size * count);
        return size * count;
    }
    static std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* self) {
        auto& hearing = *static_cast<Hearing*>(self);
        const std::string_view line(bytes, size * count);
        hearing.header_bytes += line.size();
        if (hearing.header_bytes > web_headers_max) {
            hearing.is_too_large = true;
            return 0;
        }
        if (line.starts_with("HTTP/")) {
            hearing.answer = {};  // after an interim answer, or one that asked for a login
        }
        // An empty line ends them.
        hearing.headers_are_complete = line == "\r\n" || line == "\n";
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos) {
            hearing.take(line.substr(0, colon), trim(line.substr(colon + 1)));
        }
        return line.size();
    }
    static curl_socket_t open_public_socket(void* self, curlsocktype, curl_sockaddr* address) {
        // curl keeps room for longer addresses behind the structure it declares.
        if (!interchange::is_public_socket_address(address->family, &address->addr,
                                                   address->addrlen)) {
            static_cast<Hearing*>(self)->was_kept_outside = true;
            return CURL_SOCKET_BAD;
        }
        return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    }
    // A connection that was kept is looked at again.
    static int check_connection(void* self, char* address, char*, int, int) {
        if (!interchange::is_public_address(std::string(address))) {
            static_cast<Hearing*>(self)->was_kept_outside = true;
            return CURL_PREREQFUNC_ABORT;
        }
        return CURL_PREREQFUNC_OK;
    }
    static int is_over(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
        return *static_cast<Hearing*>(self)->is_stopped ? 1 : 0;
    }

    void take(std::string_view name, std::string_view value) {
        for (const auto& [wanted, place] :
             {std::pair{"etag", &answer.etag}, std::pair{"last-modified", &answer.last_modified},
              std::pair{"content-type", &answer.content_type},
              std::pair{"location", &answer.location}}) {
            if (equals_ignoring_case(name, wanted)) {
                *place = value;
            }
        }
    }
};

WebProblem problem_of(CURLcode code) {
    switch (code) {
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
        return WebProblem::BadAddress;
    case CURLE_COULDNT_RESOLVE_HOST:
        return WebProblem::HostNotFound;
    case CURLE_COULDNT_CONNECT:
        return WebProblem::NoConnection;
    case CURLE_OPERATION_TIMEDOUT:
        return WebProblem::NoAnswer;
    case CURLE_FILESIZE_EXCEEDED:
        return WebProblem::TooLarge;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
        return WebProblem::BadCertificate;
    case CURLE_LOGIN_DENIED:
        return WebProblem::WrongLogin;
    default:
        return WebProblem::Broken;
    }
}

bool is_redirect(unsigned status) {
    return status == 301 || status == 302 || status == 307 || status == 308;
}

// Whether the login may go there, too.
bool is_same_server(const WebAddress& from, const WebAddress& to) {
    const bool is_encrypted_port =
        from.scheme == "http" && from.port == 80 && to.scheme == "https" && to.port == 443;
    return from.origin() == to.origin() || (from.host == to.host && is_encrypted_port);
}

}  // namespace

struct WebClient::Impl {
    WebOptions options;
    std::unique_ptr<CURL, CloseEasy> easy;
    std::atomic<bool> is_stopped = false;
    KeptToken kept_token;
    std::set<std::string> digest_origins;  // that take no basic authentication

    // Nothing for what cannot be sent.
    static std::optional<Headers> headers_of(const WebRequest& request) {
        Headers headers;
        bool is_sent = append(headers, "Expect:");  // or curl would ask before larger bodies
        const auto add = [&](std::string_view name, std::string_view value) {
            is_sent = is_sent && (value.empty() ||
                                  append(headers, std::string(name) + ": " + std::string(value)));
        };
        add("Content-Type", request.content_type);
        add("If-Match", request.if_match);
        add("If-None-Match", request.if_none_match);
        add("Depth", request.depth);
        if (!request.login.bearer.empty()) {
            add("Authorization", "Bearer " + request.login.bearer);
        }
        for (const auto& [name, value] : request.headers) {
            add(name, value);
        }
        return is_sent ? std::optional(std::move(headers)) : std::nullopt;
    }

    void set_options(const WebRequest& request, const WebAddress& address, curl_slist* headers,
                     Hearing& hearing) {
        CURL* handle = easy.get();
        curl_easy_reset(handle);
        curl_easy_setopt(handle, CURLOPT_URL, address.url.c_str());
        curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                         static_cast<long>(web_connect_max.count()));
        curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(request.answer_max.count()));
        curl_easy_setopt(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
        curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
        // A proxy from the environment would reach what we must not, and would see the login.
        curl_easy_setopt(handle, CURLOPT_PROXY, "");
        curl_easy_setopt(handle, CURLOPT_USERAGENT, "standby");
        const std::string& ca_file =
            options.ca_file.empty() ? interchange::certificates_of_environment() : options.ca_file;
        if (!ca_file.empty()) {
            curl_easy_setopt(handle, CURLOPT_CAINFO, ca_file.c_str());
        }
        curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
        if (!request.body.empty() || request.method == "PUT" || request.method == "POST") {
            curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                             static_cast<curl_off_t>(request.body.size()));
            curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request.body.data());
        }
        curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
        if (request.method == "POST") {
            // Over a kept connection that breaks off curl would send it once more, by itself: there
            // may be two bookings then.
            curl_easy_setopt(handle, CURLOPT_FRESH_CONNECT, 1L);
        }
        if (!request.login.user.empty()) {
            const bool is_digest = digest_origins.contains(address.origin());
            curl_easy_setopt(handle, CURLOPT_HTTPAUTH,
                             is_digest ? CURLAUTH_DIGEST : CURLAUTH_BASIC);
            curl_easy_setopt(handle, CURLOPT_USERNAME, request.login.user.c_str());
            curl_easy_setopt(handle, CURLOPT_PASSWORD, request.login.password.c_str());
        }
        curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE,
                         static_cast<curl_off_t>(hearing.body_max));
        curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Hearing::on_body);
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, &hearing);
        curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, &Hearing::on_header);
        curl_easy_setopt(handle, CURLOPT_HEADERDATA, &hearing);
        curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &Hearing::is_over);
        curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &hearing);
        if (!options.private_places.names(address)) {
            curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, &Hearing::open_public_socket);
            curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, &hearing);
            curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, &Hearing::check_connection);
            curl_easy_setopt(handle, CURLOPT_PREREQDATA, &hearing);
        }
    }

    // One request, one answer.
    Result<WebAnswer, WebProblem> exchange(const WebRequest& request, const WebAddress& address,
                                           curl_slist* headers) {
        Hearing hearing{.body_max = std::min(request.body_max, web_body_max),
                        .is_stopped = &is_stopped};
        set_options(request, address, headers, hearing);
        const CURLcode code = curl_easy_perform(easy.get());
        if (is_stopped) {
            return std::unexpected(WebProblem::Stopped);
        }
        if (hearing.was_kept_outside) {
            return std::unexpected(WebProblem::PrivateAddress);
        }
        if (hearing.is_too_large) {
            return std::unexpected(WebProblem::TooLarge);
        }
        if (code != CURLE_OK) {
            return std::unexpected(problem_of(code));
        }
        long status = 0;
        curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
        // curl is content with a connection that ends among the headers.
        if (!hearing.headers_are_complete || status < 200 || status > 999) {
            return std::unexpected(WebProblem::Broken);
        }
        WebAnswer answer = std::move(hearing.answer);
        answer.status = static_cast<unsigned>(status);
        answer.url = address.url;
        curl_off_t seconds = 0;
        curl_easy_getinfo(easy.get(), CURLINFO_RETRY_AFTER, &seconds);
        if (seconds > 0) {
            answer.retry_after =
                std::min<Duration>(std::chrono::seconds{seconds}, web_retry_after_max);
        }
        return answer;
    }

    // True: the same request is worth another try, with a login that the server understands.
    bool learn_digest(const WebRequest& request, const WebAddress& address) {
        long offered = 0;
        curl_easy_getinfo(easy.get(), CURLINFO_HTTPAUTH_AVAIL, &offered);
        const bool takes_digest_only =
            (static_cast<unsigned long>(offered) & CURLAUTH_DIGEST) != 0 &&
            (static_cast<unsigned long>(offered) & CURLAUTH_BASIC) == 0;
        return takes_digest_only && !request.login.user.empty() &&
               digest_origins.insert(address.origin()).second;
    }
};

WebClient::WebClient(WebOptions options) : impl_(std::make_unique<Impl>()) {
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    ASSERT(started == CURLE_OK);
    impl_->options = std::move(options);
    impl_->easy.reset(curl_easy_init());
    ASSERT(impl_->easy != nullptr);
}

WebClient::~WebClient() = default;

Result<WebAnswer, WebProblem> WebClient::ask(const WebRequest& request) {
    auto address = parse_web_address(request.url);
    const auto headers = Impl::headers_of(request);
    if (!address || !headers || has_controls(request.method)) {
        return std::unexpected(WebProblem::BadAddress);
    }
    // What the handle was used for must not outlive this: it may hold a password.
    const std::unique_ptr<CURL, ForgetRequest> forget(impl_->easy.get());
    for (std::size_t hops = 0;; ++hops) {
        auto answer = impl_->exchange(request, *address, headers->get());
        if (answer && answer->status == 401 && impl_->learn_digest(request, *address)) {
            answer = impl_->exchange(request, *address, headers->get());
        }
        if (!answer || !is_redirect(answer->status)) {
            return answer;
        }
        const auto next = resolve_web_address(*address, answer->location);
        if (!next || !is_same_server(*address, *next) || hops == web_redirects_max) {
            return std::unexpected(WebProblem::Moved);
        }
        address = *next;
    }
}

Result<WebAnswer, WebProblem> WebClient::fetch(const WebRequest& request) {
    WebAnswer answer = TRY(ask(request));
    if (const auto problem = problem_of_status(answer.status)) {
        return std::unexpected(*problem);
    }
    return answer;
}

KeptToken& WebClient::kept_token() {
    return impl_->kept_token;
}

void WebClient::stop() {
    impl_->is_stopped = true;
}

}  // namespace standby::interchange
