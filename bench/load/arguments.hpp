// What the command line asks for, one struct for each subcommand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace standby::bench::load {

struct CommonOptions {
    std::string address = "127.0.0.1:8080";
    double seconds = 10;
    std::size_t connections = 256;
    std::uint64_t seed = 1;
    std::string key;                   // sent as bearer token; empty for none
    std::vector<std::string> headers;  // "Name: value"
};

// Which requests are sent. Only what its kind needs is set.
struct RequestOptions {
    enum class Kind { Join, Get, GetEach, PostEach, Mix };

    Kind kind = Kind::Join;
    std::string kind_name;
    std::vector<std::string> resources;  // joins go to one after the other
    std::string path;
    std::string file;
    bool is_in_order = false;
    bool with_keys = false;
    std::string save_file;
    std::string shares;  // of the mix, as "join=25,look=50"
    std::string lists_file;
    std::string guests_file;  // empty for none
    double power = 1;
    std::string slot_at;
    std::optional<std::uint64_t> count_max;
};

struct ClosedOptions {
    CommonOptions common;
    RequestOptions request;
};

struct OpenOptions {
    CommonOptions common;
    RequestOptions request;
    double rate = 0;          // requests per second
    std::string accept_file;  // empty for no second stream
    double accept_rate = 0;
    std::size_t accept_connections = 32;
};

struct WatchOptions {
    CommonOptions common;
    std::string file;
    double connect_rate = 2000;
    std::string events_file;  // empty for none
};

struct LorisOptions {
    CommonOptions common;
    double interval_ms = 1000;
    double connect_rate = 5000;
};

using Arguments = std::variant<ClosedOptions, OpenOptions, WatchOptions, LorisOptions>;

// Reads the command line. On a misuse it prints the usage to stderr and exits with status 2; on
// --help it prints the usage and exits with 0.
Arguments read_arguments(int argument_count, char** arguments);

}  // namespace standby::bench::load
