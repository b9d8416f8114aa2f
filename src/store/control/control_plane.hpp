// The control plane over either database: accounts, keys, secrets, houses, wordings, opt-outs and
// staff, in SQL that both understand. Only the numbers of resources are a store's own matter.
#pragma once

#include "engine/ports/registry.hpp"
#include "store/sql/session.hpp"

namespace standby::store {

class ControlPlane : public engine::Registry {
public:
    Result<engine::Account, engine::StoreError> create_account(std::string_view name,
                                                               Time now) override;
    Result<std::vector<engine::Account>, engine::StoreError> accounts() override;
    Result<engine::ApiKey, engine::StoreError> add_key(const engine::ApiKey& key) override;
    Result<std::vector<engine::ApiKey>, engine::StoreError> keys() override;
    Result<bool, engine::StoreError> revoke_key(std::uint64_t number, Time now) override;
    Result<std::vector<engine::Secret>, engine::StoreError> secrets() override;
    Result<engine::Secret, engine::StoreError>
    add_secret(engine::SecretPurpose purpose, std::span<const std::byte> bytes, Time now) override;
    Result<void, engine::StoreError> drop_retired_secrets(engine::SecretPurpose purpose) override;

    Result<engine::House, engine::StoreError> house(engine::AccountNumber account) override;
    Result<std::vector<engine::House>, engine::StoreError> houses() override;
    Result<void, engine::StoreError> save_house(const engine::House& house, Time now) override;
    Result<std::vector<engine::VoiceVersion>, engine::StoreError>
    voice(engine::AccountNumber account) override;
    Result<std::vector<engine::VoiceVersion>, engine::StoreError>
    voice_versions(engine::AccountNumber account, const engine::VoiceKey& key) override;
    Result<engine::VoiceVersion, engine::StoreError>
    save_voice(engine::AccountNumber account, const engine::VoiceVersion& version) override;
    Result<std::vector<engine::OptOut>, engine::StoreError>
    opt_outs(std::span<const core::ContactKey> addresses) override;
    Result<bool, engine::StoreError> opt_out(const engine::OptOut& opt_out) override;
    Result<bool, engine::StoreError> opt_in(core::ContactKey address,
                                            engine::AccountNumber account) override;
    Result<bool, engine::StoreError> hear_text(const Sha256Digest& id, Time now) override;
    Result<void, engine::StoreError> unhear_text(const Sha256Digest& id) override;
    Result<std::vector<engine::WhatsAppNumber>, engine::StoreError>
    whatsapp_numbers(std::span<const core::ContactKey> addresses) override;
    Result<void, engine::StoreError> note_whatsapp(core::ContactKey address,
                                                   engine::WhatsAppNews news, Time now) override;
    Result<std::uint64_t, engine::StoreError> drop_whatsapp_numbers(Time before) override;
    Result<std::uint64_t, engine::StoreError> drop_heard_texts(Time before) override;

    Result<std::vector<engine::Member>, engine::StoreError> members() override;
    Result<std::vector<engine::StaffSession>, engine::StoreError> sessions() override;
    Result<std::vector<engine::OneTimeLink>, engine::StoreError> links() override;
    Result<engine::OneTimeLink, engine::StoreError>
    add_link(const engine::OneTimeLink& link) override;
    Result<bool, engine::StoreError> tell_forgotten(const engine::OneTimeLink& link,
                                                    std::string_view client) override;
    Result<bool, engine::StoreError> end_link(std::uint64_t number, Time now) override;
    Result<engine::UsedLink, engine::StaffError> use_link(const engine::LinkUse& use) override;
    Result<void, engine::StaffError> begin_session(const engine::StaffSession& session,
                                                   const engine::FactorProof& proof) override;
    Result<void, engine::StoreError> touch_session(const Sha256Digest& hash, Time now) override;
    Result<bool, engine::StoreError> end_session(const Sha256Digest& hash) override;
    Result<void, engine::StoreError> end_sessions(std::uint64_t member) override;
    Result<std::vector<engine::Passkey>, engine::StoreError> passkeys() override;
    Result<bool, engine::StoreError> rename_passkey(std::uint64_t member, std::uint64_t number,
                                                    std::string_view name) override;
    Result<std::size_t, engine::StoreError> recovery_codes_left(std::uint64_t member) override;
    Result<std::vector<engine::StaffNotice>, engine::StoreError> notices(Time since) override;
    Result<std::optional<engine::StaffNotice>, engine::StoreError>
    notice(std::uint64_t number) override;
    Result<bool, engine::StoreError> tell_locked_out(std::uint64_t member, std::string_view client,
                                                     Time now) override;
    Result<engine::Member, engine::StaffError>
    change_member(const engine::MemberChange& change) override;
    Result<engine::Member, engine::StaffError> remove_member(std::uint64_t number,
                                                             Time now) override;

    Result<void, engine::StoreError> add_deed(engine::AccountNumber account,
                                              const engine::StaffDeed& deed,
                                              const engine::DeedOrigin& origin, Time now) override;
    Result<std::vector<engine::StaffRow>, engine::StoreError>
    deeds(engine::AccountNumber account, std::uint64_t before, std::size_t limit) override;
    Result<std::uint64_t, engine::StoreError> forget_origins(Time before) override;

    Result<engine::SigningKey, engine::StoreError>
    add_signing_key(const engine::SigningKey& key) override;
    Result<std::vector<engine::SigningKey>, engine::StoreError> signing_keys() override;
    Result<bool, engine::StoreError> revoke_signing_key(std::uint64_t number, Time now) override;

    Result<void, engine::StoreError> save_note(engine::AccountNumber account,
                                               const engine::GuestNote& note) override;
    Result<std::vector<engine::GuestNote>, engine::StoreError>
    notes(std::span<const core::EntryId> entries) override;
    Result<std::vector<core::EntryId>, engine::StoreError>
    tagged(engine::AccountNumber account, std::string_view text, std::size_t limit) override;

    Result<engine::AdmittedMessage, engine::StoreError>
    add_staff_message(const engine::StaffMessage& message) override;
    Result<engine::AdmittedMessage, engine::StoreError>
    room_for_staff_message(const engine::StaffMessage& message) override;
    Result<std::optional<engine::StaffMessage>, engine::StoreError>
    staff_message(std::uint64_t number) override;
    Result<std::uint64_t, engine::StoreError>
    drop_staff_messages(Time before, engine::AccountNumber account) override;
    Result<void, engine::StoreError> erase_staff_messages_to(core::EntryId entry) override;

    Result<std::vector<engine::CatalogueItem>, engine::StoreError>
    catalogue(engine::AccountNumber account) override;
    Result<engine::CatalogueItem, engine::StoreError>
    add_catalogue_item(const engine::CatalogueItem& item) override;
    Result<bool, engine::StoreError>
    change_catalogue_item(const engine::CatalogueItem& item) override;
    Result<bool, engine::StoreError> remove_catalogue_item(engine::AccountNumber account,
                                                           std::uint64_t number, Time now) override;

    Result<void, engine::StoreError>
    add_late_looks(std::span<const engine::LateLookCount> counts) override;
    Result<std::vector<engine::LateLookCount>, engine::StoreError>
    late_looks(core::ResourceNumber resource, std::int32_t from, std::int32_t to) override;
    Result<void, engine::StoreError>
    keep_suggestion(engine::AccountNumber account, engine::MonthNumber month,
                    const std::optional<engine::MonthSuggestion>& suggestion, Time now) override;
    Result<std::optional<std::optional<engine::MonthSuggestion>>, engine::StoreError>
    kept_suggestion(engine::AccountNumber account, engine::MonthNumber month) override;

    Result<std::vector<engine::SealedSettings>, engine::StoreError> delivery_settings() override;
    Result<void, engine::StoreError>
    save_delivery_settings(const engine::SealedSettings& settings) override;
    Result<bool, engine::StoreError> drop_delivery_settings(engine::Channel channel) override;

    Result<std::vector<engine::Connection>, engine::StoreError>
    connections(engine::ConnectionKind kind) override;
    Result<engine::Connection, engine::StoreError>
    add_connection(const engine::Connection& connection) override;
    Result<bool, engine::StoreError>
    change_connection(const engine::Connection& connection) override;
    Result<bool, engine::StoreError> remove_connection(engine::AccountNumber account,
                                                       std::uint64_t number, Time now) override;
    Result<engine::ConnectionState, engine::StoreError>
    connection_state(std::uint64_t connection) override;
    Result<std::vector<engine::ConnectionItem>, engine::StoreError>
    connection_items(std::uint64_t connection, std::string_view after, std::size_t limit) override;
    Result<bool, engine::StoreError> save_look(const engine::ConnectionLook& look) override;
    Result<std::vector<engine::ConnectionCard>, engine::StoreError>
    open_cards(engine::AccountNumber account, std::uint64_t after, std::size_t limit) override;
    Result<std::optional<engine::ConnectionCard>, engine::StoreError>
    connection_card(engine::AccountNumber account, std::uint64_t number) override;
    Result<bool, engine::StoreError> settle_card(engine::AccountNumber account,
                                                 std::uint64_t number, std::string_view outcome,
                                                 Time now) override;

    Result<engine::KeptMail, engine::StoreError> keep_mail(const engine::IntakeMail& mail,
                                                           std::string_view bytes) override;
    Result<std::optional<std::string>, engine::StoreError>
    intake_mail_bytes(std::uint64_t number) override;
    Result<std::vector<engine::IntakeMail>, engine::StoreError>
    unread_mails(std::size_t limit) override;
    Result<bool, engine::StoreError> begin_mail(std::uint64_t number) override;
    Result<bool, engine::StoreError> save_intake_card(std::uint64_t number,
                                                      core::ResourceNumber resource,
                                                      std::string_view card) override;
    Result<std::vector<engine::IntakeMail>, engine::StoreError>
    intake_cards(engine::AccountNumber account, Time settled_since, std::uint64_t after,
                 std::size_t limit) override;
    Result<std::optional<engine::IntakeMail>, engine::StoreError>
    intake_mail(engine::AccountNumber account, std::uint64_t number) override;
    Result<std::uint64_t, engine::StoreError>
    count_unread_mails(engine::AccountNumber account) override;
    Result<bool, engine::StoreError> begin_approval(engine::AccountNumber account,
                                                    std::uint64_t number,
                                                    core::ResourceNumber resource,
                                                    std::string_view row) override;
    Result<bool, engine::StoreError> end_approval(engine::AccountNumber account,
                                                  std::uint64_t number, core::Ticket entry,
                                                  Time now) override;
    Result<bool, engine::StoreError> give_up_approval(engine::AccountNumber account,
                                                      std::uint64_t number) override;
    Result<bool, engine::StoreError> dismiss_mail(engine::AccountNumber account,
                                                  std::uint64_t number, Time now) override;
    Result<bool, engine::StoreError> reopen_mail(engine::AccountNumber account,
                                                 std::uint64_t number, Time since) override;
    Result<std::vector<engine::IntakeMail>, engine::StoreError>
    untold_cards(std::size_t limit) override;
    Result<void, engine::StoreError> note_told(std::uint64_t number) override;
    Result<std::uint32_t, engine::StoreError> last_uid(std::uint64_t connection,
                                                       std::uint32_t uid_validity) override;
    Result<void, engine::StoreError> erase_mails_of(core::EntryId entry) override;
    Result<std::uint64_t, engine::StoreError> forget_mails(Time now) override;

    Result<bool, engine::StoreError> add_payment(const engine::Payment& payment) override;
    Result<bool, engine::StoreError> save_payment(const engine::Payment& payment) override;
    Result<bool, engine::StoreError> save_refund(const engine::Payment& payment,
                                                 const engine::PaymentRefund& refund) override;
    Result<std::vector<engine::PaymentRefund>, engine::StoreError>
    refunds_of(std::uint64_t payment) override;
    Result<void, engine::StoreError>
    note_refund_told(const engine::PaymentRefund& refund) override;
    Result<std::optional<engine::Payment>, engine::StoreError>
    payment(std::uint64_t number) override;
    Result<std::vector<engine::Payment>, engine::StoreError>
    payments_of(core::EntryId entry) override;
    Result<std::vector<engine::Payment>, engine::StoreError>
    payments_for(core::OfferId offer) override;
    Result<std::vector<engine::Payment>, engine::StoreError>
    payments_known_as(std::string_view provider_id) override;
    Result<std::vector<engine::Payment>, engine::StoreError>
    due_payments(Time now, std::size_t limit) override;
    Result<std::vector<engine::Payment>, engine::StoreError>
    troubled_payments(engine::AccountNumber account, std::uint32_t tries_min,
                      std::size_t limit) override;
    Result<std::vector<engine::Payment>, engine::StoreError>
    payments_of_list(core::ResourceNumber resource, std::uint64_t after,
                     std::size_t limit) override;

    Result<engine::FeedHead, engine::StoreError> feed_head(engine::AccountNumber account) override;
    Result<std::vector<engine::FeedReach>, engine::StoreError>
    feed_reach(engine::AccountNumber account) override;
    Result<bool, engine::StoreError> extend_feed(const engine::FeedExtension& extension) override;
    Result<std::vector<engine::FeedRun>, engine::StoreError>
    feed_runs(engine::AccountNumber account, std::uint64_t after, std::size_t limit) override;
    Result<std::uint64_t, engine::StoreError> bus_cursor(std::string_view bus,
                                                         engine::AccountNumber account) override;
    Result<void, engine::StoreError> keep_bus_cursor(std::string_view bus,
                                                     engine::AccountNumber account,
                                                     std::uint64_t position) override;
    Result<void, engine::StoreError> add_rejected(const engine::RejectedMessage& message) override;
    Result<std::vector<engine::RejectedMessage>, engine::StoreError>
    rejected(engine::AccountNumber account, std::size_t limit) override;
    Result<void, engine::StoreError> settle_rejected(engine::AccountNumber account,
                                                     std::uint64_t number) override;

protected:
    // The database outlives every call.
    explicit ControlPlane(SqlDatabase& database) : sql_(database) {}

private:
    // A change of one statement: how many rows it changed, and the number that it returned, if any.
    struct Done {
        std::uint64_t changed = 0;
        std::uint64_t number = 0;
    };
    Result<Done, engine::StoreError> change(const SqlStatement& statement);

    SqlDatabase& sql_;
};

}  // namespace standby::store
