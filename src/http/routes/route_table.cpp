// The table, and finding a path in it.
#include "http/routes/route_table.hpp"

#include "base/assert.hpp"
#include "http/routes/handlers.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace standby::http {
namespace {

constexpr auto table = [] {
    using enum Who;
    using enum Target;
    using enum engine::Priority;
    using enum Node;
    using enum ErrandKind;
    return std::to_array<Route>({
        {"POST", "/v1/resources", Staff, None, Normal, NewShard, Quick, create_resource},
        {"GET", "/v1/resources", Public, None, Normal, Any, Quick, list_resources},
        {"GET", "/v1/resources/{id}", Public, Resource, Normal, Shard, Quick, get_resource},
        {"PATCH", "/v1/resources/{id}", Staff, Resource, Normal, Shard, Quick, patch_resource},
        {"POST", "/v1/resources/{id}:pause", Staff, Resource, Normal, Shard, Quick, pause_resource},
        {"POST", "/v1/resources/{id}:resume", Staff, Resource, Normal, Shard, Quick,
         resume_resource},
        {"POST", "/v1/resources/{id}:close", Staff, Resource, Normal, Shard, Quick, close_resource},
        {"POST", "/v1/resources/{id}:reopen", Staff, Resource, Normal, Shard, Quick,
         reopen_resource},
        {"POST", "/v1/resources/{id}:archive", Staff, Resource, Normal, Shard, Quick,
         archive_resource},
        {"POST", "/v1/resources/{id}:unarchive", Staff, Resource, Normal, Shard, Quick,
         unarchive_resource},
        {"POST", "/v1/resources/{id}:duplicate", Staff, Resource, Normal, NewShard, Quick,
         duplicate_resource},
        {"POST", "/v1/resources/{id}:cancel", Staff, Resource, Normal, Shard, Quick,
         cancel_resource},
        {"POST", "/v1/resources/{id}/waitlist:join", PublicWrite, Resource, Normal, Shard, Quick,
         join},
        {"POST", "/v1/resources/{id}/waitlist:copy", Staff, Resource, Normal, Shard, Quick,
         copy_entry},
        {"GET", "/v1/resources/{id}/challenge", Public, Resource, Normal, Shard, Quick,
         get_challenge},
        {"GET", "/v1/resources/{id}/draw", Public, Resource, Normal, Shard, Long, get_draw},
        {"POST", "/v1/resources/{id}/capacity:release", Staff, Resource, Normal, Shard, Quick,
         release_places},
        {"POST", "/v1/resources/{id}/capacity:revoke", Staff, Resource, Normal, Shard, Quick,
         revoke_places},
        {"POST", "/v1/resources/{id}/openings", Staff, Resource, Normal, Shard, Quick, open_slot},
        {"POST", "/v1/resources/{id}/openings:preview", ReadOnly, Resource, Normal, Shard, Quick,
         preview_opening},
        {"GET", "/v1/resources/{id}/sheet", Staff, Resource, Normal, Shard, Quick, get_sheet},
        {"PUT", "/v1/resources/{id}/sheet", Owner, Resource, Normal, Shard, Quick, put_sheet},
        {"DELETE", "/v1/resources/{id}/sheet", Owner, Resource, Normal, Shard, Quick,
         delete_sheet},
        {"POST", "/v1/resources/{id}/sheet:test", Owner, Resource, Normal, Shard, Long,
         test_sheet},
        {"POST", "/v1/resources/{id}/sheet:accept", Staff, Resource, Normal, Shard, Quick,
         accept_sheet},
        {"GET", "/v1/resources/{id}/queue", ReadOnly, Resource, Normal, Shard, Quick, list_queue},
        {"GET", "/v1/resources/{id}/entries", ReadOnly, Resource, Normal, Shard, Quick,
         list_entries},
        {"POST", "/v1/resources/{id}/entries:message", Staff, Resource, Normal, Shard, Quick,
         message_entries},
        {"POST", "/v1/resources/{id}/entries:message-preview", Staff, Resource, Normal, Shard,
         Quick, preview_staff_message},
        {"GET", "/v1/resources/{id}/openings", ReadOnly, Resource, Normal, Any, Quick,
         list_openings},
        {"GET", "/v1/resources/{id}/offers", ReadOnly, Resource, Normal, Any, Quick, list_offers},
        {"GET", "/v1/resources/{id}/audit", ReadOnly, Resource, Normal, Any, Quick, list_audit},
        {"GET", "/v1/resources/{id}/messages", ReadOnly, Resource, Normal, Any, Quick,
         list_messages},
        {"GET", "/v1/resources/{id}/stats", ReadOnly, Resource, Normal, Shard, Long, get_stats},
        {"GET", "/v1/bus", ReadOnly, None, Normal, Any, Quick, get_bus},
        {"POST", "/v1/bus:settle", Staff, None, Normal, Account, Quick, settle_bus},
        {"GET", "/v1/events", ReadOnly, None, Normal, Any, Stream, list_events},
        {"GET", "/v1/stats", ReadOnly, None, Normal, Any, Long, get_account_stats},
        {"GET", "/v1/stats/month", ReadOnly, None, Normal, Any, Long, get_month},
        {"GET", "/v1/resources/{id}/events", ReadOnly, Resource, Normal, Shard, Stream,
         watch_resource},
        {"GET", "/v1/waitlist/{id}", Guest, Entry, Normal, Shard, Quick, get_entry},
        {"DELETE", "/v1/waitlist/{id}", GuestWrite, Entry, Normal, Shard, Quick, leave_entry},
        {"PATCH", "/v1/waitlist/{id}", GuestWrite, Entry, Normal, Shard, Quick, patch_entry},
        {"POST", "/v1/waitlist/{id}:resend", GuestWrite, Entry, Normal, Shard, Quick, resend_link},
        {"POST", "/v1/waitlist/{id}:still_here", GuestWrite, Entry, Normal, Shard, Quick,
         still_here},
        {"POST", "/v1/waitlist/{id}:set_aside", Staff, Entry, Normal, Shard, Quick, set_aside},
        {"POST", "/v1/waitlist/{id}:revoke_links", Staff, Entry, Normal, Shard, Quick,
         revoke_links},
        {"POST", "/v1/waitlist/{id}:verify", GuestOnly, Entry, Normal, Shard, Quick, verify_entry},
        {"POST", "/v1/waitlist/{id}:promote", Staff, Entry, Normal, Shard, Quick, promote_entry},
        {"POST", "/v1/waitlist/{id}:no_show", Staff, Entry, Normal, Shard, Quick, mark_no_show},
        {"POST", "/v1/waitlist/{id}:attended", Staff, Entry, Normal, Shard, Quick, mark_attended},
        {"POST", "/v1/waitlist/{id}:remove", Staff, Entry, Normal, Shard, Quick, remove_entry},
        {"POST", "/v1/waitlist/{id}:cancel", Staff, Entry, Normal, Shard, Quick, cancel_entry},
        {"GET", "/v1/waitlist/{id}/person", GuestWrite, Entry, Normal, Shard, Long, get_person},
        {"POST", "/v1/waitlist/{id}:erase", Staff, Entry, Normal, Shard, Long, erase_entry},
        {"GET", "/v1/waitlist/{id}/guest", ReadOnly, Entry, Normal, Shard, Long, get_guest},
        {"PATCH", "/v1/waitlist/{id}/note", Staff, Entry, Normal, Shard, Long, patch_note},
        {"POST", "/v1/people:find", Staff, None, Normal, Any, Long, find_person},
        {"POST", "/v1/people:search", ReadOnly, None, Normal, Any, Long, search_people},
        {"GET", "/v1/waitlist/{id}/explain", Guest, Entry, Normal, Shard, Long, explain_entry},
        {"GET", "/v1/waitlist/{id}/events", GuestOnly, Entry, Normal, Shard, Stream, watch_entry},
        {"GET", "/v1/offers/{id}", Guest, Offer, Normal, Shard, Quick, get_offer},
        {"POST", "/v1/offers/{id}:accept", GuestWrite, Offer, Reserved, Shard, Quick, accept_offer},
        {"POST", "/v1/offers/{id}:decline", GuestWrite, Offer, Reserved, Shard, Quick,
         decline_offer},
        {"POST", "/v1/offers/{id}:late_yes", GuestWrite, Offer, Reserved, Shard, Quick, late_yes},
        {"POST", "/v1/offers/{id}:seen", GuestOnly, Offer, Normal, Shard, Quick, see_offer},
        {"POST", "/v1/offers/{id}:extend", Staff, Offer, Normal, Shard, Quick, extend_offer},
        {"POST", "/v1/offers/{id}:sent", Staff, Offer, Reserved, Shard, Quick, report_sent},
        {"POST", "/v1/offers/{id}:undeliverable", Staff, Offer, Reserved, Shard, Quick,
         report_undeliverable},
        {"POST", "/v1/offers/{id}:booking", Staff, Offer, Reserved, Shard, Quick, report_booking},
        {"POST", "/v1/offers/{id}:payment", Staff, Offer, Reserved, Shard, Quick, report_payment},
        {"POST", "/v1/offers/{id}:refund", Staff, Offer, Normal, Shard, Long, refund_offer},
        {"POST", "/v1/waitlist/{id}:keep_card", GuestWrite, Entry, Normal, Shard, Long, keep_card},
        {"GET", "/v1/waitlist/{id}/payments", Guest, Entry, Normal, Shard, Quick,
         list_entry_payments},
        {"GET", "/v1/resources/{id}/payments", ReadOnly, Resource, Normal, Any, Quick,
         list_payments},
        {"GET", "/v1/resources/{id}/payments:export", ReadOnly, Resource, Normal, Any, Long,
         export_payments},
        {"GET", "/v1/payments", ReadOnly, None, Normal, Any, Quick, get_payments},
        {"GET", "/v1/payments/settings", Owner, None, Normal, Any, Quick, get_payment_settings},
        {"PUT", "/v1/payments/settings", Owner, None, Normal, Account, Quick,
         put_payment_settings},
        {"DELETE", "/v1/payments/settings", Owner, None, Normal, Account, Quick,
         delete_payment_settings},
        {"POST", "/v1/payments/settings:test", Owner, None, Normal, Any, Long,
         test_payment_settings},
        {"POST", "/v1/callbacks/stripe", Provider, None, Normal, Any, Quick,
         take_payment_callback},
        {"POST", "/v1/callbacks/mollie", Provider, None, Normal, Any, Quick,
         take_payment_callback},
        {"GET", "/v1/openings/{id}", ReadOnly, Opening, Normal, Shard, Long, get_opening},
        {"DELETE", "/v1/openings/{id}", Staff, Opening, Normal, Shard, Quick, withdraw_opening},
        {"POST", "/v1/openings/{id}:book", Staff, Opening, Normal, Shard, Quick, book_opening},
        {"GET", "/v1/account", ReadOnly, None, Normal, Any, Quick, get_account},
        {"GET", "/v1/keys", Owner, None, Normal, Any, Quick, list_keys},
        {"POST", "/v1/keys", Owner, None, Normal, Account, Quick, create_key},
        {"DELETE", "/v1/keys/{id}", Owner, Key, Normal, Account, Quick, revoke_key},
        {"GET", "/v1/signing_keys", Owner, None, Normal, Any, Quick, list_signing_keys},
        {"POST", "/v1/signing_keys", Owner, None, Normal, Account, Quick, create_signing_key},
        {"DELETE", "/v1/signing_keys/{id}", Owner, SigningKey, Normal, Account, Quick,
         revoke_signing_key},
        {"POST", "/v1/qr", Staff, None, Normal, Any, Quick, draw_qr},
        {"GET", "/v1/house", ReadOnly, None, Normal, Any, Quick, get_house},
        {"PATCH", "/v1/house", Owner, None, Normal, Account, Quick, patch_house},
        {"POST", "/v1/house:rotate_webhook_secret", Owner, None, Normal, Account, Quick,
         rotate_webhook_secret},
        {"GET", "/v1/catalogue/services", ReadOnly, None, Normal, Any, Quick, list_services},
        {"POST", "/v1/catalogue/services", Staff, None, Normal, Account, Quick, add_service},
        {"GET", "/v1/catalogue/services/{id}", ReadOnly, Service, Normal, Any, Quick, get_service},
        {"PATCH", "/v1/catalogue/services/{id}", Staff, Service, Normal, Account, Quick,
         change_service},
        {"DELETE", "/v1/catalogue/services/{id}", Staff, Service, Normal, Account, Long,
         remove_service},
        {"GET", "/v1/catalogue/people", ReadOnly, None, Normal, Any, Quick, list_offered_people},
        {"POST", "/v1/catalogue/people", Staff, None, Normal, Account, Quick, add_offered_person},
        {"GET", "/v1/catalogue/people/{id}", ReadOnly, OfferedPerson, Normal, Any, Quick,
         get_offered_person},
        {"PATCH", "/v1/catalogue/people/{id}", Staff, OfferedPerson, Normal, Account, Quick,
         change_offered_person},
        {"DELETE", "/v1/catalogue/people/{id}", Staff, OfferedPerson, Normal, Account, Long,
         remove_offered_person},
        {"GET", "/v1/catalogue/places", ReadOnly, None, Normal, Any, Quick, list_places},
        {"POST", "/v1/catalogue/places", Staff, None, Normal, Account, Quick, add_place},
        {"GET", "/v1/catalogue/places/{id}", ReadOnly, Place, Normal, Any, Quick, get_place},
        {"PATCH", "/v1/catalogue/places/{id}", Staff, Place, Normal, Account, Quick, change_place},
        {"DELETE", "/v1/catalogue/places/{id}", Staff, Place, Normal, Account, Long, remove_place},
        {"POST", "/v1/resources/{id}/imports", Staff, Resource, Normal, Shard, Quick, begin_import},
        {"GET", "/v1/imports/{id}", Staff, Import, Normal, Shard, Quick, get_import},
        {"POST", "/v1/imports/{id}:upload", Staff, Import, Normal, Shard, Quick, upload_import},
        {"POST", "/v1/imports/{id}:preview", Staff, Import, Normal, Shard, Long, preview_import},
        {"POST", "/v1/imports/{id}:run", Staff, Import, Normal, Shard, Long, run_import},
        {"POST", "/v1/imports/{id}:undo", Staff, Import, Normal, Shard, Long, undo_import},
        {"POST", "/v1/catalogue:import", Staff, None, Normal, Account, Long, import_catalogue},
        {"GET", "/v1/resources/{id}/calendars", ReadOnly, Resource, Normal, Any, Quick,
         list_calendars},
        {"POST", "/v1/resources/{id}/calendars", Owner, Resource, Normal, Shard, Quick,
         add_calendar},
        {"POST", "/v1/resources/{id}/calendars:test", Owner, Resource, Normal, Shard, Long,
         test_calendar},
        {"GET", "/v1/calendars/{id}", ReadOnly, Calendar, Normal, Any, Quick,
         get_followed_calendar},
        {"DELETE", "/v1/calendars/{id}", Owner, Calendar, Normal, Shard, Quick, remove_calendar},
        {"POST", "/v1/calendars/{id}:look", Staff, Calendar, Normal, Shard, Long, look_at_calendar},
        {"POST", "/v1/calendars/{id}:free", Staff, Calendar, Normal, Shard, Long, settle_calendar},
        {"POST", "/v1/calendars/{id}:keep", Staff, Calendar, Normal, Shard, Long, settle_calendar},
        {"GET", "/v1/resources/{id}/booking_system", ReadOnly, Resource, Normal, Shard, Quick,
         get_booking_system},
        {"PUT", "/v1/resources/{id}/booking_system", Owner, Resource, Normal, Shard, Quick,
         put_booking_system},
        {"DELETE", "/v1/resources/{id}/booking_system", Owner, Resource, Normal, Shard, Quick,
         delete_booking_system},
        {"POST", "/v1/resources/{id}/booking_system:test", Owner, Resource, Normal, Shard, Long,
         test_booking_system},
        {"POST", "/v1/resources/{id}/booking_system:seen", Staff, Resource, Normal, Shard, Quick,
         settle_booking_system},
        {"POST", "/v1/intake/mail", Provider, None, Normal, Any, Long, take_mail},
        {"GET", "/v1/intake/mailbox", Owner, None, Normal, Any, Quick, get_mailbox},
        {"PUT", "/v1/intake/mailbox", Owner, None, Normal, Account, Quick, put_mailbox},
        {"DELETE", "/v1/intake/mailbox", Owner, None, Normal, Account, Quick, remove_mailbox},
        {"POST", "/v1/intake/mailbox:test", Owner, None, Normal, Any, Long, test_mailbox},
        {"GET", "/v1/intake/cards", Staff, None, Normal, Any, Quick, list_cards},
        {"GET", "/v1/intake/cards/{id}", Staff, Card, Normal, Any, Quick, get_card},
        {"GET", "/v1/intake/cards/{id}/mail", Staff, Card, Normal, Any, Long, get_card_mail},
        {"POST", "/v1/intake/cards/{id}:approve", Staff, Card, Normal, Any, Quick, approve_card},
        {"POST", "/v1/intake/cards/{id}:dismiss", Staff, Card, Normal, Any, Quick, dismiss_card},
        {"POST", "/v1/intake/cards/{id}:undo", Staff, Card, Normal, Any, Quick, undo_card},
        {"GET", "/v1/delivery", ReadOnly, None, Normal, Any, Quick, get_delivery},
        {"GET", "/v1/delivery/settings", Owner, None, Normal, Any, Quick, get_delivery_settings},
        {"PUT", "/v1/delivery/mail", Owner, None, Normal, Account, Quick, put_delivery},
        {"DELETE", "/v1/delivery/mail", Owner, None, Normal, Account, Quick, delete_delivery},
        {"POST", "/v1/delivery/mail:test", Owner, None, Normal, Any, Long, test_delivery},
        {"PUT", "/v1/delivery/sms", Owner, None, Normal, Account, Quick, put_delivery},
        {"DELETE", "/v1/delivery/sms", Owner, None, Normal, Account, Quick, delete_delivery},
        {"POST", "/v1/delivery/sms:test", Owner, None, Normal, Any, Long, test_delivery},
        {"PUT", "/v1/delivery/whatsapp", Owner, None, Normal, Account, Quick, put_delivery},
        {"DELETE", "/v1/delivery/whatsapp", Owner, None, Normal, Account, Quick, delete_delivery},
        {"POST", "/v1/delivery/whatsapp:test", Owner, None, Normal, Any, Long, test_delivery},
        {"GET", "/v1/voice", ReadOnly, None, Normal, Any, Quick, list_voice},
        {"GET", "/v1/voice/{id}", ReadOnly, Voice, Normal, Any, Quick, get_voice},
        {"PUT", "/v1/voice/{id}", Staff, Voice, Normal, Account, Quick, put_voice},
        {"DELETE", "/v1/voice/{id}", Staff, Voice, Normal, Account, Quick, reset_voice},
        {"GET", "/v1/voice/{id}/versions", ReadOnly, Voice, Normal, Any, Quick,
         list_voice_versions},
        {"POST", "/v1/voice/{id}:preview", ReadOnly, Voice, Normal, Any, Quick, preview_voice},
        {"GET", "/v1/messages", ReadOnly, None, Normal, Any, Quick, list_all_messages},
        {"POST", "/v1/messages:replay", Staff, None, Normal, Account, Long, replay_messages},
        {"GET", "/v1/messages/{id}", ReadOnly, Message, Normal, Any, Quick, get_message},
        {"POST", "/v1/messages/{id}:replay", Staff, Message, Normal, Account, Quick,
         replay_message},
        {"POST", "/v1/messages/{id}:told", Staff, Message, Normal, Account, Quick, tell_message},
        {"GET", "/v1/waitlist/{id}/messages", GuestWrite, Entry, Normal, Shard, Long, read_inbox},
        {"POST", "/v1/callbacks/twilio/status", Provider, None, Normal, Any, Quick, take_callback},
        {"POST", "/v1/callbacks/twilio/inbound", Provider, None, Normal, Any, Long, take_callback},
        {"GET", "/v1/callbacks/whatsapp", Provider, None, Normal, Any, Quick, take_callback},
        {"POST", "/v1/callbacks/whatsapp", Provider, None, Normal, Any, Long, take_callback},
        {"POST", "/v1/callbacks/mail", Provider, None, Normal, Any, Quick, take_callback},
        {"GET", "/v1/resources/{id}/board", ReadOnly, Resource, Normal, Shard, Quick, get_board},
        {"GET", "/v1/resources/{id}/calendar", ReadOnly, Resource, Normal, Shard, Quick,
         get_calendar},
        {"POST", "/v1/resources/{id}:preview", ReadOnly, Resource, Normal, Shard, Long,
         preview_change},
        {"POST", "/v1/resources/{id}/rules:try", Staff, Resource, Normal, Account, Long, try_rules},
        {"GET", "/v1/resources/{id}/rules", ReadOnly, Resource, Normal, Shard, Long, list_rules},
        {"GET", "/v1/resources/{id}/audit:verify", ReadOnly, Resource, Normal, Any, Quick,
         verify_audit},
        {"GET", "/v1/resources/{id}/stats:export", ReadOnly, Resource, Normal, Shard, Long,
         export_stats},
        {"GET", "/v1/session", Cookie, None, Normal, Any, Quick, get_session},
        {"POST", "/v1/session", SignIn, None, Normal, Any, Quick, sign_in},
        {"PATCH", "/v1/session", SignedIn, None, Normal, Account, Long, update_profile},
        {"DELETE", "/v1/session", SignIn, None, Normal, Any, Quick, sign_out},
        {"POST", "/v1/session:begin_totp", SignedIn, None, Normal, Account, Long, begin_totp},
        {"POST", "/v1/session:confirm_totp", SignedIn, None, Normal, Account, Quick, confirm_totp},
        {"POST", "/v1/session:remove_totp", SignedIn, None, Normal, Account, Long, remove_totp},
        {"POST", "/v1/session:make_recovery_codes", SignedIn, None, Normal, Account, Long,
         make_recovery_codes},
        {"POST", "/v1/session:begin_new_passkey", SignedIn, None, Normal, Account, Long,
         begin_new_passkey},
        {"POST", "/v1/session:add_passkey", SignedIn, None, Normal, Account, Quick, add_passkey},
        {"POST", "/v1/session:rename_passkey", SignedIn, None, Normal, Account, Quick,
         rename_passkey},
        {"POST", "/v1/session:remove_passkey", SignedIn, None, Normal, Account, Long,
         remove_passkey},
        {"POST", "/v1/session:begin_passkey", SignIn, None, Normal, Any, Quick, begin_passkey},
        {"POST", "/v1/session:use_passkey", SignIn, None, Normal, Account, Quick, use_passkey},
        {"POST", "/v1/session:forgot_password", SignIn, None, Normal, Any, Quick, forgot_password},
        {"POST", "/v1/links:look", Cookie, None, Normal, Any, Quick, look_at_link},
        {"POST", "/v1/links:use", SignIn, None, Normal, Any, Quick, use_link},
        {"GET", "/v1/audit", Owner, None, Normal, Any, Quick, list_deeds},
        {"GET", "/v1/staff", Owner, None, Normal, Any, Quick, list_members},
        {"POST", "/v1/staff:invite", Owner, None, Normal, Account, Quick, invite_member},
        {"PATCH", "/v1/staff/{id}", Owner, Member, Normal, Account, Quick, update_member},
        {"DELETE", "/v1/staff/{id}", Owner, Member, Normal, Account, Quick, remove_member},
        {"POST", "/v1/staff/{id}:reset", Owner, Member, Normal, Account, Quick, reset_member},
        {"GET", "/v1/cluster", ReadOnly, None, Normal, Any, Quick, get_cluster},
        {"GET", "/r", Anybody, None, Normal, Any, Quick, show_no_list},
        {"GET", "/r/{rest}", Link, Resource, Normal, Shard, Quick, show_join_page},
        {"POST", "/r/{rest}", Link, Resource, Normal, Shard, Quick, join_from_page},
        {"GET", "/verify/{rest}", Link, Resource, Normal, Shard, Quick, show_verify_page},
        {"GET", "/e/{rest}", Link, Token, Normal, Shard, Quick, show_entry_page},
        {"POST", "/e/{rest}", Link, Token, Reserved, Shard, Quick, act_on_entry_page},
        {"GET", "/o/{rest}", Link, Token, Normal, Shard, Quick, show_offer_page},
        {"POST", "/o/{rest}", Link, Token, Reserved, Shard, Quick, act_on_offer_page},
        {"GET", "/u/{rest}", Link, Token, Normal, Shard, Quick, show_unsubscribe_page},
        {"POST", "/u/{rest}", Link, Token, Reserved, Shard, Quick, act_on_unsubscribe_page},
        {"GET", "/s/{rest}", Anybody, None, Normal, Any, Quick, follow_short_link},
        {"GET", "/healthz", Anybody, None, Normal, Any, Quick, get_health},
        {"GET", "/readyz", Anybody, None, Normal, Any, Quick, get_readiness},
        {"GET", "/metrics", Operator, None, Normal, Any, Quick, get_metrics},
        {"GET", "/v1/openapi.yaml", Anybody, None, Normal, Any, Quick, get_description},
        {"GET", "/docs", Anybody, None, Normal, Any, Quick, get_docs},
        {"GET", "/problems", Anybody, None, Normal, Any, Quick, list_problems},
        {"GET", "/problems/{rest}", Anybody, None, Normal, Any, Quick, get_problem},
        {"GET", "/", Anybody, None, Normal, Any, Quick, get_landing_page},
        {"GET", "/staff", Anybody, None, Normal, Any, Quick, get_staff_app},
        {"GET", "/staff/{rest}", Anybody, None, Normal, Any, Quick, get_staff_app},
        {"GET", "/assets/{rest}", Anybody, None, Normal, Any, Quick, get_asset},
        {"GET", "/widget.js", Anybody, None, Normal, Any, Quick, get_asset},
        {"GET", "/favicon.svg", Anybody, None, Normal, Any, Quick, get_icon},
        {"GET", "/robots.txt", Anybody, None, Normal, Any, Quick, get_robots},
        {"POST", "/test/clock", Tests, None, Normal, Any, Quick, set_clock},
        {"POST", "/test/relay", Tests, None, Normal, Any, Quick, set_relay},
        {"POST", "/test/token", Tests, None, Normal, Any, Quick, give_mailed_token},
        {"POST", "/internal/cluster:look", OtherNode, None, Normal, Any, Quick, look_at_leases},
    });
}();

// A path in its parts. No route has more of them than this.
constexpr std::size_t parts_max = 6;
struct PathParts {
    std::array<std::string_view, parts_max> part;
    std::size_t count = 0;  // parts_max + 1: more than any route has
};

PathParts split(std::string_view path) {
    PathParts parts;
    while (parts.count < parts_max) {
        const std::size_t slash = path.find('/');
        parts.part[parts.count++] = path.substr(0, slash);
        if (slash == std::string_view::npos) {
            return parts;
        }
        path.remove_prefix(slash + 1);
    }
    parts.count = parts_max + 1;
    return parts;
}

// The id that stands where the pattern has "{id}", or nothing when the part does not match.
std::optional<std::string_view> match_part(std::string_view pattern, std::string_view part) {
    constexpr std::string_view mark = "{id}";
    if (!pattern.starts_with(mark)) {
        return pattern == part ? std::optional{std::string_view{}} : std::nullopt;
    }
    const std::string_view action = pattern.substr(mark.size());
    const std::size_t colon = part.find(':');
    const std::string_view id = part.substr(0, colon);
    const std::string_view given =
        colon == std::string_view::npos ? std::string_view{} : part.substr(colon);
    return given == action && !id.empty() ? std::optional{id} : std::nullopt;
}

constexpr std::string_view rest_mark = "{rest}";

// Whether a path is what a pattern says; the id in it, if any.
std::optional<std::string_view> match_parts(const PathParts& pattern, const PathParts& path,
                                            std::string_view whole) {
    std::string_view id;
    for (std::size_t index = 0; index < pattern.count; ++index) {
        if (index >= path.count) {
            return std::nullopt;
        }
        if (pattern.part[index] == rest_mark) {
            return whole.substr(static_cast<std::size_t>(path.part[index].data() - whole.data()));
        }
        const auto matched = match_part(pattern.part[index], path.part[index]);
        if (!matched) {
            return std::nullopt;
        }
        id = matched->empty() ? id : *matched;
    }
    return pattern.count == path.count ? std::optional{id} : std::nullopt;
}

// The part that tells most routes apart: behind the version in the API, the first one elsewhere.
std::string_view topic(const PathParts& parts) {
    return parts.count > 2 && parts.part[1] == "v1" ? parts.part[2] : parts.part[1];
}

struct Pattern {
    std::string_view topic;  // "" where a mark or an action stands there
    PathParts parts;
};

const std::vector<Pattern>& patterns() {
    static const std::vector<Pattern> all = [] {
        std::vector<Pattern> made;
        for (const Route& route : table) {
            const PathParts parts = split(route.path);
            ASSERT(parts.count > 1 && parts.count <= parts_max);
            const std::string_view about = topic(parts);
            made.push_back({about.contains('{') ? std::string_view{} : about, parts});
        }
        return made;
    }();
    return all;
}

}  // namespace

std::span<const Route> routes() {
    return table;
}

CorsPolicy cors_of(const Route& route) {
    const bool is_for_guests = route.who == Who::Public || route.who == Who::PublicWrite ||
                               route.who == Who::Guest || route.who == Who::GuestOnly ||
                               route.who == Who::GuestWrite;
    return is_for_guests ? CorsPolicy::Public : CorsPolicy::None;
}

RouteMatch match_route(std::string_view method, std::string_view path) {
    const std::string_view wanted = method == "HEAD" ? "GET" : method;
    const PathParts parts = split(path);
    const std::string_view about = topic(parts);
    const std::vector<Pattern>& all = patterns();
    RouteMatch match;
    for (std::size_t index = 0; index < table.size(); ++index) {
        const Pattern& pattern = all[index];
        if (!pattern.topic.empty() && pattern.topic != about) {
            continue;
        }
        const auto id = match_parts(pattern.parts, parts, path);
        if (!id) {
            continue;
        }
        const Route& route = table[index];
        if (route.method == wanted) {
            return {.route = &route, .id = *id, .allowed = {}, .sibling = nullptr};
        }
        match.sibling = match.sibling == nullptr ? &route : match.sibling;
        match.allowed += match.allowed.empty() ? "" : ", ";
        match.allowed += route.method == "GET" ? "GET, HEAD" : route.method;
    }
    return match;
}

}  // namespace standby::http
