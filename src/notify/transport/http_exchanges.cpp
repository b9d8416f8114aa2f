// What a stranger's server may do to us ends here: the body is cut, redirects are not followed, and
// an address of our own network is refused at the moment of connecting, after the name is resolved,
// so that no answer of a name server can lead inside.
#include "notify/transport/http_exchanges.hpp"

#include "interchange/network/private_address.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace standby::notify {
namespace {

constexpr std::size_t body_max = 64UZ * 1024;
constexpr std::size_t headers_max = 64UZ * 1024;
// On an encrypted connection, which may carry many requests at once.
constexpr std::size_t requests_per_connection = 8;
constexpr std::size_t spare_handles_max = 64;
// A provider that wants to be left alone for longer is asked again anyway.
constexpr std::chrono::seconds retry_after_max = std::chrono::hours{6};  // as newer curls say, too

struct CloseList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

}  // namespace

struct HttpExchanges::Exchange {
    HttpTransfer transfer;
    TransferDone done;
    EasyHandle easy;
    std::unique_ptr<curl_slist, CloseList> headers;
    std::string body;
    std::size_t header_bytes = 0;
    bool headers_are_complete = false;
    bool body_was_cut = false;
    bool was_kept_outside = false;

    static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* self) {
        auto& exchange = *static_cast<Exchange*>(self);
        const std::size_t room = body_max - exchange.body.size();
        exchange.body.append(bytes, std::min(room, size * count));
        exchange.body_was_cut = size * count > room;
        return exchange.body_was_cut ? 0 : size * count;
    }
    static std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* self) {
        auto& exchange = *static_cast<Exchange*>(self);
        exchange.header_bytes += size * count;
        // An empty line ends them; what follows an interim answer begins anew.
        exchange.headers_are_complete = count * size > 0 && (*bytes == '\r' || *bytes == '\n');
        return exchange.header_bytes > headers_max ? 0 : size * count;
    }
    // A kept connection, opened by somebody who may reach more, is looked at again.
    static int check_connection(void* self, char* address, char*, int, int) {
        if (!interchange::is_public_address(std::string(address))) {
            static_cast<Exchange*>(self)->was_kept_outside = true;
            return CURL_PREREQFUNC_ABORT;
        }
        return CURL_PREREQFUNC_OK;
    }

    bool set_headers() {
        std::vector<std::string> lines = transfer.headers;
        if (transfer.aws_scope.empty()) {
            // Without it curl would ask for permission before larger bodies. Older ones (7.88)
            // would also sign for it, as if it were sent.
            lines.emplace_back("Expect:");
        }
        for (const std::string& line : lines) {
            const bool has_controls = std::ranges::any_of(
                line, [](unsigned char character) { return character < ' ' || character == 0x7f; });
            curl_slist* longer =
                has_controls ? nullptr : curl_slist_append(headers.get(), line.c_str());
            if (longer == nullptr) {
                return false;
            }
            static_cast<void>(headers.release());
            headers.reset(longer);
        }
        return true;
    }

    void set_options(const TransportOptions& options) {
        void* handle = easy.get();
        prepare_handle(handle, options, transfer.url, "http,https");
        curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
        // Rather wait for a connection that takes many requests than open one for each.
        curl_easy_setopt(handle, CURLOPT_PIPEWAIT, transfer.url.starts_with("https:") ? 1L : 0L);
        curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
        if (transfer.method != "GET") {
            curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                             static_cast<curl_off_t>(transfer.body.size()));
            curl_easy_setopt(handle, CURLOPT_POSTFIELDS, transfer.body.data());
        }
        curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, transfer.method.c_str());
        if (!transfer.user.empty()) {
            curl_easy_setopt(handle, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
            if (!transfer.aws_scope.empty()) {
                const std::string signature = "aws:amz:" + transfer.aws_scope;
                curl_easy_setopt(handle, CURLOPT_AWS_SIGV4, signature.c_str());
            }
            curl_easy_setopt(handle, CURLOPT_USERNAME, transfer.user.c_str());
            curl_easy_setopt(handle, CURLOPT_PASSWORD, transfer.password.c_str());
        }
        curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Exchange::on_body);
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, this);
        curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, &Exchange::on_header);
        curl_easy_setopt(handle, CURLOPT_HEADERDATA, this);
        if (!transfer.may_reach_private) {
            keep_outside(handle, was_kept_outside);
            curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, &Exchange::check_connection);
            curl_easy_setopt(handle, CURLOPT_PREREQDATA, this);
        }
    }
};

HttpExchanges::HttpExchanges(void* multi, const TransportOptions& options)
    : multi_(multi), options_(options) {}

HttpExchanges::~HttpExchanges() {
    for (const auto& [easy, exchange] : under_way_) {
        curl_multi_remove_handle(multi_, easy);
    }
}

void HttpExchanges::start(HttpTransfer transfer, TransferDone done) {
    auto exchange = std::make_unique<Exchange>();
    exchange->transfer = std::move(transfer);
    exchange->done = std::move(done);
    if (!exchange->set_headers()) {
        TransferResult result;
        result.error = "a header cannot be sent";
        ended_.push_back({std::move(exchange->done), std::move(result)});
        return;
    }
    hosts_[std::string(origin_of(exchange->transfer.url))].queue.push_back(std::move(exchange));
}

std::size_t HttpExchanges::under_way_max(std::string_view origin) const {
    return options_.connections_per_host *
           (origin.starts_with("https:") ? requests_per_connection : 1);
}

void HttpExchanges::advance(TransferEnds& ends) {
    for (auto& [origin, host] : hosts_) {
        while (!host.queue.empty() && host.under_way < under_way_max(origin)) {
            ++host.under_way;
            std::unique_ptr<Exchange> exchange = std::move(host.queue.front());
            host.queue.pop_front();
            begin(std::move(exchange));
        }
    }
    std::ranges::move(ended_, std::back_inserter(ends));
    ended_.clear();
}

void HttpExchanges::begin(std::unique_ptr<Exchange> exchange) {
    if (spare_.empty()) {
        exchange->easy = make_easy_handle();
    } else {
        exchange->easy = std::move(spare_.back());
        spare_.pop_back();
    }
    exchange->set_options(options_);
    void* easy = exchange->easy.get();
    under_way_.emplace(easy, std::move(exchange));
    if (curl_multi_add_handle(multi_, easy) != CURLM_OK) {
        on_ended(easy, CURLE_FAILED_INIT);
    }
}

bool HttpExchanges::on_ended(void* easy, int code) {
    const auto found = under_way_.find(easy);
    if (found == under_way_.end()) {
        return false;
    }
    const std::unique_ptr<Exchange> exchange = std::move(found->second);
    under_way_.erase(found);
    curl_multi_remove_handle(multi_, easy);
    const auto host = hosts_.find(origin_of(exchange->transfer.url));
    if (--host->second.under_way == 0 && host->second.queue.empty()) {
        hosts_.erase(host);
    }
    ended_.push_back({std::move(exchange->done), result_of(*exchange, code)});
    if (spare_.size() < spare_handles_max) {
        // What it was used for must not outlive this: it may hold a password.
        curl_easy_reset(easy);
        spare_.push_back(std::move(exchange->easy));
    }
    return true;
}

TransferResult HttpExchanges::result_of(Exchange& exchange, int code) const {
    TransferResult result;
    if (exchange.was_kept_outside) {
        result.error = kept_outside_error;
        return result;
    }
    if (code != CURLE_OK && !exchange.body_was_cut) {
        result.error = describe_failure(code);
        return result;
    }
    // curl is content with a connection that ends among the headers.
    if (!exchange.headers_are_complete) {
        result.error = describe_failure(CURLE_PARTIAL_FILE);
        return result;
    }
    long status = 0;
    curl_easy_getinfo(exchange.easy.get(), CURLINFO_RESPONSE_CODE, &status);
    result.status = static_cast<std::uint16_t>(std::clamp(status, 0L, 999L));
    if (result.status == 0) {
        result.error = describe_failure(CURLE_WEIRD_SERVER_REPLY);
        return result;
    }
    result.text = std::move(exchange.body);
    curl_off_t seconds = 0;
    curl_easy_getinfo(exchange.easy.get(), CURLINFO_RETRY_AFTER, &seconds);
    if (seconds > 0) {
        result.retry_after = std::min(std::chrono::seconds{seconds}, retry_after_max);
    }
    return result;
}

std::size_t HttpExchanges::active() const {
    std::size_t count = under_way_.size() + ended_.size();
    for (const auto& [origin, host] : hosts_) {
        count += host.queue.size();
    }
    return count;
}

}  // namespace standby::notify
