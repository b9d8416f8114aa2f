#include "tests/scenarios/runner/story_database.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <algorithm>
#include <map>

namespace standby::scenarios {
namespace {

Result<void, std::string> carry_out(const std::string& server, const std::string& sql) {
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectdb(server.c_str()),
                                                                  &PQfinish);
    if (PQstatus(connection.get()) != CONNECTION_OK) {
        return std::unexpected(PQerrorMessage(connection.get()));
    }
    const std::unique_ptr<PGresult, decltype(&PQclear)> done(PQexec(connection.get(), sql.c_str()),
                                                             &PQclear);
    if (PQresultStatus(done.get()) != PGRES_COMMAND_OK) {
        return std::unexpected(PQerrorMessage(connection.get()));
    }
    return {};
}

}  // namespace

Result<std::string, std::string> store_url(std::string_view server, std::string_view name) {
    std::map<std::string_view, std::string_view> pairs;
    while (!server.empty()) {
        const std::size_t end = std::min(server.find(' '), server.size());
        const std::string_view pair = server.substr(0, end);
        const std::size_t equals = pair.find('=');
        if (equals != std::string_view::npos) {
            pairs[pair.substr(0, equals)] = pair.substr(equals + 1);
        }
        server.remove_prefix(std::min(end + 1, server.size()));
    }
    if (!pairs.contains("host") || !pairs.contains("user")) {
        return std::unexpected(
            "STANDBY_TEST_POSTGRES must name the host and the user of a PostgreSQL, "
            "as tests/store_contract/with_postgres does");
    }
    std::string url = fmt::format("postgres://{}@/{}?host={}", pairs["user"], name, pairs["host"]);
    if (pairs.contains("port")) {
        url += fmt::format("&port={}", pairs["port"]);
    }
    return url;
}

Result<std::unique_ptr<StoryDatabase>, std::string> StoryDatabase::create(const std::string& server,
                                                                          const std::string& name) {
    std::string url = TRY(store_url(server, name));
    TRY(carry_out(server, fmt::format("CREATE DATABASE {}", name)));
    // tidy: allow raw_new because the constructor is private
    return std::unique_ptr<StoryDatabase>(new StoryDatabase(server, name, std::move(url)));
}

StoryDatabase::~StoryDatabase() {
    // If it does not work, the server ends soon, and its databases with it.
    (void)carry_out(server_, fmt::format("DROP DATABASE IF EXISTS {} WITH (FORCE)", name_));
}

}  // namespace standby::scenarios
