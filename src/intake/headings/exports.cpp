#include "intake/headings/exports.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

namespace standby::intake {
namespace {

struct Column {
    std::string_view heading;
    std::optional<Field> field;
};

struct Export {
    Source source;
    std::initializer_list<std::string_view> needed;  // all of them
    // The first column with such a heading; further ones of the same heading are left alone.
    std::initializer_list<Column> columns;
};

// The heading that stands twice in pretix's is first when the entry was made, then the date of a
// series. Its priority is left alone: what it means here, someone has to say.
const std::initializer_list<Export>& exports() {
    static const std::initializer_list<Export> all = {
        {Source::Waitwhile,
         {"ID", "CUSTOMER_ID", "STATE", "PARTY_SIZE"},
         {{"NAME", Field::Name},
          {"FIRST_NAME", Field::FirstName},
          {"LAST_NAME", Field::LastName},
          {"PHONE", Field::Phone},
          {"EMAIL", Field::Email},
          {"PARTY_SIZE", Field::PartySize},
          {"STATE", Field::State},
          {"POSITION", Field::Position}}},
        {Source::Pretix,
         {"Date", "Email", "Product ID", "Event slug", "Voucher code"},
         {{"Date", Field::Joined},
          {"Name", Field::Name},
          {"Email", Field::Email},
          {"Phone number", Field::Phone},
          {"Language", Field::Language},
          {"Status", Field::State},
          {"Voucher code", Field::Left}}},
        {Source::Pretix,
         {"Datum", "E-Mail", "Produkt-ID", "Kurzname der Veranstaltung", "Gutscheincode"},
         {{"Datum", Field::Joined},
          {"Name", Field::Name},
          {"E-Mail", Field::Email},
          {"Telefonnummer", Field::Phone},
          {"Sprache", Field::Language},
          {"Status", Field::State},
          {"Gutscheincode", Field::Left}}},
        {Source::Pretix,
         {"Date", "ID produit", "ID variant", "Code du bon d'achat"},
         {{"Date", Field::Joined},
          {"Nom", Field::Name},
          {"Email", Field::Email},
          {"E-mail", Field::Email},
          {"Numéro de téléphone", Field::Phone},
          {"Langue", Field::Language},
          {"Statut", Field::State},
          {"Code du bon d'achat", Field::Left}}},
        {Source::Pretix,
         {"Fecha", "ID Producto", "ID Variación", "Código del vale de compra"},
         {{"Fecha", Field::Joined},
          {"Nombre", Field::Name},
          {"Correo electrónico", Field::Email},
          {"Número de teléfono", Field::Phone},
          {"Idioma", Field::Language},
          {"Estado", Field::State},
          {"Código del vale de compra", Field::Left}}},
        {Source::Luma,
         {"api_id", "email", "created_at", "approval_status"},
         {{"name", Field::Name},
          {"first_name", Field::FirstName},
          {"last_name", Field::LastName},
          {"email", Field::Email},
          {"phone_number", Field::Phone},
          {"created_at", Field::Joined},
          {"approval_status", Field::State}}},
        {Source::Eventbrite,
         {"Order #", "Order Date", "Email", "Attendee #", "Attendee Status"},
         {{"Order #", Field::OrderId},
          {"Order Date", Field::Joined},
          {"First Name", Field::FirstName},
          {"Last Name", Field::LastName},
          {"Surname", Field::LastName},
          {"Email", Field::Email},
          {"Quantity", Field::PartySize},
          {"Attendee Status", Field::State}}},
        {Source::Mailchimp,
         {"Email Address", "OPTIN_TIME", "LEID", "EUID"},
         {{"Email Address", Field::Email},
          {"First Name", Field::FirstName},
          {"Last Name", Field::LastName},
          {"Phone Number", Field::Phone},
          {"CONFIRM_TIME", Field::Joined},
          {"OPTIN_TIME", Field::OptIn},
          {"UNSUB_TIME", Field::Left}}},
        {Source::Square,
         {"Square Customer ID", "First Name", "Last Name", "Email Address"},
         {{"First Name", Field::FirstName},
          {"Last Name", Field::LastName},
          {"Email Address", Field::Email},
          {"Phone Number", Field::Phone},
          {"First Visit", Field::Joined}}},
        {Source::Getwaitlist,
         {"email", "priority", "referral_token", "created_at"},
         {{"email", Field::Email},
          {"first_name", Field::FirstName},
          {"last_name", Field::LastName},
          {"phone", Field::Phone},
          {"priority", Field::Position},
          {"created_at", Field::Joined},
          {"removed_date", Field::Left}}},
    };
    return all;
}

std::optional<std::size_t> index_of(const std::vector<std::string>& keys, std::string_view key) {
    const auto found = std::ranges::find(keys, key);
    return found == keys.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - keys.begin()));
}

struct State {
    Source source;
    std::string_view key;  // heading_key() of what the program writes
    Standing standing;
};

constexpr auto states = std::to_array<State>({
    {Source::Waitwhile, "waiting", Standing::Waits},
    {Source::Waitwhile, "booked", Standing::DoesNot},
    {Source::Waitwhile, "served", Standing::DoesNot},
    {Source::Waitwhile, "serving", Standing::DoesNot},
    {Source::Waitwhile, "completed", Standing::DoesNot},
    {Source::Waitwhile, "cancelled", Standing::DoesNot},
    {Source::Pretix, "waitingforavoucher", Standing::Waits},
    {Source::Pretix, "voucherassigned", Standing::DoesNot},
    {Source::Pretix, "voucherredeemed", Standing::DoesNot},
    {Source::Pretix, "voucherexpired", Standing::DoesNot},
    {Source::Luma, "waitlist", Standing::Waits},
    {Source::Luma, "pending", Standing::Waits},
    {Source::Luma, "pendingapproval", Standing::Waits},
    {Source::Luma, "approved", Standing::DoesNot},
    {Source::Luma, "invited", Standing::DoesNot},
    {Source::Luma, "declined", Standing::DoesNot},
    {Source::Eventbrite, "attending", Standing::Waits},
    {Source::Eventbrite, "checkedin", Standing::DoesNot},
    {Source::Eventbrite, "notattending", Standing::DoesNot},
    {Source::Eventbrite, "deleted", Standing::DoesNot},
    {Source::Eventbrite, "refunded", Standing::DoesNot},
});

}  // namespace

std::optional<Mapping> recognised_export(const std::vector<std::string>& keys) {
    for (const Export& one : exports()) {
        const bool fits = std::ranges::all_of(one.needed, [&](std::string_view heading) {
            return index_of(keys, heading_key(heading)).has_value();
        });
        if (!fits) {
            continue;
        }
        Mapping mapping{.source = one.source,
                        .columns = std::vector<std::optional<Field>>(keys.size())};
        for (const Column& column : one.columns) {
            const auto index = index_of(keys, heading_key(column.heading));
            if (index && !mapping.has(*column.field)) {
                mapping.columns[*index] = column.field;
            }
        }
        return mapping;
    }
    return std::nullopt;
}

Standing standing_of(Source source, std::string_view state) {
    const std::string key = heading_key(state);
    for (const State& one : states) {
        if (one.source == source && one.key == key) {
            return one.standing;
        }
    }
    return Standing::Unknown;
}

}  // namespace standby::intake
