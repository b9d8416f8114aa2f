// `standby demo`: a real server on throw-away data, and three shows that use it.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/signals.hpp"
#include "app/demo/show.hpp"
#include "app/service/service.hpp"
#include "base/json/writer.hpp"
#include "http/auth/sessions.hpp"

#include <fmt/core.h>

#include <array>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <ostream>

namespace standby::app {
namespace {

// Who is signed in; the demo's page knows it too.
constexpr std::string_view demo_address = "demo@standby.example";
constexpr Duration look_every = std::chrono::milliseconds{50};

// A new directory that goes with its owner, and everything in it.
class ScratchFolder {
public:
    static Result<ScratchFolder, std::string> make() {
        std::error_code error;
        std::string pattern =
            (std::filesystem::temp_directory_path(error) / "standby-demo-XXXXXX").string();
        if (error || ::mkdtemp(pattern.data()) == nullptr) {
            return std::unexpected("a directory for the demo's data cannot be created");
        }
        return ScratchFolder(std::move(pattern));
    }
    ~ScratchFolder() {
        std::error_code ignored;
        if (!path_.empty()) {
            std::filesystem::remove_all(path_, ignored);
        }
    }
    ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    ScratchFolder& operator=(ScratchFolder&&) = delete;

    const std::string& path() const { return path_; }

private:
    explicit ScratchFolder(std::string path) : path_(std::move(path)) {}

    std::string path_;
};

class Demo {
public:
    Demo(const DemoCommand& command, Console& console, Service& service,
         const ListenAddress& address)
        : command_(command),
          console_(console),
          service_(service),
          world_{.client = HttpClient(base_url_of({address.address, service.port()})),
                 .key = service.first_start().owner_key,
                 .speed = command.speed,
                 .tell = [this](std::string_view show, std::string_view type,
                                std::string_view text) { tell(show, type, text); }} {
        Prng prng(command.seed);
        for (const ShowKind kind : {ShowKind::Salon, ShowKind::Concert, ShowKind::Beta}) {
            shows_.emplace_back(world_, kind, prng.fork());
        }
    }

    Result<void, std::string> run(StopSignals& signals) {
        TRY(set_up());
        for (Show& show : shows_) {
            TRY(show.open(system_now()));
        }
        introduce();
        const Time end = system_now() + command_.length;
        while (!signals.wait_for(look_every)) {
            const Time now = system_now();
            if (command_.length > Duration{0} && now >= end) {
                break;
            }
            for (Show& show : shows_) {
                TRY(show.step(system_now()));
            }
        }
        return {};
    }

private:
    // Somebody who is signed in with the password in the link, as often as it is opened: whoever
    // comes to see the demo is not asked to set anything up.
    Result<void, std::string> set_up() {
        const std::string& setup = service_.first_start().setup_url;
        const std::string token = setup.substr(setup.find('#') + 1);
        password_ = http::generate_token(http::link_mark).text;
        const auto answer = TRY(world_.client.call(
            {.method = "POST",
             .path = "/v1/links:use",
             .body = fmt::format(R"({{"token":"{}","name":"Demo","email":"{}","password":"{}"}})",
                                 token, demo_address, password_),
             .credential = {},
             .origin = service_.url()}));
        if (answer.status != 200 && answer.status != 201) {
            return std::unexpected("the demo could not sign itself in: " + answer.body);
        }
        const auto named = TRY(world_.client.call({.method = "PATCH",
                                                   .path = "/v1/house",
                                                   .body = R"({"name":"Salon Aster"})",
                                                   .credential = world_.key}));
        return named.status == 200
                   ? Result<void, std::string>{}
                   : std::unexpected("the demo could not name its business: " + named.body);
    }

    void introduce() {
        const std::string url = service_.url();
        const std::string link = url + "/staff/demo#" + password_;
        if (command_.style == Style::Json) {
            std::string text;
            JsonWriter writer{text};
            writer.begin_object();
            writer.text("event", "demo_ready");
            writer.text("url", url);
            writer.text("link", link);
            writer.text("api_key", world_.key);
            writer.array("resources", shows_,
                         [&](const Show& show) { writer.text(show.resource()); });
            writer.end_object();
            console_.output << text << std::endl;
            return;
        }
        console_.output << fmt::format(
            "The Standby demo is running. Press Ctrl-C to stop it.\n\n"
            "Open this to see the board beside a guest's phone:\n  {}\n\n",
            link);
        for (const Show& show : shows_) {
            const Guest* guest = show.somebody();
            console_.output << fmt::format("{}\n  join     {}/r/{}\n  a guest  {}\n", show.title(),
                                           url, show.resource(),
                                           guest == nullptr ? "-" : guest->status_url);
        }
        console_.output << fmt::format("\nThe API   {}/docs\nTry       curl -H 'Authorization: "
                                       "Bearer {}' {}/v1/resources\n\n",
                                       url, world_.key, url)
                        << std::flush;
    }

    void tell(std::string_view show, std::string_view type, std::string_view text) {
        const Time now = std::chrono::floor<std::chrono::seconds>(system_now());
        if (command_.style == Style::Json) {
            std::string line;
            JsonWriter writer{line};
            writer.begin_object();
            writer.time("time", now);
            writer.text("show", show);
            writer.text("event", type);
            writer.text("text", text);
            writer.end_object();
            console_.output << line << std::endl;
            return;
        }
        constexpr std::size_t clock_begin = 11;
        constexpr std::size_t clock_length = 8;
        console_.output << fmt::format("{}  {:<17} {}{}",
                                       format_time(now).substr(clock_begin, clock_length), show,
                                       type == "message" ? "  " : "", text)
                        << std::endl;
    }

    const DemoCommand& command_;
    Console& console_;
    Service& service_;
    DemoWorld world_;
    std::string password_;
    std::deque<Show> shows_;
};

}  // namespace

Outcome carry_out(const DemoCommand& command, Console& console) {
    const auto folder = TRY(or_exit(exit_unavailable, ScratchFolder::make()));
    const auto address = TRY(or_exit(exit_usage, parse_listen(command.listen)));
    ServeOptions options;
    options.listen = command.listen;
    options.data_dir = folder.path();
    options.join_rate = 0;
    options.client_rate = 0;
    options.is_demo = true;
    options.told_elsewhere = "yes";  // the visitor holds the guest's phone
    Log log(command.style == Style::Json ? LogFormat::Json : LogFormat::Text, LogLevel::Warning);
    StopSignals signals;
    auto service = TRY(or_exit(exit_unavailable, Service::start(options, log)));
    const auto played = Demo(command, console, *service, address).run(signals);
    signals.end_at_once_on_the_next();
    service->stop();
    TRY(played);
    return exit_ok;
}

}  // namespace standby::app
