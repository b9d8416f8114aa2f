#include "bus/nats/nats_session.hpp"

#include <nats/nats.h>

#include <algorithm>
#include <filesystem>

namespace standby::bus {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t patience_ms = 5'000;
constexpr std::int64_t ping_every_ms = 5'000;
constexpr std::string_view system_certificates = "/etc/ssl/certs/ca-certificates.crt";

std::unexpected<std::string> failed(std::string_view what, natsStatus status) {
    return std::unexpected(std::string{what} + ": " + natsStatus_GetText(status));
}

template <class Thing, void (*destroy)(Thing*)>
struct Destroy {
    void operator()(Thing* thing) const { destroy(thing); }
};
using Options = std::unique_ptr<natsOptions, Destroy<natsOptions, natsOptions_Destroy>>;
using Connection = std::unique_ptr<natsConnection, Destroy<natsConnection, natsConnection_Destroy>>;
using Subscription =
    std::unique_ptr<natsSubscription, Destroy<natsSubscription, natsSubscription_Destroy>>;
using Message = std::unique_ptr<natsMsg, Destroy<natsMsg, natsMsg_Destroy>>;

bool wants_tls(std::string_view url) {
    return url.starts_with("tls://");
}

// The library knows one scheme.
std::string as_library_has_it(std::string_view url) {
    std::string text;
    while (!url.empty()) {
        const std::size_t end = std::min(url.find(','), url.size());
        std::string_view one = url.substr(0, end);
        if (wants_tls(one)) {
            one.remove_prefix(3);
            text += "nats";
        }
        text += one;
        url.remove_prefix(end);
        if (!url.empty()) {
            text += ',';
            url.remove_prefix(1);
        }
    }
    return text;
}

natsStatus set_tls(natsOptions* options, const NatsOptions& wanted) {
    natsStatus status = natsOptions_SetSecure(options, true);
    std::string ca = wanted.ca_file;
    if (ca.empty() && std::filesystem::exists(system_certificates)) {
        ca = system_certificates;
    }
    if (status == NATS_OK && !ca.empty()) {
        status = natsOptions_LoadCATrustedCertificates(options, ca.c_str());
    }
    return status;
}

Result<Options, std::string> make_options(const NatsOptions& wanted) {
    natsOptions* made = nullptr;
    natsStatus status = natsOptions_Create(&made);
    Options options{made};
    const std::string url = as_library_has_it(wanted.url);
    const auto set = [&](natsStatus next) { status = status == NATS_OK ? next : status; };
    if (status == NATS_OK) {
        set(natsOptions_SetURL(made, url.c_str()));
        set(natsOptions_SetName(made, "standby"));
        set(natsOptions_SetAllowReconnect(made, false));
        set(natsOptions_SetTimeout(made, patience_ms));
        set(natsOptions_SetPingInterval(made, ping_every_ms));
        set(natsOptions_SetMaxPingsOut(made, 2));
        if (wants_tls(wanted.url)) {
            set(set_tls(made, wanted));
        }
        if (!wanted.credentials_file.empty()) {
            set(natsOptions_SetUserCredentialsFromFiles(made, wanted.credentials_file.c_str(),
                                                        nullptr));
        }
    }
    if (status != NATS_OK) {
        return failed("the NATS connection could not be set up", status);
    }
    return options;
}

std::string header_of(natsMsg* message, const char* name) {
    const char* value = nullptr;
    return natsMsgHeader_Get(message, name, &value) == NATS_OK && value != nullptr ? value
                                                                                   : std::string{};
}

std::string or_empty(const char* text) {
    return text == nullptr ? std::string{} : std::string{text};
}

}  // namespace

std::optional<std::string> nats_url_problem(std::string_view url) {
    std::size_t count = 0;
    while (!url.empty()) {
        const std::size_t end = std::min(url.find(','), url.size());
        const std::string_view one = url.substr(0, end);
        const bool is_known = one.starts_with("nats://") || one.starts_with("tls://");
        const std::size_t host = one.find("://");
        if (!is_known || host + 3 >= one.size() ||
            one.find_first_of(" \t\r\n/?#", host + 3) != one.npos) {
            return "must look like nats://host:4222 or tls://host:4222, several with commas "
                   "between them";
        }
        ++count;
        url.remove_prefix(std::min(end + 1, url.size()));
    }
    return count == 0 ? std::optional<std::string>{"must not be empty"} : std::nullopt;
}

struct NatsSession::Impl {
    Connection connection;
    std::string inbox;
    Subscription subscription;
};

NatsSession::NatsSession(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
NatsSession::~NatsSession() {
    impl_->subscription.reset();
    natsConnection_FlushTimeout(impl_->connection.get(), 500);
    natsConnection_Close(impl_->connection.get());
}

Result<std::unique_ptr<NatsSession>, std::string> NatsSession::open(const NatsOptions& options) {
    const Options made = TRY(make_options(options));
    auto impl = std::make_unique<Impl>();
    natsConnection* connection = nullptr;
    if (const natsStatus status = natsConnection_Connect(&connection, made.get());
        status != NATS_OK) {
        return failed("the NATS server could not be reached", status);
    }
    impl->connection.reset(connection);
    natsInbox* inbox = nullptr;
    if (const natsStatus status = natsInbox_Create(&inbox); status != NATS_OK) {
        return failed("no NATS inbox could be made", status);
    }
    impl->inbox = inbox;
    natsInbox_Destroy(inbox);
    natsSubscription* subscription = nullptr;
    const natsStatus status =
        natsConnection_SubscribeSync(&subscription, connection, (impl->inbox + ".>").c_str());
    if (status != NATS_OK) {
        return failed("the NATS server took no subscription", status);
    }
    impl->subscription.reset(subscription);
    natsSubscription_SetPendingLimits(subscription, -1, -1);  // what is asked for is bounded
    // tidy: allow raw_new because the constructor is private
    return std::unique_ptr<NatsSession>(new NatsSession(std::move(impl)));
}

const std::string& NatsSession::inbox() const {
    return impl_->inbox;
}

Result<void, std::string> NatsSession::publish(const std::string& subject, const std::string& reply,
                                               std::string_view data, const NatsHeaders& headers) {
    natsMsg* made = nullptr;
    natsStatus status =
        natsMsg_Create(&made, subject.c_str(), reply.empty() ? nullptr : reply.c_str(), data.data(),
                       static_cast<int>(data.size()));
    const Message message{made};
    for (const auto& [name, value] : headers) {
        if (status == NATS_OK) {
            status = natsMsgHeader_Set(made, name.c_str(), value.c_str());
        }
    }
    if (status == NATS_OK) {
        status = natsConnection_PublishMsg(impl_->connection.get(), made);
    }
    if (status != NATS_OK) {
        return failed("nothing could be sent to the NATS server", status);
    }
    return {};
}

Result<std::optional<NatsMessage>, std::string> NatsSession::next(milliseconds wait) {
    natsMsg* come = nullptr;
    const natsStatus status = natsSubscription_NextMsg(&come, impl_->subscription.get(),
                                                       std::max<std::int64_t>(wait.count(), 0));
    const Message message{come};
    if (status == NATS_TIMEOUT) {
        if (natsConnection_IsClosed(impl_->connection.get())) {
            return std::unexpected("the NATS connection was closed");
        }
        return std::optional<NatsMessage>{};
    }
    if (status != NATS_OK) {
        return failed("nothing could be read from the NATS server", status);
    }
    NatsMessage read{.subject = or_empty(natsMsg_GetSubject(come)),
                     .reply = or_empty(natsMsg_GetReply(come)),
                     .data = std::string(natsMsg_GetData(come),
                                         static_cast<std::size_t>(natsMsg_GetDataLength(come))),
                     .status = {},
                     .description = {},
                     .pending_count = {}};
    if (read.data.empty()) {
        read.status = header_of(come, "Status");
        read.description = header_of(come, "Description");
        read.pending_count = header_of(come, "Nats-Pending-Messages");
    }
    return read;
}

Result<std::string, std::string> NatsSession::ask(const std::string& subject,
                                                  const std::string& body) {
    natsMsg* come = nullptr;
    const natsStatus status =
        natsConnection_Request(&come, impl_->connection.get(), subject.c_str(), body.data(),
                               static_cast<int>(body.size()), patience_ms);
    const Message message{come};
    if (status == NATS_NO_RESPONDERS) {
        return std::unexpected("the NATS server has no JetStream; start it with -js");
    }
    if (status != NATS_OK) {
        return failed("JetStream did not answer", status);
    }
    return std::string(natsMsg_GetData(come),
                       static_cast<std::size_t>(natsMsg_GetDataLength(come)));
}

}  // namespace standby::bus
