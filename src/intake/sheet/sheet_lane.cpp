// One thread for all sheets: each look is short, and they never stand in each other's way on the
// disk. It sleeps on the kernel's news about folders and on our own.
#include "intake/sheet/sheet_lane.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "intake/sheet/sheet_keeper.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace standby::intake::sheet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds rescan{30};
// Other nodes may have set a sheet up.
constexpr std::chrono::seconds connections_again{15};
// Editors save in several steps.
constexpr std::chrono::milliseconds settle{250};
// A list in a rush is written about once in so long.
constexpr std::chrono::milliseconds after_list_changed{700};
constexpr std::chrono::milliseconds look_again{2'500};

}  // namespace

std::string url_in(std::string_view settings) {
    const auto document = read_json(settings);
    const JsonValue* url = document ? document->root().find("url") : nullptr;
    return url == nullptr ? std::string() : std::string(url->text);
}

std::string settings_with(std::string_view url) {
    return json_object([&](JsonWriter& writer) { writer.text("url", url); });
}

// What the thread has in its hands.
class SheetLane::Work {
public:
    explicit Work(SheetLane& lane)
        : lane_(lane),
          desk_(lane.services_.gateway, lane.services_.zones, lane.services_.contacts),
          watch_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    ~Work() { ::close(watch_); }

    void run() {
        while (!lane_.is_stopping_) {
            take_news();
            const auto now = Clock::now();
            if (now >= connections_due_) {
                read_connections();
                connections_due_ = now + connections_again;
            }
            for (auto& [list, sheet] : sheets_) {
                if (!lane_.is_stopping_ && sheet.due <= Clock::now()) {
                    look_at(list, sheet);
                }
            }
            wait();
        }
    }

private:
    struct Sheet {
        std::unique_ptr<SheetKeeper> keeper;
        Clock::time_point due;
        int watch = -1;
        std::string folder;
        bool accepts = false;
    };

    void take_news() {
        const News news =
            lane_.news_.exchange(News{.connections = false, .lists = {}, .accepted = {}});
        if (news.connections) {
            connections_due_ = Clock::now();
        }
        for (const core::ResourceNumber list : news.lists) {
            hasten(list, after_list_changed);
        }
        for (const core::ResourceNumber list : news.accepted) {
            if (const auto found = sheets_.find(list); found != sheets_.end()) {
                found->second.accepts = true;
            }
            hasten(list, std::chrono::milliseconds{0});
        }
    }

    void hasten(core::ResourceNumber list, std::chrono::milliseconds in) {
        if (const auto found = sheets_.find(list); found != sheets_.end()) {
            found->second.due = std::min(found->second.due, Clock::now() + in);
        }
    }

    void read_connections() {
        struct Found {
            std::vector<engine::Connection> connections;
            std::vector<std::byte> secret;
        };
        const auto found = ask_store(
            lane_.services_.gateway,
            [](engine::Store&, engine::Registry& registry) -> std::optional<Found> {
                auto connections = registry.connections(engine::ConnectionKind::Sheet);
                const auto secrets = registry.secrets();
                if (!connections || !secrets) {
                    return std::nullopt;
                }
                Found all{*std::move(connections), {}};
                for (const engine::Secret& secret : *secrets) {
                    if (secret.purpose == engine::SecretPurpose::Contacts && !secret.retired_at) {
                        all.secret = secret.bytes;
                    }
                }
                return all;
            });
        if (!found || !*found) {
            return;
        }
        std::set<core::ResourceNumber> lists;
        for (const engine::Connection& connection : (*found)->connections) {
            if (lane_.services_.is_ours(connection.resource)) {
                lists.insert(connection.resource);
                follow(connection, (*found)->secret);
            }
        }
        for (auto at = sheets_.begin(); at != sheets_.end();) {
            if (lists.contains(at->first)) {
                ++at;
            } else {
                leave(at->first, at->second);
                at = sheets_.erase(at);
            }
        }
        lane_.followed_.exchange(std::move(lists));
    }

    void follow(const engine::Connection& connection, const std::vector<std::byte>& secret) {
        Sheet& sheet = sheets_[connection.resource];
        if (sheet.keeper && sheet.keeper->connection().number == connection.number &&
            sheet.keeper->connection().settings == connection.settings) {
            return;
        }
        leave(connection.resource, sheet);
        sheet = Sheet{};
        const auto file = lane_.folder_.path_in(url_in(connection.settings));
        if (!file) {
            engine::SheetReport told;
            told.trouble = name_of(file.error());
            told.words = sentence_about(file.error());
            told.looked_at = lane_.services_.gateway.now();
            report(connection.resource, std::move(told));
            sheet.due = Clock::time_point::max();
            return;
        }
        sheet.keeper = std::make_unique<SheetKeeper>(
            KeeperServices{lane_.services_.gateway, desk_, sandbox_, lane_.folder_}, connection,
            *file, SheetKey(secret, connection.resource));
        sheet.folder = lane_.folder_.folder_of(*file);
        sheet.due = Clock::now();
    }

    void leave(core::ResourceNumber list, Sheet& sheet) {
        drop_watch(sheet);
        lane_.reports_.with([&](Reports& reports) { reports.erase(list); });
    }

    // Several sheets of one folder share a watch.
    void drop_watch(Sheet& sheet) {
        const auto shares = [&](const auto& one) {
            return &one.second != &sheet && one.second.watch == sheet.watch;
        };
        if (sheet.watch >= 0 && std::ranges::none_of(sheets_, shares)) {
            ::inotify_rm_watch(watch_, sheet.watch);
        }
        sheet.watch = -1;
    }

    void report(core::ResourceNumber list, engine::SheetReport report) {
        lane_.reports_.with([&](Reports& reports) { reports[list] = std::move(report); });
    }

    void look_at(core::ResourceNumber list, Sheet& sheet) {
        if (!sheet.keeper) {
            sheet.due = Clock::time_point::max();
            return;
        }
        if (sheet.watch < 0) {  // the folder may have come only now
            sheet.watch = ::inotify_add_watch(watch_, sheet.folder.c_str(),
                                              IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM |
                                                  IN_DELETE | IN_ONLYDIR);
        }
        const bool was_fine = sheet.keeper->report().is_fine;
        const After after = sheet.keeper->look(std::exchange(sheet.accepts, false));
        sheet.due = Clock::now() + (after == After::LookAgain
                                        ? std::chrono::duration_cast<Clock::duration>(look_again)
                                        : rescan);
        const engine::SheetReport& told = sheet.keeper->report();
        if (was_fine && !told.is_fine) {
            lane_.services_.log("sheet_trouble", list, told.trouble);
        }
        if (after != After::NotOurs) {
            report(list, told);
        }
    }

    void wait() {
        auto next = connections_due_;
        for (const auto& [list, sheet] : sheets_) {
            next = std::min(next, sheet.due);
        }
        const auto in = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
        const auto longest = std::chrono::milliseconds{rescan};
        std::array<pollfd, 2> news{pollfd{lane_.wake_up_, POLLIN, 0}, pollfd{watch_, POLLIN, 0}};
        if (in.count() > 0 &&
            ::poll(news.data(), news.size(),
                   static_cast<int>(std::min<std::int64_t>(in.count(), longest.count()))) <= 0) {
            return;
        }
        std::uint64_t count = 0;
        while (::read(lane_.wake_up_, &count, sizeof(count)) > 0) {
        }
        take_file_news();
    }

    void take_file_news() {
        alignas(inotify_event) std::array<char, 8'192> buffer{};
        while (true) {
            const ssize_t size = ::read(watch_, buffer.data(), buffer.size());
            if (size <= 0) {
                return;
            }
            for (std::size_t at = 0;
                 at + sizeof(inotify_event) <= static_cast<std::size_t>(size);) {
                const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
                take_event(*event,
                           event->len > 0 ? std::string_view(event->name) : std::string_view());
                at += sizeof(inotify_event) + event->len;
            }
        }
    }

    void take_event(const inotify_event& event, std::string_view name) {
        for (auto& [list, sheet] : sheets_) {
            const bool is_lost = (event.mask & IN_Q_OVERFLOW) != 0;
            if (!sheet.keeper || (event.wd != sheet.watch && !is_lost)) {
                continue;
            }
            if ((event.mask & IN_IGNORED) != 0) {
                sheet.watch = -1;
                continue;
            }
            const std::string& file = sheet.keeper->file();
            const std::string_view own = std::string_view(file).substr(file.rfind('/') + 1);
            // The lock that goes away when a program closes it is news, too.
            const bool is_about_it = name == own || name == ".~lock." + std::string(own) + "#" ||
                                     name == "~$" + std::string(own);
            if (is_about_it || is_lost) {
                sheet.due = std::min(sheet.due, Clock::now() + settle);
            }
        }
    }

    SheetLane& lane_;
    ListDesk desk_;
    Sandbox sandbox_;
    int watch_;
    std::map<core::ResourceNumber, Sheet> sheets_;
    Clock::time_point connections_due_;
};

SheetLane::SheetLane(std::string folder, LaneServices services)
    : folder_(std::move(folder)),
      services_(std::move(services)),
      wake_up_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

SheetLane::~SheetLane() {
    stop();
    ::close(wake_up_);
}

void SheetLane::start() {
    thread_ = std::thread([this] { Work(*this).run(); });
}

void SheetLane::stop() {
    is_stopping_ = true;
    wake();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void SheetLane::wake() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t ignored = ::write(wake_up_, &one, sizeof(one));
}

std::optional<std::string> SheetLane::check(const std::string& url, bool is_operator) {
    if (!url.starts_with("file://")) {
        return "must be the address of a file, such as file:///sheets/salon.csv";
    }
    if (!is_operator) {
        return "may be a file of the server only for owners of the server's own account";
    }
    const auto file = folder_.path_in(url);
    if (!file) {
        return "can't be used: " + std::string(sentence_about(file.error()));
    }
    const auto read = folder_.read(*file);
    return read ? std::nullopt
                : std::optional("can't be used: " + std::string(sentence_about(read.error())));
}

void SheetLane::changed(core::ResourceNumber list) {
    news_.with([&](News& news) {
        news.connections = true;
        news.lists.insert(list);
    });
    wake();
}

void SheetLane::on_committed(core::ResourceNumber list) {
    if (!followed_.with(
            [&](const std::set<core::ResourceNumber>& lists) { return lists.contains(list); })) {
        return;
    }
    news_.with([&](News& news) { news.lists.insert(list); });
    wake();
}

std::optional<engine::SheetReport> SheetLane::report(core::ResourceNumber list) {
    return reports_.with([&](const Reports& reports) -> std::optional<engine::SheetReport> {
        const auto found = reports.find(list);
        return found == reports.end() ? std::nullopt : std::optional(found->second);
    });
}

bool SheetLane::accept(core::ResourceNumber list) {
    const auto now = report(list);
    if (!now || now->questions.empty()) {
        return false;
    }
    news_.with([&](News& news) { news.accepted.insert(list); });
    wake();
    return true;
}

}  // namespace standby::intake::sheet
