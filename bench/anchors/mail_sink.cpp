// A mail server that takes everything and keeps nothing but when it came: one line for each mail
// with the moment at which its last byte was there (CLOCK_MONOTONIC, in microseconds, which other
// processes of this machine can compare with theirs), its recipient, its Message-ID and its size.
// One thread and no disk in the way, so that it is never what is measured. On SIGTERM it prints how
// many mails and connections there were.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>

namespace {

constexpr int wait_ms = 20;  // what arrived can be read in the file so much later
constexpr std::size_t mail_bytes_max = 10'000'000;

volatile std::sig_atomic_t stop_requested = 0;

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "mail_sink: %s\n", what);
    std::exit(1);
}

std::int64_t monotonic_us() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * std::int64_t{1'000'000} + now.tv_nsec / 1000;
}

bool begins_with(std::string_view text, std::string_view word) {
    return text.size() >= word.size() && ::strncasecmp(text.data(), word.data(), word.size()) == 0;
}

// "<ann@example.com>" out of "RCPT TO:<ann@example.com>", without the brackets.
std::string_view between_brackets(std::string_view text) {
    const std::size_t begin = text.find('<');
    const std::size_t end = text.find('>', begin == std::string_view::npos ? 0 : begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) {
        return {};
    }
    return text.substr(begin + 1, end - begin - 1);
}

// The value of a header field that stands on one line; empty when there is none.
std::string_view header_field(std::string_view mail, std::string_view name) {
    while (!mail.empty() && !begins_with(mail, "\r\n")) {
        const std::size_t end = mail.find("\r\n");
        if (begins_with(mail, name)) {
            return mail.substr(name.size(), end - name.size());
        }
        mail.remove_prefix(end == std::string_view::npos ? mail.size() : end + 2);
    }
    return {};
}

class Journal {
public:
    explicit Journal(const char* path) : file_(std::fopen(path, "w")) {
        if (file_ == nullptr) {
            fail("cannot write the file of arrivals");
        }
    }

    void add(std::string_view recipient, std::string_view message_id, std::size_t bytes) {
        ++mails_;
        std::fprintf(file_, "%lld\t%.*s\t%.*s\t%zu\n", static_cast<long long>(monotonic_us()),
                     static_cast<int>(recipient.size()), recipient.data(),
                     static_cast<int>(message_id.size()), message_id.data(), bytes);
    }
    // Lets readers see what was added, if that was long enough ago.
    void show() {
        const std::int64_t now = monotonic_us();
        if (now >= shown_at_ + wait_ms * 1000) {
            std::fflush(file_);
            shown_at_ = now;
        }
    }
    void close() { std::fclose(file_); }
    std::uint64_t mails() const { return mails_; }

private:
    std::FILE* file_;
    std::uint64_t mails_ = 0;
    std::int64_t shown_at_ = 0;
};

// One peer, and how far it has come.
struct Peer {
    std::string input;
    std::string answer;
    std::string recipient;
    bool is_in_mail = false;
    std::size_t searched = 0;  // of the mail, for its end
    bool is_over = false;
};

void obey(Peer& peer, std::string_view line) {
    if (begins_with(line, "EHLO")) {
        peer.answer += "250-mail_sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n";
    } else if (begins_with(line, "DATA")) {
        peer.answer += "354 Go on\r\n";
        peer.is_in_mail = true;
        peer.searched = 0;
    } else if (begins_with(line, "QUIT")) {
        peer.answer += "221 Bye\r\n";
        peer.is_over = true;
    } else {
        if (begins_with(line, "RCPT")) {
            peer.recipient = between_brackets(line);
        }
        peer.answer += "250 Ok\r\n";
    }
}

// Takes one line, or one mail up to its dot, off the input. False when it has not all arrived.
bool take_one(Peer& peer, Journal& journal) {
    const std::string_view input = peer.input;
    const std::string_view mark = peer.is_in_mail ? "\r\n.\r\n" : "\r\n";
    const std::size_t end = input.find(mark, peer.searched);
    if (end == std::string_view::npos) {
        // The mark may have begun at the very end.
        peer.searched = input.size() < mark.size() ? 0 : input.size() - mark.size() + 1;
        return false;
    }
    if (peer.is_in_mail) {
        journal.add(peer.recipient,
                    between_brackets(header_field(input.substr(0, end), "Message-ID:")), end);
        peer.answer += "250 Taken\r\n";
        peer.is_in_mail = false;
    } else {
        obey(peer, input.substr(0, end));
    }
    peer.input.erase(0, end + mark.size());
    peer.searched = 0;
    return true;
}

// Takes in what has arrived and answers it. False when the peer has gone, or should.
bool serve(int file, Peer& peer, Journal& journal) {
    std::array<char, 65536> piece;
    const ssize_t received = ::read(file, piece.data(), piece.size());
    if (received <= 0 || peer.input.size() > mail_bytes_max) {
        return false;
    }
    peer.input.append(piece.data(), static_cast<std::size_t>(received));
    while (!peer.is_over && take_one(peer, journal)) {
    }
    if (!peer.answer.empty() &&
        ::send(file, peer.answer.data(), peer.answer.size(), MSG_NOSIGNAL) < 0) {
        return false;
    }
    peer.answer.clear();
    return !peer.is_over;
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

int greet(int listener) {
    constexpr std::string_view greeting = "220 mail_sink\r\n";
    const int file = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    const int on = 1;
    ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::send(file, greeting.data(), greeting.size(), MSG_NOSIGNAL);
    return file;
}

void watch_for_stop_signals() {
    struct sigaction action{};
    action.sa_handler = [](int) { stop_requested = 1; };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        fail("usage: mail_sink PORT FILE");
    }
    watch_for_stop_signals();
    Journal journal{arguments[2]};
    const int listener = listen_on(arguments[1]);
    const int poll = ::epoll_create1(EPOLL_CLOEXEC);
    const auto add = [poll](int file) {
        epoll_event event{.events = EPOLLIN, .data = {.fd = file}};
        ::epoll_ctl(poll, EPOLL_CTL_ADD, file, &event);
    };
    add(listener);
    std::uint64_t connections = 0;
    std::unordered_map<int, Peer> peers;
    std::array<epoll_event, 256> ready{};
    while (stop_requested == 0) {
        const int found = ::epoll_wait(poll, ready.data(), static_cast<int>(ready.size()), wait_ms);
        for (int index = 0; index < found; ++index) {
            const int file = ready[static_cast<std::size_t>(index)].data.fd;
            if (file == listener) {
                ++connections;
                add(greet(listener));
            } else if (!serve(file, peers[file], journal)) {
                peers.erase(file);
                ::close(file);
            }
        }
        journal.show();
    }
    journal.close();
    std::printf("{\"mails\":%llu,\"connections\":%llu}\n",
                static_cast<unsigned long long>(journal.mails()),
                static_cast<unsigned long long>(connections));
}
