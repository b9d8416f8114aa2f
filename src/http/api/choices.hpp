// The names that callers may write for each enum. They are the enums' own names; the tests compare.
#pragma once

#include "core/model/command.hpp"
#include "core/model/states.hpp"
#include "core/rules/rules.hpp"
#include "engine/ports/registry.hpp"
#include "http/json/fields.hpp"

namespace standby::http {

inline constexpr Choice<core::Order> order_choices[] = {
    {"fifo", core::Order::Fifo},
    {"score", core::Order::Score},
    {"head_start", core::Order::HeadStart},
    {"lottery", core::Order::Lottery},
};
inline constexpr Choice<core::AfterOffer> after_offer_choices[] = {
    {"keep", core::AfterOffer::Keep},
    {"back", core::AfterOffer::Back},
    {"remove", core::AfterOffer::Remove},
};
inline constexpr Choice<core::Visibility> visibility_choices[] = {
    {"rank", core::Visibility::Rank},
    {"band", core::Visibility::Band},
    {"hidden", core::Visibility::Hidden},
};
inline constexpr Choice<core::PartyPolicy> party_choices[] = {
    {"strict", core::PartyPolicy::Strict},
    {"fit", core::PartyPolicy::Fit},
};
inline constexpr Choice<core::DepositDue> deposit_due_choices[] = {
    {"joining", core::DepositDue::OnJoining},
    {"claiming", core::DepositDue::OnClaiming},
};
inline constexpr Choice<core::DepositFate> deposit_fate_choices[] = {
    {"refunded", core::DepositFate::Refunded},
    {"kept", core::DepositFate::Kept},
};
inline constexpr Choice<core::Kind> kind_choices[] = {
    {"slots", core::Kind::Slots},
    {"seats", core::Kind::Seats},
    {"access", core::Kind::Access},
};
inline constexpr Choice<core::Inventory> inventory_choices[] = {
    {"internal", core::Inventory::Internal},
    {"external", core::Inventory::External},
};

inline constexpr Choice<engine::Role> role_choices[] = {
    {"owner", engine::Role::Owner},
    {"staff", engine::Role::Staff},
    {"read-only", engine::Role::ReadOnly},
};

// Why a slot is open: the reasons that a caller may give.
inline constexpr Choice<core::Reason> opening_reason_choices[] = {
    {"cancellation", core::Reason::Cancellation},
    {"no_show", core::Reason::NoShow},
    {"opening", core::Reason::NewOpening},
};

// By type, for the rules. The argument only names the type.
constexpr auto& choices_of(core::Order) {
    return order_choices;
}
constexpr auto& choices_of(core::AfterOffer) {
    return after_offer_choices;
}
constexpr auto& choices_of(core::Visibility) {
    return visibility_choices;
}
constexpr auto& choices_of(core::PartyPolicy) {
    return party_choices;
}

}  // namespace standby::http
