#include "payments/mollie/mollie_call.hpp"

#include "base/form.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace standby::payments {

std::optional<engine::PaymentHint> hint_of_mollie(std::string_view form) {
    constexpr std::size_t fields_max = 8;
    constexpr std::size_t id_bytes_max = 64;
    const auto fields = decode_form(form, fields_max);
    const std::string* id = fields ? find_field(*fields, "id") : nullptr;
    if (id == nullptr || !id->starts_with("tr_") || id->size() > id_bytes_max ||
        !std::ranges::all_of(*id, [](char one) { return is_letter_or_digit(one) || one == '_'; })) {
        return std::nullopt;
    }
    return engine::PaymentHint{.provider = engine::PaymentProviderKind::Mollie,
                               .account = std::nullopt,
                               .id = *id,
                               .reference = {}};
}

}  // namespace standby::payments
