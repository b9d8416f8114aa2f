// A database of a story's own on a PostgreSQL server, dropped when the story is over.
#pragma once

#include "base/result.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace standby::scenarios {

class StoryDatabase {
public:
    // `server` is how to reach the server and may make databases there: key=value pairs of host,
    // user, dbname and, over a network, port, as tests/store_contract/with_postgres sets them.
    static Result<std::unique_ptr<StoryDatabase>, std::string> create(const std::string& server,
                                                                      const std::string& name);
    // Whoever is still connected is thrown out.
    ~StoryDatabase();
    StoryDatabase(const StoryDatabase&) = delete;
    StoryDatabase& operator=(const StoryDatabase&) = delete;

    // As the server's --store takes it.
    const std::string& url() const { return url_; }

private:
    StoryDatabase(std::string server, std::string name, std::string url)
        : server_(std::move(server)), name_(std::move(name)), url_(std::move(url)) {}

    const std::string server_;
    const std::string name_;
    const std::string url_;
};

// The address of a database on that server: "postgres://user@/name?host=/tmp". An error when the
// pairs name no host.
Result<std::string, std::string> store_url(std::string_view server, std::string_view name);

}  // namespace standby::scenarios
