#include "app/commands/http_client.hpp"

#include "app/commands/reach.hpp"

#include <curl/curl.h>
#include <fmt/core.h>

#include <utility>

namespace standby::app {
namespace {

constexpr std::size_t answer_bytes_max = 16U << 20;
constexpr Duration patience = std::chrono::seconds{5};

struct FreeList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, FreeList>;

std::size_t keep(char* bytes, std::size_t size, std::size_t count, void* kept) {
    auto& text = *static_cast<std::string*>(kept);
    if (text.size() + size * count > answer_bytes_max) {
        return 0;
    }
    text.append(bytes, size * count);
    return size * count;
}

// `call`, `headers` and `received` must outlive the transfer.
void prepare(void* easy, const std::string& base_url, const std::string& certificate,
             const HttpCall& call, HeaderList& headers, std::string& received, Duration limit) {
    notify::TransportOptions options;
    options.connect_timeout = patience;
    options.transfer_timeout = limit;
    notify::prepare_handle(easy, options, base_url + call.path, "http,https");
    const auto add = [&](const std::string& line) {
        headers.reset(curl_slist_append(headers.release(), line.c_str()));
    };
    if (!call.credential.empty()) {
        add("Authorization: Bearer " + call.credential);
    }
    if (!call.origin.empty()) {
        add("Origin: " + call.origin);
    }
    if (!call.body.empty()) {
        add("Content-Type: application/json");
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                         static_cast<curl_off_t>(call.body.size()));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, call.body.data());
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, call.method.c_str());
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &keep);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &received);
    if (!certificate.empty()) {
        const curl_blob blob{.data = const_cast<char*>(certificate.data()),
                             .len = certificate.size(),
                             .flags = CURL_BLOB_COPY};
        curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
        curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
    }
}

}  // namespace

struct EventStream::Transfer {
    notify::MultiHandle multi = notify::make_multi_handle({});
    HttpCall call;
    HeaderList headers;
    std::string pending;
    notify::EasyHandle easy = notify::make_easy_handle();
};

EventStream::EventStream(std::unique_ptr<Transfer> transfer) : transfer_(std::move(transfer)) {}
EventStream::EventStream(EventStream&& other) noexcept = default;
EventStream& EventStream::operator=(EventStream&& other) noexcept = default;
EventStream::~EventStream() = default;

bool EventStream::take(std::vector<std::string>& events) {
    int running = 0;
    const CURLMcode code = curl_multi_perform(transfer_->multi.get(), &running);
    std::string& pending = transfer_->pending;
    for (std::size_t end = pending.find("\n\n"); end != std::string::npos;
         end = pending.find("\n\n")) {
        const std::string_view event = std::string_view(pending).substr(0, end);
        constexpr std::string_view mark = "\ndata: ";
        if (const std::size_t data = event.find(mark); data != std::string_view::npos) {
            events.emplace_back(event.substr(data + mark.size()));
        }
        pending.erase(0, end + 2);
    }
    return code == CURLM_OK && running > 0;
}

HttpClient::HttpClient(std::string base_url, std::string certificate)
    : base_url_(std::move(base_url)),
      certificate_(std::move(certificate)),
      easy_(notify::make_easy_handle()) {}

Result<HttpAnswer, std::string> HttpClient::call(const HttpCall& call) {
    HeaderList headers;
    HttpAnswer answer;
    prepare(easy_.get(), base_url_, certificate_, call, headers, answer.body, patience);
    const CURLcode code = curl_easy_perform(easy_.get());
    if (code == CURLE_COULDNT_CONNECT) {
        return std::unexpected("nothing answers on " + base_url_);
    }
    if (code != CURLE_OK) {
        return std::unexpected(base_url_ + ": " + notify::describe_failure(code));
    }
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &answer.status);
    return answer;
}

Result<EventStream, std::string> HttpClient::stream(const HttpCall& call) const {
    auto transfer = std::make_unique<EventStream::Transfer>();
    transfer->call = call;
    prepare(transfer->easy.get(), base_url_, certificate_, transfer->call, transfer->headers,
            transfer->pending, Duration{0});
    if (curl_multi_add_handle(transfer->multi.get(), transfer->easy.get()) != CURLM_OK) {
        return std::unexpected("no stream can be opened");
    }
    return EventStream(std::move(transfer));
}

std::string base_url_of(const ListenAddress& listen, std::string_view scheme) {
    // Who listens everywhere is reached on the machine's own address.
    const std::string host = listen.address == "0.0.0.0" ? "127.0.0.1"
                             : listen.address == "::"    ? "::1"
                                                         : listen.address;
    return fmt::format("{}://{}", scheme, format_destination({.host = host, .port = listen.port}));
}

}  // namespace standby::app
