// From a body, whoever read it, to the command: the API and the guests' pages join and change
// entries by the same rules.
#pragma once

#include "http/api/entry_body.hpp"
#include "http/routes/call.hpp"

namespace standby::http {

// Only staff vouch for a contact, name a group or say which user of the business's own it is. The
// wishes are taken out of the body.
Result<core::Join, Problem> join_command(const Call& call, JoinBody& body);

// Whoever opened the link in a confirmation message reads the address that it was sent to.
Task<Result<core::Verify, Problem>> verify_command(Call& call);

struct EntryChange {
    core::UpdateEntry command;
    engine::Attachment attachment;
};
// The person and the wishes as they are now are needed to know what the new ones are.
Task<Result<EntryChange, Problem>> prepare_change(Call& call, const EntryPatchBody& body);

}  // namespace standby::http
