// What most systems do: one transaction per request. A minimal HTTP server on one thread that
// takes the same join requests as Standby and writes the same three rows (entry, event, person) to
// SQLite with the same durability (WAL, synchronous=FULL), but commits each on its own. It decides
// nothing and checks nothing, so it is faster than a real system of this kind would be.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sqlite3.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>

namespace {

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "single_commit: %s\n", what);
    std::exit(1);
}

class Database {
public:
    explicit Database(const char* path) {
        if (sqlite3_open(path, &handle_) != SQLITE_OK) {
            fail("cannot open the database");
        }
        run("PRAGMA journal_mode=WAL");
        run("PRAGMA synchronous=FULL");
        run("CREATE TABLE entries(number INTEGER PRIMARY KEY, state INTEGER, data BLOB)");
        run("CREATE TABLE events(number INTEGER PRIMARY KEY, at INTEGER, data BLOB)");
        run("CREATE TABLE people(entry INTEGER PRIMARY KEY, data TEXT)");
        entry_ = prepare("INSERT INTO entries VALUES(?1, 1, zeroblob(16))");
        event_ = prepare("INSERT INTO events VALUES(?1, 0, zeroblob(40))");
        person_ = prepare("INSERT INTO people VALUES(?1, ?2)");
        begin_ = prepare("BEGIN IMMEDIATE");
        commit_ = prepare("COMMIT");
    }

    // Returns the new entry's number, once it is on the disk.
    std::int64_t join(std::string_view person) {
        ++last_;
        step(begin_);
        sqlite3_bind_int64(entry_, 1, last_);
        step(entry_);
        sqlite3_bind_int64(event_, 1, last_);
        step(event_);
        sqlite3_bind_int64(person_, 1, last_);
        sqlite3_bind_text(person_, 2, person.data(), static_cast<int>(person.size()),
                          SQLITE_STATIC);
        step(person_);
        step(commit_);
        return last_;
    }

private:
    void run(const char* statement) {
        if (sqlite3_exec(handle_, statement, nullptr, nullptr, nullptr) != SQLITE_OK) {
            fail(sqlite3_errmsg(handle_));
        }
    }
    sqlite3_stmt* prepare(const char* text) {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(handle_, text, -1, &statement, nullptr) != SQLITE_OK) {
            fail(sqlite3_errmsg(handle_));
        }
        return statement;
    }
    void step(sqlite3_stmt* statement) {
        if (sqlite3_step(statement) != SQLITE_DONE || sqlite3_reset(statement) != SQLITE_OK) {
            fail(sqlite3_errmsg(handle_));
        }
    }

    sqlite3* handle_ = nullptr;
    sqlite3_stmt* entry_ = nullptr;
    sqlite3_stmt* event_ = nullptr;
    sqlite3_stmt* person_ = nullptr;
    sqlite3_stmt* begin_ = nullptr;
    sqlite3_stmt* commit_ = nullptr;
    std::int64_t last_ = 0;
};

// The body of the first request in `buffer` and the size of the whole, or a size of 0 when it has
// not all arrived.
struct Request {
    std::string_view body;
    std::size_t size = 0;
};
Request first_request(std::string_view buffer) {
    const auto end = buffer.find("\r\n\r\n");
    if (end == std::string_view::npos) {
        return {};
    }
    constexpr std::string_view name = "Content-Length: ";
    std::size_t length = 0;
    const auto at = buffer.substr(0, end).find(name);
    if (at != std::string_view::npos) {
        const char* digits = buffer.data() + at + name.size();
        std::from_chars(digits, buffer.data() + end, length);
    }
    const std::size_t begin = end + 4;
    if (buffer.size() < begin + length) {
        return {};
    }
    return {.body = buffer.substr(begin, length), .size = begin + length};
}

// Takes in what has arrived and answers every whole request. False when the peer has gone.
bool serve(int peer, std::string& buffer, Database& database) {
    std::array<char, 16384> piece{};
    const ssize_t received = ::read(peer, piece.data(), piece.size());
    if (received <= 0) {
        return false;
    }
    buffer.append(piece.data(), static_cast<std::size_t>(received));
    for (Request request = first_request(buffer); request.size > 0;
         request = first_request(buffer)) {
        const std::string number = std::to_string(database.join(request.body));
        const std::string body = R"({"id":"ent_)" + number + R"(","rank":)" + number + "}";
        const std::string answer = "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n"
                                   "Content-Length: " +
                                   std::to_string(body.size()) + "\r\n\r\n" + body;
        if (::write(peer, answer.data(), answer.size()) < 0) {
            return false;
        }
        buffer.erase(0, request.size);
    }
    return true;
}

int listen_on(const char* port) {
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port)));
    if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener, 4096) != 0) {
        fail("cannot listen");
    }
    return listener;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        fail("usage: single_commit PORT DATABASE");
    }
    Database database{arguments[2]};
    const int listener = listen_on(arguments[1]);
    const int poll = ::epoll_create1(EPOLL_CLOEXEC);
    const auto add = [poll](int file) {
        epoll_event event{.events = EPOLLIN, .data = {.fd = file}};
        ::epoll_ctl(poll, EPOLL_CTL_ADD, file, &event);
    };
    add(listener);
    std::unordered_map<int, std::string> buffers;
    std::array<epoll_event, 256> ready{};
    while (true) {
        const int found = ::epoll_wait(poll, ready.data(), static_cast<int>(ready.size()), -1);
        for (int index = 0; index < found; ++index) {
            const int file = ready[static_cast<std::size_t>(index)].data.fd;
            if (file == listener) {
                const int peer = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
                const int on = 1;
                ::setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                add(peer);
            } else if (!serve(file, buffers[file], database)) {
                buffers.erase(file);
                ::close(file);
            }
        }
    }
}
