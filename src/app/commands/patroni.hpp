// What Patroni, which keeps a PostgreSQL highly available, says of itself over its REST API, and
// what that means for commits that Standby has acknowledged.
#pragma once

#include "app/commands/doctor.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

// From the bodies of GET /patroni and GET /config; `name` is what the diagnoses call the member.
std::vector<Diagnosis> judge_patroni(const std::string& name, std::string_view status,
                                     std::string_view config);

// Asks the API at each address, "http://host:8008" or "host:8008". What does not answer is a
// warning when somebody named it, and nothing otherwise.
struct PatroniAddresses {
    std::vector<std::string> addresses;
    bool are_given = false;
};
std::vector<Diagnosis> examine_patroni(const PatroniAddresses& addresses);

}  // namespace standby::app
