#include "app/commands/doctor.hpp"

#include "app/commands/commands.hpp"
#include "base/json/writer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>

namespace standby::app {
namespace {

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
    case Verdict::Ok:
        return "ok";
    case Verdict::Warning:
        return "warn";
    case Verdict::Failure:
        return "fail";
    }
    return "";
}

}  // namespace

Outcome carry_out(const DoctorCommand& command, Console& console) {
    if (!command.send_test.empty()) {
        return send_test_message(command, console);
    }
    std::vector<Diagnosis> diagnoses = examine_machine(command.options);
    for (Diagnosis& diagnosis : is_postgres(command.options.store)
                                    ? examine_cluster(command)
                                    : examine_data(command.options)) {
        diagnoses.push_back(std::move(diagnosis));
    }
    for (Diagnosis& diagnosis : examine_messages(command.options)) {
        diagnoses.push_back(std::move(diagnosis));
    }
    diagnoses.push_back(examine_sandbox());
    diagnoses.push_back(examine_server(command.options));
    const bool is_well = std::ranges::none_of(diagnoses, [](const Diagnosis& diagnosis) {
        return diagnosis.verdict == Verdict::Failure;
    });
    if (command.style == Style::Text) {
        for (const Diagnosis& diagnosis : diagnoses) {
            console.output << fmt::format("{:<5} {:<15} {}\n", name_of(diagnosis.verdict),
                                          diagnosis.check, diagnosis.text);
        }
        return is_well ? exit_ok : exit_failed;
    }
    print_object(console.output, [&](JsonWriter& writer) {
        writer.boolean("ok", is_well);
        writer.array("checks", diagnoses, [&](const Diagnosis& diagnosis) {
            writer.begin_object();
            writer.text("check", diagnosis.check);
            writer.text("verdict", name_of(diagnosis.verdict));
            writer.text("text", diagnosis.text);
            writer.end_object();
        });
    });
    return is_well ? exit_ok : exit_failed;
}

}  // namespace standby::app
