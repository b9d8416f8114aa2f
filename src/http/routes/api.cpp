// From a request to its route.
#include "http/routes/api.hpp"

#include "base/assert.hpp"
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {
namespace {

// What a browser page of another origin may use: what guests use.
CorsPolicy cors_of(const Route& route) {
    if (is_about_session(route)) {
        return CorsPolicy::None;
    }
    const bool is_for_guests = route.who == Who::Public || route.who == Who::Guest ||
                               route.who == Who::GuestOnly || route.who == Who::GuestWrite;
    return is_for_guests ? CorsPolicy::Public : CorsPolicy::None;
}

}  // namespace

Api::Api(const ApiOptions& options, const ApiServices& services)
    : routes_(std::make_unique<ApiRoutes>(options, services)) {}

Api::~Api() = default;

void Api::handle(Request request, std::unique_ptr<Responder> responder) {
    routes_->handle(std::move(request), std::move(responder));
}

ApiFigures Api::figures() const {
    return routes_->figures();
}

void Api::look_at_control_plane(std::function<void(bool is_done)> done) {
    routes_->look_at_control_plane(std::move(done));
}

ApiRoutes::ApiRoutes(const ApiOptions& options, const ApiServices& services)
    : options_(options),
      services_(services),
      links_(services.tokens, options.public_url, [this] { return services_.gateway.now(); }),
      joins_(options.joins) {}

ApiFigures ApiRoutes::figures() const {
    return {.joins_refused = joins_.refused(), .reads_refused = reads_refused_};
}

void ApiRoutes::handle(Request request, std::unique_ptr<Responder> responder) {
    auto call = std::make_shared<Call>();
    call->request = std::move(request);
    call->responder = std::move(responder);
    call->now = services_.gateway.now();
    call->on_answer = [this](const Call& answered, std::uint16_t status) {
        if (services_.on_answer) {
            services_.on_answer(answered.request.method,
                                answered.route != nullptr ? answered.route->pattern : "other",
                                status, services_.gateway.now() - answered.now);
        }
    };
    if (services_.forwarder != nullptr) {
        call->hop = services_.forwarder->receive(call->request);
    }
    begin(call);
}

void ApiRoutes::begin(const CallPtr& call) {
    if (handle_between_nodes(call) || handle_site(call)) {
        return;
    }
    const RouteMatch match = match_route(call->request.method, call->request.path);
    if (match.route == nullptr && call->request.method == "OPTIONS" && !match.allowed.empty()) {
        const std::string methods = match.allowed + ", OPTIONS";
        const std::size_t comma = match.allowed.find(',');
        const RouteMatch first = match_route(match.allowed.substr(0, comma), call->request.path);
        call->send(preflight_response(cors_of(*first.route), methods));
        return;
    }
    if (match.route == nullptr && match.allowed.empty()) {
        call->send_problem(problem(ProblemType::NotFound, "There is no such path."));
        return;
    }
    if (match.route == nullptr) {
        call->send_not_allowed(match.allowed);
        return;
    }
    call->route = match.route;
    call->path_id = match.id;
    call->cors = cors_of(*match.route);
    if (match.route->who == Who::Provider) {
        take_callback(call);
    } else if (services_.placement == nullptr) {
        carry_out(call);
    } else if (is_ours_by_id(call)) {
        with_directory(call, resource_in(*call->route, call->path_id),
                       [this, call] { carry_out(call); });
    }
}

void ApiRoutes::carry_out(const CallPtr& call) {
    if (identify(call) && check_origin(*call) && authorise(*call) && is_ours_by_caller(call) &&
        locate(*call, call->path_id) && check_form(*call)) {
        dispatch(call);
    }
}

void ApiRoutes::dispatch(const CallPtr& call) {
    using enum RouteName;
    switch (call->route->name) {
    case CreateResource:
        return create_resource(call);
    case ListResources:
        return list_resources(call);
    case GetResource:
        return get_resource(call);
    case PatchResource:
        return patch_resource(call);
    case PauseResource:
    case ResumeResource:
    case CloseResource:
        return change_status(call);
    case Join:
        return join(call);
    case ReleasePlaces:
        return release_places(call);
    case OpenSlot:
        return open_slot(call);
    case ListQueue:
        return list_queue(call);
    case ListEntries:
        return list_entries(call);
    case ListOpenings:
        return list_openings(call);
    case ListOffers:
        return list_offers(call);
    case ListAudit:
        return list_audit(call);
    case ListMessages:
        return list_messages(call);
    case GetStats:
        return get_stats(call);
    case WatchResource:
        return watch_resource(call);
    case GetEntry:
        return get_entry(call);
    case PatchEntry:
        return patch_entry(call);
    case VerifyEntry:
        return verify_entry(call);
    case PromoteEntry:
        return promote_entry(call);
    case LeaveEntry:
    case MarkNoShow:
    case MarkAttended:
    case RemoveEntry:
    case CancelEntry:
        return end_entry(call);
    case ExplainEntry:
        return explain_entry(call);
    case WatchEntry:
        return watch_entry(call);
    case GetOffer:
        return get_offer(call);
    case AcceptOffer:
    case DeclineOffer:
        return answer_offer(call);
    case ExtendOffer:
        return extend_offer(call);
    case ReportSent:
    case ReportUndeliverable:
    case ReportBooking:
    case ReportPayment:
        return report_on_offer(call);
    case GetOpening:
        return get_opening(call);
    case WithdrawOpening:
    case BookOpening:
        return end_opening(call);
    case GetAccount:
        return get_account(call);
    case ListKeys:
        return list_keys(call);
    case CreateKey:
        return create_key(call);
    case RevokeKey:
        return revoke_key(call);
    default:
        return dispatch_correspondence(call);
    }
}

// The routes about how a house writes to its guests.
void ApiRoutes::dispatch_correspondence(const CallPtr& call) {
    using enum RouteName;
    switch (call->route->name) {
    case GetHouse:
        return get_house(call);
    case PatchHouse:
        return patch_house(call);
    case RotateWebhookSecret:
        return rotate_webhook_secret(call);
    case ListVoice:
        return list_voice(call);
    case GetVoice:
        return get_voice(call);
    case PutVoice:
        return put_voice(call);
    case ResetVoice:
        return reset_voice(call);
    case ListVoiceVersions:
        return list_voice_versions(call);
    case PreviewVoice:
        return preview_voice(call);
    case ListAllMessages:
        return list_all_messages(call);
    case ReplayMessages:
        return replay_messages(call);
    case GetMessage:
        return get_message(call);
    case ReplayMessage:
        return replay_message(call);
    case ReadInbox:
        return read_inbox(call);
    default:
        return dispatch_staff(call);
    }
}

// The routes that the staff pages are made of, and those of signing in.
void ApiRoutes::dispatch_staff(const CallPtr& call) {
    using enum RouteName;
    switch (call->route->name) {
    case GetBoard:
        return get_board(call);
    case PreviewChange:
        return preview_change(call);
    case ListRules:
        return list_rules(call);
    case VerifyAudit:
        return verify_audit(call);
    case ExportStats:
        return export_stats(call);
    case GetSession:
        return get_session(call);
    case SignIn:
        return sign_in(call);
    case UpdateProfile:
        return update_profile(call);
    case SignOut:
        return sign_out(call);
    case BeginTotp:
        return begin_totp(call);
    case ConfirmTotp:
        return confirm_totp(call);
    case RemoveTotp:
        return remove_totp(call);
    case LookAtLink:
        return look_at_link(call);
    case UseLink:
        return use_link(call);
    case ListMembers:
        return list_members(call);
    case InviteMember:
        return invite_member(call);
    case UpdateMember:
        return update_member(call);
    case RemoveMember:
        return remove_member(call);
    case ResetMember:
        return reset_member(call);
    case GetCluster:
        return get_cluster(call);
    default:
        UNREACHABLE();
    }
}

}  // namespace standby::http
