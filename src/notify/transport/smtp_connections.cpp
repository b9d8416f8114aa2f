// A connection is curl's until it says that it is connected (CURLOPT_CONNECT_ONLY); from the first
// byte that is sent after that it is ours, until the handle is taken out of the multi handle.
#include "notify/transport/smtp_connections.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace standby::notify {
namespace {

// Shorter than the five minutes after which servers hang up.
constexpr auto idle_max = std::chrono::seconds{60};

// Who logs in where: connections are shared only among those for whom all of this is the same.
bool is_same_login(const SmtpTransfer& left, const SmtpTransfer& right) {
    return left.url == right.url && left.user == right.user && left.password == right.password &&
           left.requires_tls == right.requires_tls &&
           left.may_reach_private == right.may_reach_private;
}

}  // namespace

struct SmtpConnections::Job {
    SmtpTransfer transfer;
    TransferDone done;
    bool needs_fresh_connection = false;  // a kept one turned out to be dead
};

struct SmtpConnections::Connection {
    enum class State { Connecting, Talking, Idle, Closed };

    EasyHandle easy;
    SmtpTransfer login;  // without a message
    State state = State::Connecting;
    SmtpReplyReader reader;
    SmtpReply last_reply;  // while connecting
    SmtpAbilities abilities;
    std::unique_ptr<Job> job;
    std::optional<SmtpDialogue> dialogue;
    int socket = -1;
    bool was_kept = false;
    bool was_kept_outside = false;
    bool last_has_failed = false;
    SteadyTime deadline;

    // curl hands over each line that the server says while connecting.
    static std::size_t on_line(char* line, std::size_t size, std::size_t count, void* self) {
        auto& connection = *static_cast<Connection*>(self);
        std::vector<SmtpReply> replies;
        if (!connection.reader.read({line, size * count}, replies)) {
            return 0;
        }
        for (SmtpReply& reply : replies) {
            // What was offered before encryption does not count after it: anybody could have said
            // it. STARTTLS and the greeting are answered with 220, EHLO with 250.
            if (reply.code == 220) {
                connection.abilities = {};
            } else if (reply.code == 250) {
                connection.abilities = read_smtp_abilities(reply);
            }
            connection.last_reply = std::move(reply);
        }
        return size * count;
    }
};

SmtpConnections::SmtpConnections(void* multi, const TransportOptions& options)
    : multi_(multi), options_(options) {}

SmtpConnections::~SmtpConnections() {
    for (const auto& connection : connections_) {
        curl_multi_remove_handle(multi_, connection->easy.get());
    }
}

void SmtpConnections::start(SmtpTransfer transfer, TransferDone done) {
    if (auto refused = refuse_envelope(transfer)) {
        ended_.push_back({std::move(done), std::move(*refused)});
        return;
    }
    auto job = std::make_unique<Job>();
    job->transfer = std::move(transfer);
    job->done = std::move(done);
    queues_[job->transfer.url].push_back(std::move(job));
}

void SmtpConnections::assign_jobs() {
    for (std::unique_ptr<Job>& job : again_) {
        auto& queue = queues_[job->transfer.url];
        queue.push_front(std::move(job));
    }
    again_.clear();
    for (auto& [url, queue] : queues_) {
        while (!queue.empty() && assign(queue.front())) {
            queue.pop_front();
        }
    }
    std::erase_if(queues_, [](const auto& entry) { return entry.second.empty(); });
}

bool SmtpConnections::assign(std::unique_ptr<Job>& job) {
    std::size_t to_same_server = 0;
    Connection* unsuited = nullptr;
    for (const auto& connection : connections_) {
        if (connection->state == Connection::State::Closed ||
            connection->login.url != job->transfer.url) {
            continue;
        }
        ++to_same_server;
        if (connection->state != Connection::State::Idle) {
            continue;
        }
        if (job->needs_fresh_connection || !is_same_login(connection->login, job->transfer)) {
            unsuited = connection.get();
            continue;
        }
        connection->job = std::move(job);
        begin_dialogue(*connection);
        return true;
    }
    if (to_same_server >= options_.connections_per_host) {
        if (unsuited == nullptr) {
            return false;
        }
        unsuited->state = Connection::State::Closed;
        remove_closed();
    }
    open(std::move(job));
    return true;
}

void SmtpConnections::open(std::unique_ptr<Job> job) {
    auto connection = std::make_unique<Connection>();
    connection->easy = make_easy_handle();
    connection->login = {.url = job->transfer.url,
                         .user = job->transfer.user,
                         .password = job->transfer.password,
                         .requires_tls = job->transfer.requires_tls,
                         .may_reach_private = job->transfer.may_reach_private};
    connection->job = std::move(job);
    void* easy = connection->easy.get();
    const SmtpTransfer& login = connection->login;
    prepare_handle(easy, options_, login.url, "smtp,smtps");
    curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
    curl_easy_setopt(easy, CURLOPT_USE_SSL,
                     static_cast<long>(login.requires_tls ? CURLUSESSL_ALL : CURLUSESSL_TRY));
    if (!login.user.empty()) {
        curl_easy_setopt(easy, CURLOPT_USERNAME, login.user.c_str());
        curl_easy_setopt(easy, CURLOPT_PASSWORD, login.password.c_str());
    }
    if (!login.may_reach_private) {
        keep_outside(easy, connection->was_kept_outside);
    }
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Connection::on_line);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, connection.get());
    if (curl_multi_add_handle(multi_, easy) != CURLM_OK) {
        fail(*connection, "the transfer could not be started");
    }
    connections_.push_back(std::move(connection));
}

bool SmtpConnections::on_connected(void* easy, int code, SteadyTime now) {
    now_ = now;
    const auto found = std::ranges::find(
        connections_, easy, [](const auto& connection) { return connection->easy.get(); });
    if (found == connections_.end()) {
        return false;
    }
    Connection& connection = **found;
    if (connection.state != Connection::State::Connecting) {
        return true;
    }
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket);
    if (code != CURLE_OK || socket == CURL_SOCKET_BAD) {
        fail(connection, connection.was_kept_outside
                             ? std::string(kept_outside_error)
                             : describe_failure(code != CURLE_OK ? code : CURLE_COULDNT_CONNECT));
        return true;
    }
    connection.socket = socket;
    begin_dialogue(connection);
    return true;
}

void SmtpConnections::begin_dialogue(Connection& connection) {
    connection.state = Connection::State::Talking;
    connection.deadline = now_ + options_.transfer_timeout;
    if (auto refused = refuse_envelope(connection.job->transfer, connection.abilities)) {
        end_job(connection, std::move(*refused));
        rest(connection);
        // curl must notice that the connection is in use, or it may clear it away.
        static_cast<void>(read_some(connection));
        return;
    }
    connection.dialogue.emplace(connection.job->transfer, connection.abilities,
                                connection.last_has_failed ? SmtpDialogue::Start::AfterFailure
                                                           : SmtpDialogue::Start::Fresh);
    move_on(connection);
}

void SmtpConnections::rest(Connection& connection) {
    connection.state = Connection::State::Idle;
    connection.was_kept = true;
    connection.dialogue.reset();
    connection.deadline = now_ + idle_max;
}

void SmtpConnections::end_rest_in_time(Connection& connection) {
    // A server that speaks now says goodbye.
    static_cast<void>(read_some(connection));
    if (connection.state == Connection::State::Idle && connection.deadline <= now_) {
        std::size_t written = 0;
        curl_easy_send(connection.easy.get(), "QUIT\r\n", 6, &written);
        connection.state = Connection::State::Closed;
    }
}

void SmtpConnections::advance(SteadyTime now, TransferEnds& ends) {
    now_ = now;
    for (const auto& connection : connections_) {
        if (connection->state == Connection::State::Idle) {
            end_rest_in_time(*connection);
        } else if (connection->state == Connection::State::Talking) {
            move_on(*connection);
            if (connection->state == Connection::State::Talking && connection->deadline <= now) {
                fail(*connection, describe_failure(CURLE_OPERATION_TIMEDOUT));
            }
        }
    }
    remove_closed();
    assign_jobs();
    remove_closed();
    std::ranges::move(ended_, std::back_inserter(ends));
    ended_.clear();
}

void SmtpConnections::move_on(Connection& connection) {
    while (connection.state == Connection::State::Talking && write_some(connection) &&
           read_some(connection)) {
    }
}

// False: the connection failed.
bool SmtpConnections::write_some(Connection& connection) {
    while (!connection.dialogue->outgoing().empty()) {
        const std::string_view outgoing = connection.dialogue->outgoing();
        std::size_t written = 0;
        const CURLcode code =
            curl_easy_send(connection.easy.get(), outgoing.data(), outgoing.size(), &written);
        if (code == CURLE_AGAIN) {
            return true;
        }
        if (code != CURLE_OK) {
            fail(connection, describe_failure(code));
            return false;
        }
        connection.dialogue->mark_sent(written);
    }
    return true;
}

// False: there is nothing more to read now, or the connection is not talking any more.
bool SmtpConnections::read_some(Connection& connection) {
    std::array<char, 4096> buffer;
    std::size_t size = 0;
    const CURLcode code =
        curl_easy_recv(connection.easy.get(), buffer.data(), buffer.size(), &size);
    if (code == CURLE_AGAIN) {
        return false;
    }
    if (code != CURLE_OK || size == 0) {
        fail(connection, "the server closed the connection");
        return false;
    }
    std::vector<SmtpReply> replies;
    bool makes_sense = connection.reader.read({buffer.data(), size}, replies);
    for (const SmtpReply& reply : replies) {
        makes_sense = makes_sense && connection.dialogue && connection.dialogue->receive(reply);
    }
    if (connection.dialogue && connection.dialogue->is_over()) {
        finish(connection);
    } else if (!makes_sense) {
        fail(connection, "the server's answer makes no sense");
    }
    return connection.state == Connection::State::Talking;
}

// The connection is of no use any more. What the server said before counts; and a mail that met a
// kept connection after its end goes over a new one.
void SmtpConnections::fail(Connection& connection, std::string error) {
    const bool was_connecting = connection.state == Connection::State::Connecting;
    connection.state = Connection::State::Closed;
    if (!connection.job) {
        return;
    }
    TransferResult result;
    if (was_connecting && connection.last_reply.code >= 400) {
        result.status = connection.last_reply.code;
        result.text = connection.last_reply.text();
    } else if (connection.dialogue && connection.dialogue->decision()) {
        result.status = connection.dialogue->decision()->code;
        result.text = connection.dialogue->decision()->text();
    } else if (connection.was_kept && connection.dialogue->is_repeatable()) {
        try_again(connection);
        return;
    } else {
        result.error = std::move(error);
    }
    end_job(connection, std::move(result));
}

void SmtpConnections::finish(Connection& connection) {
    const SmtpDialogue& dialogue = *connection.dialogue;
    const bool server_hangs_up = dialogue.server_hangs_up();
    if (server_hangs_up && connection.was_kept && dialogue.is_repeatable()) {
        connection.state = Connection::State::Closed;
        try_again(connection);
        return;
    }
    connection.last_has_failed = dialogue.has_failed();
    TransferResult result;
    result.status = dialogue.decision()->code;
    result.text = dialogue.decision()->text();
    end_job(connection, std::move(result));
    if (server_hangs_up) {
        connection.state = Connection::State::Closed;
    } else {
        rest(connection);
    }
}

void SmtpConnections::try_again(Connection& connection) {
    connection.job->needs_fresh_connection = true;
    again_.push_back(std::move(connection.job));
}

void SmtpConnections::end_job(Connection& connection, TransferResult result) {
    ended_.push_back({std::move(connection.job->done), std::move(result)});
    connection.job.reset();
}

void SmtpConnections::remove_closed() {
    std::erase_if(connections_, [this](const auto& connection) {
        if (connection->state != Connection::State::Closed) {
            return false;
        }
        curl_multi_remove_handle(multi_, connection->easy.get());
        return true;
    });
}

void SmtpConnections::append_sockets(std::vector<Socket>& sockets) const {
    for (const auto& connection : connections_) {
        if (connection->socket != -1) {
            sockets.push_back({connection->socket,
                               connection->dialogue && !connection->dialogue->outgoing().empty()});
        }
    }
}

SteadyTime SmtpConnections::next_deadline(SteadyTime latest) const {
    for (const auto& connection : connections_) {
        if (connection->state == Connection::State::Talking) {
            latest = std::min(latest, connection->deadline);
        }
    }
    // Somebody waits to be told, or to be tried again.
    return ended_.empty() && again_.empty() ? latest : SteadyTime{};
}

std::size_t SmtpConnections::active() const {
    std::size_t count = again_.size() + ended_.size();
    for (const auto& [url, queue] : queues_) {
        count += queue.size();
    }
    for (const auto& connection : connections_) {
        count += connection->job ? 1 : 0;
    }
    return count;
}

}  // namespace standby::notify
