// Settling the cards of forwarded mails: from the staff pages, and from the link in a message to
// staff.
#pragma once

#include "engine/ports/intake_mails.hpp"
#include "http/routes/call.hpp"

#include <optional>
#include <string>

namespace standby::http {

// The card that the call is about, or a 404.
Task<Result<engine::IntakeMail, Problem>> find_card(Call& call);

// What became of a card, or what the list says against it.
struct SettledCard {
    engine::IntakeMail card;
    std::optional<Response> refused{};
};

// The row of an open card joins its list, at the time when the mail came; once, however often and
// by how many this is asked for. `row` is the body of a join, or empty for what was found; `list`
// is where, 0 for the card's own. Returns the card as it is then.
Task<Result<SettledCard, Problem>> approve(Call& call, engine::IntakeMail card,
                                           core::ResourceNumber list, std::string row);
Task<Result<engine::IntakeMail, Problem>> dismiss(Call& call, engine::IntakeMail card);

}  // namespace standby::http
