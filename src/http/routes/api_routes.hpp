// The inside of the API: one function per route, grouped in files by what they are about, and the
// steps that all of them share.
#pragma once

#include "core/run.hpp"
#include "engine/ports/gateway.hpp"
#include "http/api/cursor.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/entry_json.hpp"
#include "http/api/message_json.hpp"
#include "http/api/offer_json.hpp"
#include "http/api/problem.hpp"
#include "http/api/session_body.hpp"
#include "http/auth/signed_links.hpp"
#include "http/limits/token_bucket.hpp"
#include "http/pages/forms.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/notices.hpp"
#include "http/routes/api.hpp"
#include "http/routes/call.hpp"
#include "http/routes/guest/odds_book.hpp"
#include "http/routes/kept_answers.hpp"
#include "http/routes/people_reader.hpp"
#include "http/routes/shared_look.hpp"
#include "http/routes/staff/staff_desk.hpp"
#include "http/routes/unknown_resources.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// An answer in the making: JSON with marks for personal data and tokens.
using MakeBody = std::function<engine::Answer(const core::ResourceState&, const core::Outcome&)>;

class ApiRoutes {
public:
    ApiRoutes(const ApiOptions& options, const ApiServices& services);

    void handle(Request request, std::unique_ptr<Responder> responder);
    ApiFigures figures() const;
    void look_at_control_plane(std::function<void(bool is_done)> done);

private:
    void begin(const CallPtr& call);
    void carry_out(const CallPtr& call);

    // placing.cpp: on which node a call is carried out. A server alone has all of them to itself.
    // False: it is somebody else's, and has been sent there or answered.
    bool is_ours_by_id(const CallPtr& call);
    bool is_ours_by_caller(const CallPtr& call);
    bool is_ours_by_resource(const CallPtr& call, core::ResourceNumber resource);
    bool is_ours(const CallPtr& call, engine::ShardNumber shard);
    std::optional<engine::ShardNumber> shard_of_new_resource(const Call& call) const;
    // The engine said that the call's resource has moved; nothing was done.
    void on_moved(const CallPtr& call);
    void send_to_owner(const CallPtr& call, engine::ShardNumber shard, bool is_back);
    void on_forward_failed(const CallPtr& call, ForwardFailure failure);
    void send_moved(Call& call);
    bool is_too_late(Call& call) const;
    bool handle_between_nodes(const CallPtr& call);

    // knowing.cpp: what other nodes may have made since this one looked.
    // True: the call waits, and is carried out again after a look at the store.
    bool waits_for_rings(const CallPtr& call);
    bool refresh_keys(engine::Registry& registry);
    // Goes on once the directory knows the resource, or it is sure that nobody does.
    void with_directory(const CallPtr& call, core::ResourceNumber resource,
                        std::function<void()> next);
    void look_up(const CallPtr& call, core::ResourceNumber resource,
                 const std::function<void()>& next);
    void end_look_up();
    void refuse_read(Call& call);
    // False: the store could not be read.
    bool learn_resource(core::ResourceNumber resource, engine::Store& store,
                        engine::Registry& registry);

    // cluster.cpp
    void get_cluster(const CallPtr& call);

    // access.cpp: who calls, and about what. False: the call has been answered, or waits.
    bool identify(const CallPtr& call);
    bool identify_by_cookie(const CallPtr& call);
    bool check_origin(Call& call);
    bool is_own_origin(const Request& request) const;
    bool authorise(Call& call);
    bool locate(Call& call, std::string_view id);
    bool is_visible(const Call& call) const;
    bool check_form(Call& call);
    // Goes on only if the guest's token covers the offer of the call; staff pass.
    void with_offer_of_guest(const CallPtr& call, std::function<void()> next);

    // answers.cpp: the steps that routes are made of.
    void submit(const CallPtr& call, core::Command command, MakeBody make_body,
                engine::Attachment attachment = {});
    std::optional<engine::IdempotencyKey> key_of(const Call& call) const;
    void on_reply(const CallPtr& call, engine::Reply reply);
    // Shows the state of the call's resource to `look`, which returns the answer.
    void
    query(const CallPtr& call,
          std::function<engine::Answer(const core::ResourceState&, const std::string& name)> look);
    // Runs on a thread that may read the store; an overload is answered.
    void read(const CallPtr& call, std::function<void(engine::Store&, engine::Registry&)> function,
              engine::Effort effort = engine::Effort::Quick);
    // Fills in personal data and tokens, then sends.
    std::string filled_in(const Call& call, std::string_view draft, const People& people) const;
    void finish(const CallPtr& call, std::uint16_t status, std::string body, bool replayed = false);
    // facts.cpp: shows what the call is about as it is now, live or ended; unknown is answered.
    void with_entry(const CallPtr& call,
                    std::function<void(const EntryFacts&, core::Visibility)> next);
    void
    with_offer(const CallPtr& call,
               std::function<void(const OfferFacts&, const std::optional<OpeningFacts>&)> next);
    void
    with_opening(const CallPtr& call,
                 std::function<void(const OpeningFacts&, const std::optional<OfferFacts>&)> next);
    std::optional<PageRequest> page_of(Call& call, std::string_view list);
    // paging.hpp: answers a page of a list. fetch(store, registry, after, limit) gives its rows, or
    // an error; write(writer, row, store) writes one and returns where the list goes on after it.
    template <class Fetch, class Write>
    void send_list(const CallPtr& call, std::string list, Fetch fetch, Write write);
    friend class CallPlaceholders;

    void dispatch(const CallPtr& call);
    void dispatch_correspondence(const CallPtr& call);
    void dispatch_staff(const CallPtr& call);

    // resources.cpp
    void create_resource(const CallPtr& call);
    void list_resources(const CallPtr& call);
    void get_resource(const CallPtr& call);
    void patch_resource(const CallPtr& call);
    void change_status(const CallPtr& call);
    void release_places(const CallPtr& call);

    // entries.cpp
    void join(const CallPtr& call);
    void join_with(const CallPtr& call, JoinBody body);
    core::Join join_command(const Call& call, const JoinBody& body) const;
    void get_entry(const CallPtr& call);
    void patch_entry(const CallPtr& call);
    void verify_entry(const CallPtr& call);
    void promote_entry(const CallPtr& call);
    void end_entry(const CallPtr& call);
    void explain_entry(const CallPtr& call);

    // offers.cpp
    void get_offer(const CallPtr& call);
    void answer_offer(const CallPtr& call);
    void command_offer(const CallPtr& call, core::Command command);
    void extend_offer(const CallPtr& call);
    void report_on_offer(const CallPtr& call);

    // openings.cpp
    void open_slot(const CallPtr& call);
    void get_opening(const CallPtr& call);
    void end_opening(const CallPtr& call);

    // lists.cpp
    void list_queue(const CallPtr& call);
    void list_rows(const CallPtr& call, engine::RowTable table);
    void list_entries(const CallPtr& call);  // entry_list.cpp
    void list_openings(const CallPtr& call);
    void list_offers(const CallPtr& call);
    void list_audit(const CallPtr& call);  // audit_list.cpp
    void get_stats(const CallPtr& call);
    void verify_audit(const CallPtr& call);  // verification.cpp

    // board.cpp
    void get_board(const CallPtr& call);

    // preview.cpp: changes carried out on a copy
    void preview_change(const CallPtr& call);
    void list_rules(const CallPtr& call);    // rule_versions.cpp
    void export_stats(const CallPtr& call);  // stats_export.cpp

    // session_steps.cpp
    using StoreWork = std::function<void(engine::Store&, engine::Registry&)>;
    static Problem staff_problem(const engine::StaffError& error);
    // True: too many tries; the call has been answered.
    bool is_slowed_down(Call& call, TokenBuckets& tries, std::string_view of);
    // Runs the work where a password may be hashed; too many at a time are turned away.
    void with_password_work(const CallPtr& call, StoreWork work);
    void end_password_work();
    // What the store knows of members and sessions counts from here on.
    bool refresh_sessions(engine::Registry& registry);
    // What people call the account: its house's name, or its own. Nothing: not readable now.
    std::optional<std::string> business_name(engine::AccountNumber account,
                                             engine::Registry& registry) const;
    // Answers with who is signed in. A token begins a session in the browser.
    void send_session(const CallPtr& call, engine::Registry& registry, const engine::Member& member,
                      Time expires_at, std::optional<std::string> token);
    // Closes a live stream when the session of the call ends, while the watcher is there.
    void end_with_session(const Call& call, std::weak_ptr<void> watcher,
                          std::function<void()> close);
    void report_staff(std::string_view event, std::uint64_t member) const;
    // Who calls. Nothing: the call has been answered.
    std::optional<engine::Member> signed_in_member(const CallPtr& call, engine::Registry& registry);

    // session.cpp: who is signed in
    void get_session(const CallPtr& call);
    void sign_in(const CallPtr& call);
    void update_profile(const CallPtr& call);
    void sign_out(const CallPtr& call);
    void begin_session(const CallPtr& call, engine::Registry& registry,
                       const engine::Member& member, std::optional<std::uint64_t> totp_step);
    void end_present_session(const CallPtr& call, engine::Registry& registry);
    void change_profile(const CallPtr& call, const ProfileBody& body, engine::Registry& registry);
    void change_signed_in(const CallPtr& call, engine::Registry& registry,
                          const engine::MemberChange& change);
    // False: it is not theirs, or there were too many tries; the call has been answered.
    bool proves_password(const CallPtr& call, const engine::Member& member,
                         const std::string& password, std::string_view field);

    // authenticator.cpp
    void begin_totp(const CallPtr& call);
    void confirm_totp(const CallPtr& call);
    void remove_totp(const CallPtr& call);

    // one_time_links.cpp
    void look_at_link(const CallPtr& call);
    void use_link(const CallPtr& call);
    void use_link_with(const CallPtr& call, const LinkUseBody& body, engine::Registry& registry);

    // members.cpp
    void list_members(const CallPtr& call);
    void invite_member(const CallPtr& call);
    void update_member(const CallPtr& call);
    void remove_member(const CallPtr& call);
    void reset_member(const CallPtr& call);
    void take_back_invitation(const CallPtr& call, engine::Registry& registry);
    // Nothing: the call has been answered.
    std::optional<engine::Member> member_of_path(const CallPtr& call, engine::Registry& registry);

    // watching.cpp
    void watch_resource(const CallPtr& call);
    void watch_entry(const CallPtr& call);
    void open_entry_stream(const CallPtr& call);

    // keys.cpp
    void get_account(const CallPtr& call);
    void list_keys(const CallPtr& call);
    void create_key(const CallPtr& call);
    void revoke_key(const CallPtr& call);

    // control.cpp: carries out calls of the control plane, one at a time, and answers 200 with the
    // body that `make` returns. Under an Idempotency-Key a repeated call gets the first answer.
    using MakeAnswer =
        std::function<Result<std::string, Problem>(engine::Store&, engine::Registry&)>;
    void answer_once(const CallPtr& call, MakeAnswer make,
                     engine::Effort effort = engine::Effort::Quick);

    // house.cpp
    void get_house(const CallPtr& call);
    void patch_house(const CallPtr& call);
    void rotate_webhook_secret(const CallPtr& call);

    // voice.cpp
    void list_voice(const CallPtr& call);
    void get_voice(const CallPtr& call);
    void put_voice(const CallPtr& call);
    void reset_voice(const CallPtr& call);
    void list_voice_versions(const CallPtr& call);
    void preview_voice(const CallPtr& call);
    Result<std::string, Problem> voice_text(const Call& call, engine::Registry& registry) const;

    // messages.cpp
    void list_messages(const CallPtr& call);
    void list_all_messages(const CallPtr& call);
    void send_messages(const CallPtr& call, std::string list, engine::MessageFilter filter);
    void get_message(const CallPtr& call);
    void replay_message(const CallPtr& call);
    void replay_messages(const CallPtr& call);
    void replay_messages_of(const CallPtr& call, core::ResourceNumber resource);
    // The message of the call, or why it cannot be shown.
    Result<engine::OutboxListing, Problem> own_message(const Call& call, engine::Store& store,
                                                       engine::Registry& registry);
    Result<std::string, Problem> message_text(const Call& call, engine::Store& store,
                                              engine::Registry& registry);
    std::string message_link(const engine::OutboxRow& row) const;
    bool owns_resource(const Call& call, core::ResourceNumber resource) const;

    // inbox.cpp: what the guest was told, newest first; waits for the engine.
    void read_inbox(const CallPtr& call);
    Result<std::vector<InboxItem>, engine::StoreError>
    inbox_of(const Call& call, engine::Store& store, std::size_t count_max) const;

    // callbacks.cpp
    void take_callback(const CallPtr& call);

    // unsubscribe.cpp: /u/{token}
    void handle_unsubscribe(const CallPtr& call);
    void act_on_unsubscribe_page(const CallPtr& call, std::string_view action);
    void stop_at_once(const CallPtr& call);
    void show_unsubscribe_page(const CallPtr& call, Notice notice);

    // site.cpp: everything outside /v1. False: not one of its paths.
    bool handle_site(const CallPtr& call);
    core::ResourceNumber resource_of_page(const Call& call) const;
    void open_page(const CallPtr& call);
    std::optional<std::function<Response()>> document_at(std::string_view path);

    // manual_clock.cpp
    void handle_test(const CallPtr& call);
    void give_mailed_token(Call& call);

    // guest_site.cpp: the pages behind guests' links.
    struct EntryVisit {
        Notice notice;
        std::vector<FieldError> errors;  // of the form of wishes
        FieldTexts typed;                // into it
    };
    void handle_guest_page(const CallPtr& call);
    void open_token_page(const CallPtr& call, std::optional<Form> form);
    void follow_short_link(const CallPtr& call);
    void submit_from_page(const CallPtr& call, core::Command command,
                          std::function<void(Notice)> next);
    void act_on_entry_page(const CallPtr& call, const std::optional<Form>& form);
    void act_on_offer_page(const CallPtr& call, const std::string& action);
    void show_entry_page(const CallPtr& call, EntryVisit visit);
    EntryPage entry_page_of(const Call& call, const core::ResourceState& state,
                            const EntryFacts& facts) const;
    void send_entry_page(const CallPtr& call, EntryPage shown, const EntryVisit& visit);
    void send_calendar_file(const CallPtr& call);
    // offer_site.cpp: /o/{token}
    struct OfferVisit {
        OfferPage page;
        Notice notice;
        core::Ticket entry = 0;
        bool is_complete = true;  // nothing is left to be read from the store
    };
    void show_offer_page(const CallPtr& call, Notice notice);
    void complete_offer_page(const CallPtr& call, OfferVisit begun);
    // change_site.cpp: other wishes
    void change_from_page(const CallPtr& call, const Form& form);
    void patch_from_page(const CallPtr& call, std::string body, FieldTexts typed);
    // join_site.cpp: /r/{resource}
    struct JoinVisit {
        engine::House house;
        PageFrame frame;
        Notice notice;
        std::vector<FieldError> errors;
        FieldTexts typed;
        bool is_too_often = false;
    };
    void open_join_page(const CallPtr& call, std::optional<Form> form);
    void show_join_page(const CallPtr& call, JoinVisit visit);
    void send_join_page(const CallPtr& call, const JoinVisit& visit, std::uint16_t status,
                        std::string document);
    void join_from_page(const CallPtr& call, JoinVisit visit, const Form& form);
    void submit_join_from_page(const CallPtr& call, const JoinBody& body, JoinVisit visit);
    void finish_join(const CallPtr& call, const JoinVisit& visit, core::EntryId entry);
    std::optional<Odds> odds_of(core::ResourceNumber resource, std::uint64_t last_event);
    const Zone& zone_of(const Call& call) const;

    ApiOptions options_;
    ApiServices services_;
    SignedLinks links_;
    TokenBuckets joins_;
    PeopleReader people_{services_.gateway};
    std::atomic<std::uint64_t> reads_refused_ = 0;
    std::atomic<int> pages_reading_messages_ = 0;
    OddsBook odds_;
    // Whether an audit trail is being checked.
    std::shared_ptr<std::atomic<bool>> is_verifying_ = std::make_shared<std::atomic<bool>>(false);

    StaffDesk desk_;
    std::mutex sessions_mutex_;  // one refresh of the ring of sessions at a time
    std::atomic<bool> are_sessions_stale_ = false;

    std::mutex keys_mutex_;  // one refresh of the ring of keys at a time
    SharedLook rings_{std::chrono::milliseconds{250}};
    UnknownResources unknown_resources_;

    std::mutex control_mutex_;  // one change of the control plane at a time
    // Protected by control_mutex_.
    KeptAnswers control_answers_;
};

}  // namespace standby::http
