// The core's values under their short names. The simulator shares the core's vocabulary (commands,
// events, rules), never its decisions.
#pragma once

#include "core/model/command.hpp"
#include "core/model/event.hpp"
#include "core/model/ids.hpp"
#include "core/model/refusal.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"
#include "core/rules/rules.hpp"
#include "core/rules/zone_book.hpp"
#include "core/run.hpp"

namespace standby::sim {

using core::Actor;
using core::ActorKind;
using core::AfterOffer;
using core::Answer;
using core::Awaiting;
using core::Command;
using core::ContactKey;
using core::Context;
using core::EntryState;
using core::Event;
using core::EventKey;
using core::GroupKey;
using core::InstantYes;
using core::Inventory;
using core::Kind;
using core::Money;
using core::Move;
using core::OfferNumber;
using core::OfferState;
using core::OpeningNumber;
using core::OpeningState;
using core::Order;
using core::Outcome;
using core::PartyPolicy;
using core::Reason;
using core::RefusalCode;
using core::ResourceNumber;
using core::ResourceState;
using core::ResourceStatus;
using core::Rules;
using core::RulesPatch;
using core::Settings;
using core::Slot;
using core::Subject;
using core::Ticket;
using core::Wants;
using core::WeeklyWindow;
using core::ZoneBook;

}  // namespace standby::sim
