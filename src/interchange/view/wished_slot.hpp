// What a slot is for the guest who is offered it or has it. A slot may answer to several names, or
// leave its service open; the guest knows which of them they asked for, and nobody is told of a
// perm who wants a cut.
#pragma once

#include "core/model/wants.hpp"

namespace standby::interchange {

// The slot with the names that the guest asked for, where it has them too. What it says first stays
// first where the guest named nothing, named that, or named several that would all be possible.
core::Slot as_wished(core::Slot slot, const core::Wants& wants);

}  // namespace standby::interchange
