// The command line, read by CLI11.
#include "bench/load/arguments.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <map>

namespace standby::bench::load {
namespace {

using Kind = RequestOptions::Kind;

[[noreturn]] void refuse(const CLI::App& command, const std::string& complaint) {
    fmt::print(stderr, "{}: {}\n{}", command.get_name(), complaint, command.help());
    std::exit(2);
}

void add_common(CLI::App& command, CommonOptions& options) {
    command.add_option("--address", options.address, "HOST:PORT of the server")
        ->capture_default_str();
    command.add_option("--seconds", options.seconds, "how long to go on")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command.add_option("--connections", options.connections, "how many connections")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
        ->capture_default_str();
    command.add_option("--seed", options.seed, "the same seed gives the same requests")
        ->capture_default_str();
    command.add_option("--key", options.key, "API key, sent as bearer token");
    command.add_option("--header", options.headers, "\"Name: value\", may be repeated")
        ->allow_extra_args(false);
}

void add_request(CLI::App& command, RequestOptions& options) {
    command.add_option("--request", options.kind_name, "join, get, get-each, post-each or mix")
        ->check(CLI::IsMember({"join", "get", "get-each", "post-each", "mix"}))
        ->required();
    command
        .add_option("--resource", options.resources,
                    "join: the resource, as res_1; with commas between several")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_option("--path", options.path, "get: the path");
    command.add_option("--file", options.file,
                       "get-each: lines of path[ TAB token], taken at random; "
                       "post-each: lines of path TAB token TAB body, each sent once");
    command.add_flag("--in-order", options.is_in_order, "get-each: each line once, from the first");
    command.add_flag("--with-keys", options.with_keys, "join: with an Idempotency-Key each");
    command.add_option("--count", options.count_max, "ends after this many requests");
}

void add_mix(CLI::App& command, RequestOptions& options) {
    command.add_option("--shares", options.shares,
                       "mix: how often each action is, as join=25,look=50; there are join, look, "
                       "change, cancel, open and claim");
    command.add_option("--lists", options.lists_file,
                       "mix: lines of a resource, the most frequent first");
    command.add_option("--guests", options.guests_file,
                       "mix: lines of entry TAB token, who wait at the beginning");
    command.add_option("--power", options.power, "mix: place k comes up in proportion to k^-power")
        ->check(CLI::Range(0.0, 10.0))
        ->capture_default_str();
    command.add_option("--slot-at", options.slot_at, "mix: when slots begin, in UTC");
}

void complete_request(const CLI::App& command, RequestOptions& options) {
    static const std::map<std::string, Kind> kinds{{"join", Kind::Join},
                                                   {"get", Kind::Get},
                                                   {"get-each", Kind::GetEach},
                                                   {"post-each", Kind::PostEach},
                                                   {"mix", Kind::Mix}};
    options.kind = kinds.at(options.kind_name);
    const auto need = [&](const std::string& value, const char* flag) {
        if (value.empty()) {
            refuse(command, fmt::format("{} needs {}", options.kind_name, flag));
        }
    };
    switch (options.kind) {
    case Kind::Join:
        need(options.resources.empty() ? "" : options.resources.front(), "--resource");
        break;
    case Kind::Get:
        need(options.path, "--path");
        break;
    case Kind::GetEach:
    case Kind::PostEach:
        need(options.file, "--file");
        break;
    case Kind::Mix:
        need(options.shares, "--shares");
        need(options.lists_file, "--lists");
        need(options.slot_at, "--slot-at");
        break;
    }
    if (!options.save_file.empty() && options.kind != Kind::Join && options.kind != Kind::Mix) {
        refuse(command, "--save is for joins");
    }
}

void add_open(CLI::App& command, OpenOptions& options) {
    add_common(command, options.common);
    add_request(command, options.request);
    command.add_option("--rate", options.rate, "requests per second")
        ->check(CLI::PositiveNumber)
        ->required();
    auto* accepts =
        command.add_option("--accepts", options.accept_file, "a second stream: lines as post-each");
    command.add_option("--accept-rate", options.accept_rate, "its requests per second")
        ->check(CLI::PositiveNumber)
        ->needs(accepts);
    command.add_option("--accept-connections", options.accept_connections, "its connections")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
        ->capture_default_str();
}

void add_watch(CLI::App& command, WatchOptions& options) {
    add_common(command, options.common);
    command.add_option("--file", options.file, "lines of path TAB token TAB tag, a stream each")
        ->required();
    command.add_option("--connect-rate", options.connect_rate, "streams opened per second")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command.add_option("--events", options.events_file,
                       "writes a line of monotonic ns TAB tag TAB event TAB id for each event");
}

void add_loris(CLI::App& command, LorisOptions& options) {
    add_common(command, options.common);
    command.add_option("--interval-ms", options.interval_ms, "between two bytes of a socket")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command.add_option("--connect-rate", options.connect_rate, "sockets opened per second")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

}  // namespace

Arguments read_arguments(int argument_count, char** arguments) {
    CLI::App app{"Puts load on an HTTP server and prints what it saw as one JSON object.",
                 "standby_load"};
    app.require_subcommand(1);
    ClosedOptions closed;
    OpenOptions open;
    WatchOptions watch;
    LorisOptions loris;

    auto* closed_command = app.add_subcommand(
        "closed", "each connection sends its next request when its answer is there");
    add_common(*closed_command, closed.common);
    add_request(*closed_command, closed.request);
    add_mix(*closed_command, closed.request);
    closed_command->add_option("--save", closed.request.save_file,
                               "join, mix: writes a line of entry id TAB token for each join");
    auto* open_command = app.add_subcommand(
        "open", "requests come at random moments, whether or not the server keeps up");
    add_open(*open_command, open);
    auto* watch_command = app.add_subcommand("watch", "opens event streams and counts events");
    add_watch(*watch_command, watch);
    auto* loris_command =
        app.add_subcommand("loris", "opens sockets that send a request byte by byte, for ever");
    add_loris(*loris_command, loris);

    try {
        app.parse(argument_count, arguments);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        std::exit(0);
    } catch (const CLI::ParseError& error) {
        const auto chosen = app.get_subcommands();
        refuse(chosen.empty() ? app : *chosen.front(), error.what());
    }
    if (closed_command->parsed()) {
        complete_request(*closed_command, closed.request);
        return closed;
    }
    if (open_command->parsed()) {
        if (open.request.kind_name == "mix") {
            refuse(*open_command, "a mix is for closed, which learns who has joined");
        }
        complete_request(*open_command, open.request);
        if (!open.accept_file.empty() && open.accept_rate <= 0) {
            refuse(*open_command, "--accepts needs --accept-rate");
        }
        return open;
    }
    if (watch_command->parsed()) {
        return watch;
    }
    return loris;
}

}  // namespace standby::bench::load
