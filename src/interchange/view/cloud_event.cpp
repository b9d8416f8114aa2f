#include "interchange/view/cloud_event.hpp"

#include <utility>

namespace standby::interchange {
namespace {

// What it is about: the offer, else the entry, else the opening, else the list itself.
std::string subject_of(core::ResourceNumber resource, const core::Event& event) {
    if (event.offer != core::OfferNumber{}) {
        return core::format_id(core::offer_id(resource, event.offer));
    }
    if (event.entry != 0) {
        return core::format_id(core::entry_id(resource, event.entry));
    }
    if (event.opening != core::OpeningNumber{}) {
        return core::format_id(core::opening_id(resource, event.opening));
    }
    return core::format_id(resource);
}

}  // namespace

std::string cloud_event_id(core::ResourceNumber resource, std::uint64_t number) {
    return core::format_id(resource) + ":" + std::to_string(number);
}

void begin_cloud_event(JsonWriter& writer, const CloudEventHead& head) {
    writer.begin_object();
    writer.text("specversion", "1.0");
    writer.text("id", head.id);
    writer.text("source", head.source);
    writer.text("type", head.type);
    if (!head.subject.empty()) {
        writer.text("subject", head.subject);
    }
    writer.time("time", head.at);
    writer.text("datacontenttype", "application/json");
}

void write_cloud_event(JsonWriter& writer, std::string_view home, core::ResourceNumber resource,
                       const core::Event& event, const Sha256Digest& link, FreeText text) {
    const std::string id = core::format_id(resource);
    begin_cloud_event(writer, {.id = cloud_event_id(resource, event.number),
                               .source = std::string{home} + "/v1/resources/" + id,
                               .type = core::type_of(event),
                               .subject = subject_of(resource, event),
                               .at = event.at});
    writer.begin_object("data");
    writer.text("resource_id", id);
    write_audit_members(writer, resource, event, link, text);
    writer.end_object();
    writer.end_object();
}

}  // namespace standby::interchange
