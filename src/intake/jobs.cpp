#include "intake/jobs.hpp"

#include "intake/table/table_job.hpp"

namespace standby::intake {
namespace {

constexpr ReaderJob jobs[] = {
    {.name = "probe", .run = run_probe},
    {.name = table_job, .run = run_table_job},
};

}  // namespace

std::span<const ReaderJob> reader_jobs() {
    return jobs;
}

}  // namespace standby::intake
