// What `standby doctor` looks at. Each check stands alone, so that one that fails does not hide
// the others.
#pragma once

#include "app/commands/command.hpp"
#include "app/service/options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace standby::app {

enum class Verdict : std::uint8_t { Ok, Warning, Failure };

struct Diagnosis {
    std::string check;
    Verdict verdict = Verdict::Ok;
    std::string text;  // what was found and, unless it is well, what to do
};
inline Diagnosis ok(std::string check, std::string text) {
    return {std::move(check), Verdict::Ok, std::move(text)};
}
inline Diagnosis warning(std::string check, std::string text) {
    return {std::move(check), Verdict::Warning, std::move(text)};
}
inline Diagnosis failure(std::string check, std::string text) {
    return {std::move(check), Verdict::Failure, std::move(text)};
}

std::vector<Diagnosis> examine_machine(const ServeOptions& options);
std::vector<Diagnosis> examine_data(const ServeOptions& options);
// The database of a cluster, its nodes, and Patroni, if there is one. Looks twice, with a pause of
// seconds between.
std::vector<Diagnosis> examine_cluster(const DoctorCommand& command);
// Whether messages can leave. Makes connections, and waits a few seconds for them.
std::vector<Diagnosis> examine_messages(const ServeOptions& options);
// Whether strangers' files can be read here by a process without rights.
Diagnosis examine_sandbox();
// Whether a server answers on the configured address.
Diagnosis examine_server(const ServeOptions& options);

// One message to `command.send_test`, which must be set, through the provider; waits for the
// provider's answer and tells what came of it.
Outcome send_test_message(const DoctorCommand& command, Console& console);

}  // namespace standby::app
