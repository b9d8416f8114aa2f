// Number 0 is nothing, everywhere.
#include "http/api/id_json.hpp"

namespace standby::http {

void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::Ticket entry) {
    if (entry == 0) {
        writer.null(member);
    } else {
        writer.text(member, core::format_id(core::entry_id(resource, entry)));
    }
}

void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::OfferNumber offer) {
    if (offer == core::OfferNumber{}) {
        writer.null(member);
    } else {
        writer.text(member, core::format_id(core::offer_id(resource, offer)));
    }
}

void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::OpeningNumber opening) {
    if (opening == core::OpeningNumber{}) {
        writer.null(member);
    } else {
        writer.text(member, core::format_id(core::opening_id(resource, opening)));
    }
}

}  // namespace standby::http
