// A refusal: a command that may not be carried out, and changed nothing. Each code is also the
// HTTP problem type that a caller sees.
#pragma once

#include <cstdint>
#include <string_view>

namespace standby::core {

enum class RefusalCode : std::uint8_t {
    InvalidField,
    ResourceExists,
    UnknownResource,
    ResourceClosed,
    WrongKind,
    NotExternal,
    UnknownEntry,
    UnknownOffer,
    UnknownOpening,
    ListFull,
    EntryEnded,
    EntryNotWaiting,
    EntryNotAccepted,
    AlreadyClaimed,
    OfferExpired,
    OfferDeclined,
    OfferWithdrawn,
    OfferConfirming,
    OfferNotConfirming,
    OpeningEnded,
    OpeningTaken,
    NoFreePlace,
    NoTimeLeft,
    TotalReached,
    LotteryNotDrawn,
    LotteryDrawn,
    GroupHoldsPlace,
    TooMany,
    TooManyWishes,
    AddressInLine,
    EventOver,
    TransferRefused,
    OfferLive,
    LateYesOff,
    ResourceOpen,
    NoticePassed,
};

// Texts are literals: a refusal never carries what the caller sent.
struct Refusal {
    RefusalCode code;
    std::string_view field;   // the name of the bad field, or empty
    std::string_view detail;  // one sentence for a person
    friend bool operator==(const Refusal&, const Refusal&) = default;
};

// The field by the name callers know it under, and what it must be.
constexpr Refusal invalid_field(std::string_view field, std::string_view detail) {
    return {RefusalCode::InvalidField, field, detail};
}

// Why a name is refused that the list does not know: it has as many as it may. Whoever counts how
// often limits are reached recognises it by this.
inline constexpr std::string_view no_new_names =
    "must be one that the list knows: it can take no new ones";

// The last part of the problem type, e.g. "offer-expired".
std::string_view name_of(RefusalCode code);

}  // namespace standby::core
