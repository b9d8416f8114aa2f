#include "intake/jobs.hpp"

#include "intake/calendar/calendar_job.hpp"
#include "intake/table/table_job.hpp"

namespace standby::intake {
namespace {

constexpr ReaderJob jobs[] = {
    {.name = "probe", .run = run_probe},
    {.name = table_job, .run = run_table_job},
    // The calendar's library looks for files in passing; it finds none.
    {.name = calendar_job,
     .run = run_calendar_job,
     .prepare = prepare_calendar_job,
     .on_forbidden = OnForbidden::NothingThere},
};

}  // namespace

std::span<const ReaderJob> reader_jobs() {
    return jobs;
}

}  // namespace standby::intake
