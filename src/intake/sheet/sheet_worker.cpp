// It sleeps on the kernel's news about folders and on our own.
#include "intake/sheet/sheet_worker.hpp"

#include "intake/sheet/sheet_keeper.hpp"
#include "intake/sheet/sheet_settings.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>

namespace standby::intake::sheet {
namespace {

using Clock = std::chrono::steady_clock;

// Other nodes may have set a sheet up.
constexpr std::chrono::seconds connections_again{15};
// Editors save in several steps.
constexpr std::chrono::milliseconds settle{250};
// A list in a rush is written about once in so long.
constexpr std::chrono::milliseconds after_list_changed{700};

// How often a place is looked at.
struct Pace {
    Clock::duration usual;
    Clock::duration idle;   // nothing was new for a while
    Clock::duration again;  // something is missing, or somebody saved meanwhile
    Clock::duration apart;  // never sooner than so long after the last look
};
constexpr std::chrono::minutes idle_after{10};
constexpr std::chrono::seconds failing_first{30};
constexpr std::chrono::minutes failing_max{15};

// Google lets an account read 60 times a minute, whatever the number of its sheets.
constexpr std::chrono::milliseconds google_share{1'500};

Pace pace_of(PlaceKind kind, std::size_t google_sheets) {
    using std::chrono::milliseconds;
    using std::chrono::seconds;
    switch (kind) {
    case PlaceKind::File:
        break;
    case PlaceKind::Web:
        return {
            .usual = seconds{10}, .idle = seconds{30}, .again = seconds{3}, .apart = seconds{2}};
    case PlaceKind::Google: {
        const auto each = std::max<milliseconds>(seconds{10}, google_sheets * google_share);
        return {.usual = each, .idle = 3 * each, .again = each, .apart = each / 2};
    }
    }
    return {.usual = seconds{30}, .idle = seconds{30}, .again = milliseconds{2'500}, .apart = {}};
}

}  // namespace

// What the thread has in its hands.
class SheetWorker::Work {
public:
    explicit Work(SheetWorker& worker)
        : worker_(worker),
          shared_(worker.shared_),
          services_(shared_.services),
          desk_(services_.gateway, services_.zones, services_.contacts),
          watch_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    ~Work() { ::close(watch_); }

    void run() {
        while (!worker_.is_stopping_) {
            take_news();
            const auto now = Clock::now();
            if (now >= connections_due_) {
                read_connections();
                connections_due_ = now + connections_again;
            }
            for (auto& [list, sheet] : sheets_) {
                if (!worker_.is_stopping_ && sheet.due <= Clock::now()) {
                    look_at(list, sheet);
                }
            }
            wait();
        }
    }

private:
    struct Sheet {
        std::uint64_t connection = 0;
        Time changed_at{};
        PlaceKind kind = PlaceKind::File;
        std::shared_ptr<interchange::WebClient> web;  // of a place elsewhere
        std::unique_ptr<SheetKeeper> keeper;          // nothing: it can't be looked at
        Clock::time_point due;
        Clock::time_point looked_at;
        Clock::time_point news_at;
        unsigned failures = 0;  // in a row
        int watch = -1;
        std::string file;
        std::string folder;
        bool accepts = false;
    };

    void take_news() {
        const News news =
            worker_.news_.exchange(News{.connections = false, .lists = {}, .accepted = {}});
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
            Sheet& sheet = found->second;
            if (sheet.failures > 0 && !sheet.accepts && sheet.kind != PlaceKind::File) {
                return;  // it is left alone for a while
            }
            const auto soonest = sheet.looked_at + pace_of(sheet.kind, google_sheets_).apart;
            sheet.due = std::min(sheet.due, std::max(Clock::now() + in, soonest));
        }
    }

    void read_connections() {
        struct Found {
            std::vector<engine::Connection> connections;
            std::vector<std::byte> secret;
        };
        const auto found = ask_store(
            services_.gateway,
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
        google_sheets_ = 0;
        for (const engine::Connection& connection : (*found)->connections) {
            const engine::SheetSettings settings = read_sheet_settings(connection.settings);
            const PlaceKind kind = place_kind_of(settings.url).value_or(PlaceKind::File);
            google_sheets_ += kind == PlaceKind::Google ? 1 : 0;
            if (takes(connection, kind) && services_.is_ours(connection.resource)) {
                lists.insert(connection.resource);
                follow(connection, settings, kind, (*found)->secret);
            }
        }
        for (auto at = sheets_.begin(); at != sheets_.end();) {
            if (lists.contains(at->first)) {
                ++at;
            } else {
                leave(at->second);
                drop_report(at->first);
                at = sheets_.erase(at);
            }
        }
        worker_.followed_.exchange(std::move(lists));
    }

    bool takes(const engine::Connection& connection, PlaceKind kind) const {
        const std::size_t whose =
            kind == PlaceKind::File ? 0 : 1 + connection.number % far_sheet_threads;
        return whose == worker_.number_;
    }

    void follow(const engine::Connection& connection, const engine::SheetSettings& settings,
                PlaceKind kind, const std::vector<std::byte>& secret) {
        Sheet& sheet = sheets_[connection.resource];
        if (sheet.connection == connection.number && sheet.changed_at == connection.changed_at) {
            return;
        }
        leave(sheet);
        drop_report(connection.resource);
        sheet = Sheet{};
        sheet.connection = connection.number;
        sheet.changed_at = connection.changed_at;
        sheet.kind = kind;
        sheet.due = Clock::now();
        sheet.news_at = sheet.due;
        sheet.web = shared_.make_client();
        const auto now = [this] { return services_.gateway.now(); };
        const auto secrets = secrets_of(connection, services_.open_sealed);
        auto place = secrets ? open_place({shared_.folder, shared_.sandbox, *sheet.web, now},
                                          settings, *secrets)
                             : std::unexpected(locked());
        if (!place) {
            engine::SheetReport told;
            told.trouble = place.error().name;
            told.words = place.error().words;
            told.looked_at = now();
            report(connection.resource, std::move(told));
            sheet.due = Clock::time_point::max();
            return;
        }
        if (kind == PlaceKind::File) {
            sheet.file = *shared_.folder.path_in(settings.url);
            sheet.folder = shared_.folder.folder_of(sheet.file);
        }
        sheet.keeper =
            std::make_unique<SheetKeeper>(KeeperServices{services_.gateway, desk_}, connection,
                                          *std::move(place), SheetKey(secret, connection.resource));
    }

    void leave(Sheet& sheet) {
        drop_watch(sheet);
        sheet.keeper.reset();
        if (sheet.web) {
            shared_.drop_client(sheet.web);
        }
    }

    void drop_report(core::ResourceNumber list) {
        shared_.reports.with([&](LaneShared::Reports& reports) { reports.erase(list); });
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
        shared_.reports.with(
            [&](LaneShared::Reports& reports) { reports[list] = std::move(report); });
    }

    void look_at(core::ResourceNumber list, Sheet& sheet) {
        if (!sheet.keeper) {
            sheet.due = Clock::time_point::max();
            return;
        }
        if (sheet.kind == PlaceKind::File &&
            sheet.watch < 0) {  // the folder may have come only now
            sheet.watch = ::inotify_add_watch(watch_, sheet.folder.c_str(),
                                              IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM |
                                                  IN_DELETE | IN_ONLYDIR);
        }
        const bool was_fine = sheet.keeper->report().is_fine;
        const After after = sheet.keeper->look(std::exchange(sheet.accepts, false));
        plan_next_look(sheet, after);
        const engine::SheetReport& told = sheet.keeper->report();
        if (was_fine && !told.is_fine) {
            services_.log("sheet_trouble", list, told.trouble);
        }
        if (after != After::NotOurs) {
            report(list, told);
        }
    }

    void plan_next_look(Sheet& sheet, After after) {
        const SheetKeeper& keeper = *sheet.keeper;
        sheet.looked_at = Clock::now();
        sheet.failures = keeper.is_out_of_reach() || keeper.wait() ? sheet.failures + 1 : 0;
        if (!keeper.was_unchanged()) {
            sheet.news_at = sheet.looked_at;
        }
        const Pace pace = pace_of(sheet.kind, google_sheets_);
        const bool is_idle = sheet.looked_at - sheet.news_at > idle_after;
        Clock::duration pause = after == After::LookAgain ? pace.again
                                : is_idle                 ? pace.idle
                                                          : pace.usual;
        if (sheet.failures > 0 && sheet.kind != PlaceKind::File) {
            constexpr unsigned doublings_max = 5;
            pause = std::min<Clock::duration>(
                failing_first * (1U << std::min(sheet.failures - 1, doublings_max)), failing_max);
            pause = std::max<Clock::duration>(pause, std::chrono::duration_cast<Clock::duration>(
                                                         keeper.wait().value_or(Duration{0})));
        }
        sheet.due = sheet.looked_at + pause;
    }

    void wait() {
        auto next = connections_due_;
        for (const auto& [list, sheet] : sheets_) {
            next = std::min(next, sheet.due);
        }
        const auto in = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
        const auto longest = std::chrono::milliseconds{connections_again};
        std::array<pollfd, 2> news{pollfd{worker_.wake_up_, POLLIN, 0}, pollfd{watch_, POLLIN, 0}};
        if (in.count() > 0 &&
            ::poll(news.data(), news.size(),
                   static_cast<int>(std::min<std::int64_t>(in.count(), longest.count()))) <= 0) {
            return;
        }
        std::uint64_t count = 0;
        while (::read(worker_.wake_up_, &count, sizeof(count)) > 0) {
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
            const std::string& file = sheet.file;
            const std::string_view own = std::string_view(file).substr(file.rfind('/') + 1);
            // The lock that goes away when a program closes it is news, too.
            const bool is_about_it = name == own || name == ".~lock." + std::string(own) + "#" ||
                                     name == "~$" + std::string(own);
            if (is_about_it || is_lost) {
                sheet.due = std::min(sheet.due, Clock::now() + settle);
            }
        }
    }

    SheetWorker& worker_;
    LaneShared& shared_;
    const LaneServices& services_;
    ListDesk desk_;
    int watch_;
    std::map<core::ResourceNumber, Sheet> sheets_;
    Clock::time_point connections_due_;
    std::size_t google_sheets_ = 0;  // in all, whoever looks at them
};

SheetWorker::SheetWorker(LaneShared& shared, std::size_t number)
    : shared_(shared), number_(number), wake_up_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

SheetWorker::~SheetWorker() {
    stop();
    ::close(wake_up_);
}

void SheetWorker::start() {
    thread_ = std::thread([this] { Work(*this).run(); });
}

void SheetWorker::begin_to_stop() {
    is_stopping_ = true;
    wake();
}

void SheetWorker::stop() {
    begin_to_stop();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void SheetWorker::wake() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t ignored = ::write(wake_up_, &one, sizeof(one));
}

void SheetWorker::on_changed(core::ResourceNumber list) {
    news_.with([&](News& news) {
        news.connections = true;
        news.lists.insert(list);
    });
    wake();
}

void SheetWorker::on_committed(core::ResourceNumber list) {
    if (!followed_.with(
            [&](const std::set<core::ResourceNumber>& lists) { return lists.contains(list); })) {
        return;
    }
    news_.with([&](News& news) { news.lists.insert(list); });
    wake();
}

void SheetWorker::on_accepted(core::ResourceNumber list) {
    news_.with([&](News& news) { news.accepted.insert(list); });
    wake();
}

}  // namespace standby::intake::sheet
