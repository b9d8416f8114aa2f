// Connecting: every host of the address gets its own attempt, so that a host that does not answer
// holds nobody up for long. The first that takes the session wins.
#include "base/text.hpp"
#include "store/postgres/connection_impl.hpp"

#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace standby::store {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// How long an attempt is waited for before the next host is tried beside it.
constexpr milliseconds head_start{300};

struct Setting {
    std::string keyword;
    std::string value;
};
using Settings = std::vector<Setting>;

std::string* find(Settings& settings, std::string_view keyword) {
    const auto found = std::ranges::find(settings, keyword, &Setting::keyword);
    return found == settings.end() ? nullptr : &found->value;
}

PgError malformed() {
    // libpq's own words may quote the password.
    return {.sqlstate = "08001",
            .message = "the address of the database is malformed: it must be "
                       "postgres://user@host:5432/name or a list of key=value pairs",
            .is_unknown = false};
}

Result<Settings, PgError> parse(const std::string& dsn) {
    char* problem = nullptr;
    PQconninfoOption* const options = PQconninfoParse(dsn.c_str(), &problem);
    PQfreemem(problem);
    if (options == nullptr) {
        return std::unexpected(malformed());
    }
    Settings settings;
    for (const PQconninfoOption* each = options; each->keyword != nullptr; ++each) {
        if (each->val != nullptr) {
            settings.push_back({each->keyword, each->val});
        }
    }
    PQconninfoFree(options);
    const std::pair<const char*, const char*> defaults[] = {
        {"target_session_attrs", "read-write"},
        {"tcp_user_timeout", "4000"},
        {"keepalives_idle", "2"},
        {"keepalives_interval", "1"},
        {"keepalives_count", "3"},
        {"connect_timeout", "2"},
        {"application_name", "standby"},
        {"client_encoding", "UTF8"},
    };
    for (const auto& [keyword, value] : defaults) {
        if (find(settings, keyword) == nullptr) {
            settings.push_back({keyword, value});
        }
    }
    return settings;
}

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t comma = list.find(',');
        parts.emplace_back(list.substr(0, comma));
        if (comma == std::string_view::npos) {
            return parts;
        }
        list.remove_prefix(comma + 1);
    }
}

// The same settings once for each host.
Result<std::vector<Settings>, PgError> each_host(Settings settings) {
    std::size_t count = 1;
    for (const char* keyword : {"host", "hostaddr", "port"}) {
        if (const std::string* value = find(settings, keyword)) {
            count = std::max(count, split(*value).size());
        }
    }
    std::vector<Settings> hosts(count, settings);
    for (const char* keyword : {"host", "hostaddr", "port"}) {
        const std::string* value = find(settings, keyword);
        if (value == nullptr) {
            continue;
        }
        const std::vector<std::string> parts = split(*value);
        if (parts.size() != 1 && parts.size() != count) {
            return std::unexpected(malformed());
        }
        for (std::size_t host = 0; host < count; ++host) {
            *find(hosts[host], keyword) = parts[parts.size() == 1 ? 0 : host];
        }
    }
    return hosts;
}

struct Attempt {
    std::string name;  // "host:port"
    PgHandle handle;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    Deadline deadline;
    std::string failure;  // set: it came to nothing
};

std::string name_of(Settings& settings) {
    const auto value = [&](const char* keyword) {
        const std::string* found = find(settings, keyword);
        return found == nullptr ? std::string() : *found;
    };
    const std::string host = value("host").empty() ? value("hostaddr") : value("host");
    const std::string port = value("port");
    if (host.empty()) {
        return "localhost";
    }
    return port.empty() ? host : fmt::format("{}:{}", host, port);
}

Attempt start(Settings& settings, Deadline deadline) {
    std::vector<const char*> keywords;
    std::vector<const char*> values;
    for (const Setting& setting : settings) {
        keywords.push_back(setting.keyword.c_str());
        values.push_back(setting.value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);
    Attempt attempt{.name = name_of(settings)};
    const int seconds = std::atoi(find(settings, "connect_timeout")->c_str());
    attempt.deadline =
        seconds <= 0 ? deadline : std::min(deadline, Clock::now() + std::chrono::seconds(seconds));
    attempt.handle.reset(PQconnectStartParams(keywords.data(), values.data(), 0));
    if (attempt.handle == nullptr) {
        attempt.failure = "out of memory";
    } else if (PQstatus(attempt.handle.get()) == CONNECTION_BAD) {
        attempt.failure = PQerrorMessage(attempt.handle.get());
    } else {
        // So that a refusal carries its code.
        PQsetErrorVerbosity(attempt.handle.get(), PQERRORS_VERBOSE);
    }
    return attempt;
}

void advance(Attempt& attempt, short events) {
    if (events != 0) {
        attempt.next = PQconnectPoll(attempt.handle.get());
        if (attempt.next == PGRES_POLLING_FAILED) {
            attempt.failure = PQerrorMessage(attempt.handle.get());
        }
    } else if (Clock::now() >= attempt.deadline) {
        attempt.failure = "no answer in time";
    }
}

bool is_under_way(const Attempt& attempt) {
    return attempt.failure.empty();
}

int milliseconds_until(Deadline deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

// Waits for news of the attempts, at most until `limit`.
void poll_once(std::vector<Attempt>& attempts, Deadline limit) {
    std::vector<pollfd> sockets;
    std::vector<Attempt*> waiting;
    for (Attempt& attempt : attempts) {
        if (is_under_way(attempt)) {
            const short events = attempt.next == PGRES_POLLING_READING ? POLLIN : POLLOUT;
            sockets.push_back({.fd = PQsocket(attempt.handle.get()), .events = events});
            waiting.push_back(&attempt);
            limit = std::min(limit, attempt.deadline);
        }
    }
    if (::poll(sockets.data(), sockets.size(), milliseconds_until(limit)) < 0) {
        return;  // interrupted
    }
    for (std::size_t index = 0; index < sockets.size(); ++index) {
        advance(*waiting[index], sockets[index].revents);
    }
}

// The code in libpq's verbose message, such as FATAL:  28P01: ….
std::string code_in(std::string_view message) {
    for (std::size_t colon = message.find(": "); colon != std::string_view::npos;
         colon = message.find(": ", colon + 1)) {
        std::string_view rest = message.substr(colon + 1);
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        const auto is_code_letter = [](char one) { return is_digit(one) || is_upper(one); };
        // Words such as FATAL have no digit.
        const std::string_view code = rest.substr(0, 5);
        if (rest.size() > 5 && rest[5] == ':' && std::ranges::all_of(code, is_code_letter) &&
            std::ranges::any_of(code, is_digit)) {
            return std::string(code);
        }
    }
    const bool is_read_only = message.find("read-only") != std::string_view::npos ||
                              message.find("hot standby") != std::string_view::npos;
    return is_read_only ? "25006" : "";
}

// What libpq says begins with where it went; that is told already.
std::string reason_in(std::string_view message, const std::string& code) {
    std::string line = first_line(message);
    if (const std::size_t colon = line.find("failed: "); colon != std::string::npos) {
        line.erase(0, colon + 8);
    }
    if (const std::size_t place = line.find(code + ": "); !code.empty() && place != line.npos) {
        line.erase(0, place + code.size() + 2);
    }
    return line;
}

PgError failure_of(const std::vector<Attempt>& attempts) {
    PgError error{.sqlstate = "08001", .is_unknown = false};
    for (const Attempt& attempt : attempts) {
        const std::string code = code_in(attempt.failure);
        if (!code.empty() && (error.sqlstate == "08001" || error.sqlstate == "25006")) {
            error.sqlstate = code;
        }
        error.message += fmt::format("{}{} ({})", error.message.empty() ? "" : ", ", attempt.name,
                                     reason_in(attempt.failure, code));
    }
    return error;
}

Result<PgHandle, PgError> connect(std::vector<Settings> hosts, Deadline deadline) {
    std::vector<Attempt> attempts;
    Deadline next_start = Clock::now();
    while (true) {
        const bool is_idle = std::ranges::none_of(attempts, is_under_way);
        if (attempts.size() < hosts.size() && (is_idle || Clock::now() >= next_start)) {
            attempts.push_back(start(hosts[attempts.size()], deadline));
            next_start = Clock::now() + head_start;
            continue;
        }
        if (is_idle) {
            return std::unexpected(failure_of(attempts));
        }
        poll_once(attempts, attempts.size() < hosts.size() ? next_start : Deadline::max());
        for (Attempt& attempt : attempts) {
            if (is_under_way(attempt) && attempt.next == PGRES_POLLING_OK) {
                return std::move(attempt.handle);
            }
        }
    }
}

void note_warning(void* connection, const PGresult* result) {
    const char* severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity != nullptr && std::string_view(severity) == "WARNING") {
        static_cast<PgConnection::Impl*>(connection)->was_warned = true;
    }
}

std::string in_quotes(std::string_view name) {
    std::string text = "\"";
    for (const char letter : name) {
        text += letter;
        if (letter == '"') {
            text += letter;
        }
    }
    return text + "\"";
}

// A transaction that its process has forgotten must not hold others up, and nobody waits for a lock
// for ever. Tells whether a commit is durable when it is acknowledged.
std::string session_settings(const std::string& schema) {
    return fmt::format("SET search_path = {};"
                       " SET idle_in_transaction_session_timeout = '10s';"
                       " SET lock_timeout = '10s';"
                       " SHOW synchronous_commit",
                       in_quotes(schema));
}

PgError not_durable() {
    return {.sqlstate = "55000",
            .message = "the database acknowledges commits before they are durable "
                       "(synchronous_commit is off for this role); turn it on",
            .is_unknown = false};
}

}  // namespace

std::string PgConnection::place(const std::string& dsn) {
    Result<Settings, PgError> settings = parse(dsn);
    if (!settings) {
        return "the database";
    }
    auto hosts = each_host(*settings);
    if (!hosts) {
        return "the database";
    }
    std::string list;
    for (Settings& host : *hosts) {
        list += fmt::format("{}{}", list.empty() ? "" : ",", name_of(host));
    }
    const std::string* user = find(*settings, "user");
    const std::string* name = find(*settings, "dbname");
    return fmt::format("postgres://{}{}/{}", user == nullptr ? "" : *user + "@", list,
                       name == nullptr ? "" : *name);
}

Result<std::unique_ptr<PgConnection>, PgError>
PgConnection::open(const std::string& dsn, const std::string& schema, Deadline deadline) {
    Settings settings = TRY(parse(dsn));
    auto impl = std::make_unique<Impl>();
    impl->handle = TRY(connect(TRY(each_host(std::move(settings))), deadline));
    PGconn* const handle = impl->handle.get();
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT);
    PQsetNoticeReceiver(handle, note_warning, impl.get());
    PQsetnonblocking(handle, 1);
    const PgResult commits = TRY(impl->simple(session_settings(schema), deadline));
    if (std::string_view(PQgetvalue(commits.get(), 0, 0)) == "off") {
        return std::unexpected(not_durable());
    }
    // Makes the server notice sooner that a client has gone; not every server can do it.
    if (PQserverVersion(handle) >= 140000) {
        const auto ignored = impl->simple("SET client_connection_check_interval = '2s'", deadline);
        if (!ignored && impl->handle == nullptr) {
            return std::unexpected(ignored.error());
        }
    }
    return std::make_unique<PgConnection>(std::move(impl));
}

}  // namespace standby::store
