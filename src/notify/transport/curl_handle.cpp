// Whatever is not set here is curl's default; in particular certificates are verified and no
// redirect is followed.
#include "notify/transport/curl_handle.hpp"

#include "base/assert.hpp"
#include "interchange/network/private_address.hpp"
#include "interchange/network/trusted_certificates.hpp"

#include <curl/curl.h>
#include <sys/socket.h>

namespace standby::notify {
namespace {

// Idle connections that are kept, over all hosts.
constexpr long kept_connections_max = 64;
constexpr long total_connections_max = 256;

void start_curl_once() {
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    ASSERT(started == CURLE_OK);
}

curl_socket_t open_public_socket(void* was_kept_outside, curlsocktype, curl_sockaddr* address) {
    // curl keeps room for longer addresses behind the structure it declares.
    if (!interchange::is_public_socket_address(address->family, &address->addr, address->addrlen)) {
        *static_cast<bool*>(was_kept_outside) = true;
        return CURL_SOCKET_BAD;
    }
    return ::socket(address->family, address->socktype, address->protocol);
}

}  // namespace

void CloseEasyHandle::operator()(void* easy) const {
    curl_easy_cleanup(easy);
}

void CloseMultiHandle::operator()(void* multi) const {
    curl_multi_cleanup(multi);
}

EasyHandle make_easy_handle() {
    start_curl_once();
    EasyHandle easy(curl_easy_init());
    ASSERT(easy != nullptr);
    return easy;
}

MultiHandle make_multi_handle(const TransportOptions& options) {
    start_curl_once();
    MultiHandle multi(curl_multi_init());
    ASSERT(multi != nullptr);
    curl_multi_setopt(multi.get(), CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    curl_multi_setopt(multi.get(), CURLMOPT_MAX_HOST_CONNECTIONS,
                      static_cast<long>(options.connections_per_host));
    curl_multi_setopt(multi.get(), CURLMOPT_MAX_TOTAL_CONNECTIONS, total_connections_max);
    curl_multi_setopt(multi.get(), CURLMOPT_MAXCONNECTS, kept_connections_max);
    return multi;
}

void prepare_handle(void* easy, const TransportOptions& options, const std::string& url,
                    const char* protocols) {
    curl_easy_reset(easy);
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, protocols);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(options.connect_timeout.count()));
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(options.transfer_timeout.count()));
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    // A proxy from the environment would reach what we must not, and would see what it need not.
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    const std::string& ca_file =
        options.ca_file.empty() ? interchange::certificates_of_environment() : options.ca_file;
    if (!ca_file.empty()) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file.c_str());
    }
}

void keep_outside(void* easy, bool& was_kept_outside) {
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &open_public_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, &was_kept_outside);
}

std::string describe_failure(int code) {
    switch (static_cast<CURLcode>(code)) {
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
        return "the URL cannot be used, or the answer's protocol";
    case CURLE_COULDNT_RESOLVE_HOST:
        return "the host's name could not be resolved";
    case CURLE_COULDNT_CONNECT:
        return "no connection could be made";
    case CURLE_OPERATION_TIMEDOUT:
        return "no answer in time";
    case CURLE_PEER_FAILED_VERIFICATION:
        return "the server's certificate is not trusted";
    case CURLE_SSL_CACERT_BADFILE:
        return "the file of trusted certificates cannot be read";
    case CURLE_SSL_CONNECT_ERROR:
        return "the encrypted connection could not be set up";
    case CURLE_USE_SSL_FAILED:
        return "the server offers no encryption, which is required";
    case CURLE_LOGIN_DENIED:
        return "the server did not accept the user and the password";
    case CURLE_WEIRD_SERVER_REPLY:
        return "the server's answer makes no sense";
    case CURLE_GOT_NOTHING:
        return "the server closed the connection without an answer";
    case CURLE_PARTIAL_FILE:
        return "the answer broke off";
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
        return "the connection broke";
    // A fixed text for each code.
    default:
        return curl_easy_strerror(static_cast<CURLcode>(code));
    }
}

std::string_view origin_of(std::string_view url) {
    const std::size_t scheme_end = url.find("://");
    if (scheme_end == std::string_view::npos) {
        return url;
    }
    return url.substr(0, url.find_first_of("/?#", scheme_end + 3));
}

}  // namespace standby::notify
