// The routes of the API: which method and path, who may call it, and what its id is about. One
// table, from which matching, authorisation, metrics and the list of methods for a 405 all come.
#pragma once

#include "core/model/ids.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// The least that a caller must be.
enum class Who : std::uint8_t {
    Public,      // anybody; a key that is given must still be a good one
    Guest,       // the guest whom it concerns, or any key of the account
    GuestOnly,   // the guest whom it concerns
    GuestWrite,  // the guest whom it concerns, or a key that may write
    ReadOnly,    // any key of the account, or any member of its staff
    Staff,       // a key that may write
    Owner,
    Member,    // somebody who signed in, about themselves
    Provider,  // whoever proves it by a signature of its own: callbacks of mail and SMS providers
};

// What the id in the path is.
enum class Target : std::uint8_t {
    None,
    Resource,
    Entry,
    Offer,
    Opening,
    Key,
    Voice,
    Message,
    Member,
};

enum class RouteName : std::uint8_t {
    CreateResource,
    ListResources,
    GetResource,
    PatchResource,
    PauseResource,
    ResumeResource,
    CloseResource,
    Join,
    ReleasePlaces,
    OpenSlot,
    ListQueue,
    ListEntries,
    ListOpenings,
    ListOffers,
    ListAudit,
    ListMessages,
    GetStats,
    WatchResource,
    GetEntry,
    LeaveEntry,
    PatchEntry,
    VerifyEntry,
    PromoteEntry,
    MarkNoShow,
    MarkAttended,
    RemoveEntry,
    CancelEntry,
    ExplainEntry,
    WatchEntry,
    GetOffer,
    AcceptOffer,
    DeclineOffer,
    ExtendOffer,
    ReportSent,
    ReportUndeliverable,
    ReportBooking,
    ReportPayment,
    GetOpening,
    WithdrawOpening,
    BookOpening,
    GetAccount,
    ListKeys,
    CreateKey,
    RevokeKey,
    GetHouse,
    PatchHouse,
    RotateWebhookSecret,
    ListVoice,
    GetVoice,
    PutVoice,
    ResetVoice,
    ListVoiceVersions,
    PreviewVoice,
    ListAllMessages,
    ReplayMessages,
    GetMessage,
    ReplayMessage,
    ReadInbox,
    TwilioStatus,
    TwilioInbound,
    MailEvents,
    GetBoard,
    PreviewChange,
    ListRules,
    VerifyAudit,
    ExportStats,
    GetSession,
    SignIn,
    UpdateProfile,
    SignOut,
    BeginTotp,
    ConfirmTotp,
    RemoveTotp,
    LookAtLink,
    UseLink,
    ListMembers,
    InviteMember,
    UpdateMember,
    RemoveMember,
    ResetMember,
    GetCluster,
};

struct Route {
    std::string_view method;
    std::string_view pattern;  // "/v1/offers/{id}:accept"
    RouteName name;
    Who who;
    Target target;
};

// Whether it is about who is signed in: nothing for pages of other origins.
bool is_about_session(const Route& route);

// All of them, in the order of RouteName.
const std::vector<Route>& routes();

struct RouteMatch {
    const Route* route = nullptr;  // null: no such path, or not with this method
    std::string_view id;           // points into the path
    std::string allowed;           // the methods of the path, when only the method was wrong
};
// The resource that an id of the route's target belongs to; 0 when it is none.
core::ResourceNumber resource_in(const Route& route, std::string_view id);
// HEAD is matched as GET.
RouteMatch match_route(std::string_view method, std::string_view path);

}  // namespace standby::http
