// Reading the zones once.
#include "tests/fuzz/support/zones.hpp"

#include <fstream>
#include <iterator>
#include <span>
#include <string>

namespace standby::fuzz {
namespace {

Zone read_zone(const std::string& name, std::chrono::seconds stand_in) {
    std::ifstream file("/usr/share/zoneinfo/" + name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    auto zone = Zone::parse(name, std::as_bytes(std::span(bytes)));
    return zone ? *std::move(zone) : Zone::fixed(name, stand_in);
}

core::ZoneBook read_zones() {
    core::ZoneBook book;
    book.add(read_zone("Europe/Berlin", std::chrono::hours{1}));
    book.add(read_zone("America/New_York", std::chrono::hours{-5}));
    book.add(read_zone("Australia/Lord_Howe", std::chrono::hours{11}));
    return book;
}

}  // namespace

const core::ZoneBook& zones() {
    static const core::ZoneBook book = read_zones();
    return book;
}

const Zone& berlin() {
    return *zones().find("Europe/Berlin");
}

}  // namespace standby::fuzz
