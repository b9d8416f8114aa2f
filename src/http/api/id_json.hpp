// Members that name something of a resource by its public id, or are null where there is none.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/ids.hpp"

#include <string_view>

namespace standby::http {

void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::Ticket entry);
void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::OfferNumber offer);
void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::OpeningNumber opening);

// The written name of an enumerator, or null for the one that stands for nothing.
template <class Enum>
void write_name(JsonWriter& writer, std::string_view member, Enum value, Enum nothing) {
    writer.text_or_null(member, value == nothing ? std::string_view{} : name_of(value));
}

}  // namespace standby::http
