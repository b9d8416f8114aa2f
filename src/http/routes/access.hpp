// Who calls, and whether they may: keys, guest tokens, accounts. What a caller may not see is
// answered as what does not exist.
#pragma once

#include "http/routes/call.hpp"

namespace standby::http {

// Whether the page is asked for with a link of a secret that this node does not know: another may
// have been made a moment ago.
bool has_unknown_link(const Call& call);
// Who gave a key, a token or a cookie. Sets call.is_stranger when this node does not know it.
Result<void, Problem> identify(Call& call);
// What to answer to a key that is none: the refusal, or that too many came from the client. A right
// key counts whatever else came from its address.
Problem turn_away(Call& call, Problem refused);
// Whether a page of ours asks for a change in the name of who is signed in.
Result<void, Problem> check_origin(Call& call);
// The rights alone, whatever the id: nobody learns from a 403 whether something exists.
Result<void, Problem> authorise(const Call& call);
// What the id is about, if the caller may see it.
Result<void, Problem> locate(Call& call);
// The form of the request, whatever it says: the type of its body and the key it is known by.
Result<void, Problem> check_form(const Call& call);

}  // namespace standby::http
