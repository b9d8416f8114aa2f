// From a body, whoever read it, to the command: the API and the guests' pages join and change
// entries by the same rules.
#pragma once

#include "http/api/entry_body.hpp"
#include "http/routes/call.hpp"

namespace standby::http {

core::Join join_command(const Call& call, const JoinBody& body);

struct EntryChange {
    core::UpdateEntry command;
    engine::Attachment attachment;
};
// The person and the wishes as they are now are needed to know what the new ones are.
Task<Result<EntryChange, Problem>> prepare_change(Call& call, const EntryPatchBody& body);

}  // namespace standby::http
