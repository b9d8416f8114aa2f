// The handlers of all routes, by the file that has them. Each reads from top to bottom: it parses,
// takes the steps of call.hpp that it needs, and returns the answer.
#pragma once

#include "http/routes/route_table.hpp"

namespace standby::http {

// resources.cpp
Task<Answer> create_resource(Call& call);
Task<Answer> list_resources(Call& call);
Task<Answer> get_resource(Call& call);
Task<Answer> patch_resource(Call& call);
Task<Answer> pause_resource(Call& call);
Task<Answer> resume_resource(Call& call);
Task<Answer> close_resource(Call& call);
Task<Answer> reopen_resource(Call& call);
Task<Answer> archive_resource(Call& call);
Task<Answer> unarchive_resource(Call& call);
Task<Answer> duplicate_resource(Call& call);
Task<Answer> cancel_resource(Call& call);
Task<Answer> release_places(Call& call);
Task<Answer> revoke_places(Call& call);

// draw.cpp
Task<Answer> get_draw(Call& call);

// entries.cpp
Task<Answer> join(Call& call);
Task<Answer> copy_entry(Call& call);
Task<Answer> get_entry(Call& call);
Task<Answer> patch_entry(Call& call);
Task<Answer> verify_entry(Call& call);
Task<Answer> resend_link(Call& call);
Task<Answer> still_here(Call& call);
Task<Answer> set_aside(Call& call);
Task<Answer> revoke_links(Call& call);
Task<Answer> promote_entry(Call& call);
Task<Answer> leave_entry(Call& call);
Task<Answer> mark_no_show(Call& call);
Task<Answer> mark_attended(Call& call);
Task<Answer> remove_entry(Call& call);
Task<Answer> cancel_entry(Call& call);

// join_admission.cpp
Task<Answer> get_challenge(Call& call);

// people.cpp
Task<Answer> find_person(Call& call);
Task<Answer> get_person(Call& call);
Task<Answer> erase_entry(Call& call);

// guests.cpp
Task<Answer> get_guest(Call& call);
Task<Answer> patch_note(Call& call);
Task<Answer> search_people(Call& call);

// payments.cpp
Task<Answer> list_entry_payments(Call& call);
Task<Answer> list_payments(Call& call);
Task<Answer> export_payments(Call& call);
Task<Answer> keep_card(Call& call);
Task<Answer> refund_offer(Call& call);

// payment_settings.cpp
Task<Answer> get_payments(Call& call);
Task<Answer> get_payment_settings(Call& call);
Task<Answer> put_payment_settings(Call& call);
Task<Answer> delete_payment_settings(Call& call);
Task<Answer> test_payment_settings(Call& call);
Task<Answer> take_payment_callback(Call& call);

// offers.cpp
Task<Answer> get_offer(Call& call);
Task<Answer> accept_offer(Call& call);
Task<Answer> decline_offer(Call& call);
Task<Answer> late_yes(Call& call);
Task<Answer> extend_offer(Call& call);
Task<Answer> report_sent(Call& call);
Task<Answer> see_offer(Call& call);
Task<Answer> report_undeliverable(Call& call);
Task<Answer> report_booking(Call& call);
Task<Answer> report_payment(Call& call);

// catalogue.cpp, catalogue_import.cpp
Task<Answer> list_services(Call& call);
Task<Answer> add_service(Call& call);
Task<Answer> get_service(Call& call);
Task<Answer> change_service(Call& call);
Task<Answer> remove_service(Call& call);
Task<Answer> list_offered_people(Call& call);
Task<Answer> add_offered_person(Call& call);
Task<Answer> get_offered_person(Call& call);
Task<Answer> change_offered_person(Call& call);
Task<Answer> remove_offered_person(Call& call);
Task<Answer> list_places(Call& call);
Task<Answer> add_place(Call& call);
Task<Answer> get_place(Call& call);
Task<Answer> change_place(Call& call);
Task<Answer> remove_place(Call& call);
Task<Answer> import_catalogue(Call& call);

// imports.cpp
Task<Answer> begin_import(Call& call);
Task<Answer> get_import(Call& call);
Task<Answer> upload_import(Call& call);
Task<Answer> preview_import(Call& call);
Task<Answer> run_import(Call& call);
Task<Answer> undo_import(Call& call);

// openings.cpp, opening_preview.cpp
Task<Answer> open_slot(Call& call);
Task<Answer> preview_opening(Call& call);
Task<Answer> get_opening(Call& call);
Task<Answer> withdraw_opening(Call& call);
Task<Answer> book_opening(Call& call);

// lists.cpp, entry_list.cpp, audit_list.cpp, audit_check.cpp
Task<Answer> list_queue(Call& call);
Task<Answer> list_openings(Call& call);
Task<Answer> list_offers(Call& call);
Task<Answer> list_entries(Call& call);
Task<Answer> list_audit(Call& call);
Task<Answer> verify_audit(Call& call);

// intake_mail.cpp, mailbox.cpp, cards.cpp
Task<Answer> get_mailbox(Call& call);
Task<Answer> put_mailbox(Call& call);
Task<Answer> remove_mailbox(Call& call);
Task<Answer> test_mailbox(Call& call);
Task<Answer> take_mail(Call& call);
Task<Answer> list_cards(Call& call);
Task<Answer> get_card(Call& call);
Task<Answer> get_card_mail(Call& call);
Task<Answer> approve_card(Call& call);
Task<Answer> dismiss_card(Call& call);
Task<Answer> undo_card(Call& call);

// sheets.cpp
Task<Answer> get_sheet(Call& call);
Task<Answer> put_sheet(Call& call);
Task<Answer> delete_sheet(Call& call);
Task<Answer> test_sheet(Call& call);
Task<Answer> accept_sheet(Call& call);

// history.cpp, preview.cpp, board.cpp, slot_calendar.cpp
Task<Answer> explain_entry(Call& call);
Task<Answer> get_stats(Call& call);
Task<Answer> export_stats(Call& call);
Task<Answer> get_account_stats(Call& call);
Task<Answer> get_month(Call& call);
Task<Answer> list_rules(Call& call);
Task<Answer> preview_change(Call& call);
Task<Answer> try_rules(Call& call);
Task<Answer> get_board(Call& call);
Task<Answer> get_calendar(Call& call);

// watching.cpp
Task<Answer> get_bus(Call& call);
Task<Answer> settle_bus(Call& call);
Task<Answer> list_events(Call& call);
Task<Answer> watch_resource(Call& call);
Task<Answer> watch_entry(Call& call);

// account.cpp
Task<Answer> get_account(Call& call);
Task<Answer> list_keys(Call& call);
Task<Answer> create_key(Call& call);
Task<Answer> revoke_key(Call& call);
Task<Answer> list_signing_keys(Call& call);
Task<Answer> create_signing_key(Call& call);
Task<Answer> revoke_signing_key(Call& call);
Task<Answer> get_house(Call& call);
Task<Answer> patch_house(Call& call);
Task<Answer> rotate_webhook_secret(Call& call);
Task<Answer> get_delivery(Call& call);
Task<Answer> get_delivery_settings(Call& call);
Task<Answer> put_delivery(Call& call);
Task<Answer> delete_delivery(Call& call);
Task<Answer> test_delivery(Call& call);
Task<Answer> get_cluster(Call& call);

// booking_system.cpp
Task<Answer> get_booking_system(Call& call);
Task<Answer> put_booking_system(Call& call);
Task<Answer> delete_booking_system(Call& call);
Task<Answer> test_booking_system(Call& call);
Task<Answer> settle_booking_system(Call& call);

// calendars.cpp
Task<Answer> list_calendars(Call& call);
Task<Answer> add_calendar(Call& call);
Task<Answer> test_calendar(Call& call);
Task<Answer> get_followed_calendar(Call& call);
Task<Answer> remove_calendar(Call& call);
Task<Answer> look_at_calendar(Call& call);
Task<Answer> settle_calendar(Call& call);

// staff/qr.cpp
Task<Answer> draw_qr(Call& call);

// voice.cpp
Task<Answer> list_voice(Call& call);
Task<Answer> get_voice(Call& call);
Task<Answer> put_voice(Call& call);
Task<Answer> reset_voice(Call& call);
Task<Answer> list_voice_versions(Call& call);
Task<Answer> preview_voice(Call& call);

// staff_messages.cpp
Task<Answer> message_entries(Call& call);
Task<Answer> preview_staff_message(Call& call);

// messages.cpp, callbacks.cpp
Task<Answer> list_messages(Call& call);
Task<Answer> list_all_messages(Call& call);
Task<Answer> get_message(Call& call);
Task<Answer> replay_message(Call& call);
Task<Answer> tell_message(Call& call);
Task<Answer> replay_messages(Call& call);
Task<Answer> read_inbox(Call& call);
Task<Answer> take_callback(Call& call);

// staff/: session.cpp, authenticator.cpp, passkeys.cpp, one_time_links.cpp, members.cpp
Task<Answer> get_session(Call& call);
Task<Answer> sign_in(Call& call);
Task<Answer> update_profile(Call& call);
Task<Answer> sign_out(Call& call);
Task<Answer> begin_totp(Call& call);
Task<Answer> confirm_totp(Call& call);
Task<Answer> remove_totp(Call& call);
Task<Answer> make_recovery_codes(Call& call);
Task<Answer> begin_new_passkey(Call& call);
Task<Answer> add_passkey(Call& call);
Task<Answer> rename_passkey(Call& call);
Task<Answer> remove_passkey(Call& call);
Task<Answer> begin_passkey(Call& call);
Task<Answer> forgot_password(Call& call);
Task<Answer> use_passkey(Call& call);
Task<Answer> look_at_link(Call& call);
Task<Answer> use_link(Call& call);
Task<Answer> list_deeds(Call& call);
Task<Answer> list_members(Call& call);
Task<Answer> invite_member(Call& call);
Task<Answer> update_member(Call& call);
Task<Answer> remove_member(Call& call);
Task<Answer> reset_member(Call& call);

// guest/: join_site.cpp, verify_site.cpp, entry_site.cpp, offer_site.cpp, unsubscribe.cpp
Task<Answer> show_no_list(Call& call);
Task<Answer> show_join_page(Call& call);
Task<Answer> join_from_page(Call& call);
Task<Answer> show_verify_page(Call& call);
Task<Answer> show_entry_page(Call& call);
Task<Answer> act_on_entry_page(Call& call);
Task<Answer> show_offer_page(Call& call);
Task<Answer> act_on_offer_page(Call& call);
Task<Answer> show_unsubscribe_page(Call& call);
Task<Answer> act_on_unsubscribe_page(Call& call);
Task<Answer> follow_short_link(Call& call);

// documents.cpp
Task<Answer> get_health(Call& call);
Task<Answer> get_readiness(Call& call);
Task<Answer> get_metrics(Call& call);
Task<Answer> get_description(Call& call);
Task<Answer> get_docs(Call& call);
Task<Answer> list_problems(Call& call);
Task<Answer> get_problem(Call& call);
Task<Answer> get_landing_page(Call& call);
Task<Answer> get_staff_app(Call& call);
Task<Answer> get_asset(Call& call);
Task<Answer> get_icon(Call& call);
Task<Answer> get_robots(Call& call);

// manual_clock.cpp, which_node.cpp
Task<Answer> set_clock(Call& call);
Task<Answer> set_relay(Call& call);
Task<Answer> give_mailed_token(Call& call);
Task<Answer> look_at_leases(Call& call);

}  // namespace standby::http
