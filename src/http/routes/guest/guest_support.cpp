// Small steps between the state, the API's answers and the pages.
#include "http/routes/guest/guest_support.hpp"

#include "base/text.hpp"
#include "core/model/limits.hpp"
#include "core/state/resource_state.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/joining.hpp"
#include "interchange/view/wished_slot.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace standby::http {
namespace {

// Suggestions come from the newest openings; more of either would help nobody.
constexpr std::size_t openings_looked_at_max = 500;
constexpr std::size_t suggestions_max = 20;

void suggest(std::set<std::string>& names, const std::string& name) {
    if (!name.empty() && names.size() < suggestions_max) {
        names.insert(name);
    }
}

void look_at_openings(const core::ResourceState& state, WishForm& form) {
    std::set<std::string> services;
    std::set<std::string> staff;
    std::uint32_t largest = 0;
    std::size_t seen = 0;
    for (auto one = state.openings.rbegin();
         one != state.openings.rend() && seen < openings_looked_at_max; ++one, ++seen) {
        suggest(services, one->second.slot.service);
        suggest(staff, one->second.slot.staff);
        // One for parties of any size tells nothing.
        if (const std::uint32_t size = one->second.slot.size_max;
            size < core::limits::party_size_max) {
            largest = std::max(largest, size);
        }
        if (const auto& price = one->second.slot.price; price && form.currency.empty()) {
            form.currency.assign(price->currency.begin(), price->currency.end());
        }
    }
    form.services.assign(services.begin(), services.end());
    form.staff.assign(staff.begin(), staff.end());
    // A salon serves one at a time; a restaurant's first guest comes before its first opening.
    form.party = largest > 1    ? PartyField::Shown
                 : largest == 1 ? PartyField::None
                                : PartyField::AmongMore;
}

}  // namespace

PageFrame frame_of(const Call& call, std::string_view person_locale,
                   std::string_view house_locale) {
    const std::string asked = call.request.parameter("lang").value_or("");
    PageFrame frame;
    frame.language = choose_language({.asked = asked,
                                      .person = person_locale,
                                      .accepted = call.request.header("accept-language"),
                                      .house = house_locale});
    frame.is_language_asked = parse_language(asked).has_value();
    frame.path = call.request.path;
    return frame;
}

PageFrame frame_of(const Call& call) {
    return frame_of(call, {}, {});
}

Response guest_page(std::uint16_t status, std::string document) {
    return page_response(status, std::move(document), PageCaching::Never);
}

Response dead_link(const Call& call, std::string_view text) {
    const PageFrame frame = frame_of(call);
    return guest_page(404,
                      message_page(frame, words_in(frame.language).messages.dead_link.title, text));
}

Response busy_page(const Call& call) {
    const PageFrame frame = frame_of(call);
    const PageWords& words = words_in(frame.language);
    return guest_page(503, message_page(frame, words.notices.busy, {}));
}

Response closed_page(const Call& call, const Problem& refused) {
    const PageFrame frame = frame_of(call);
    const auto& words = words_in(frame.language).messages;
    if (refused.status == 410) {
        return guest_page(410, message_page(frame, words.ended_link.title, words.ended_link.text));
    }
    return refused.status == 503 ? busy_page(call) : dead_link(call, words.dead_link.text);
}

WishForm wish_form_of(const core::ResourceState& state) {
    WishForm form;
    form.kind = state.settings.kind;
    // What has to be paid for is never booked without asking.
    form.may_say_yes = state.rules.instant_yes && !state.rules.payment;
    switch (form.kind) {
    case core::Kind::Slots:
        look_at_openings(state, form);
        break;
    case core::Kind::Seats:
        form.party = PartyField::Shown;
        break;
    case core::Kind::Access:
        form.party = PartyField::None;
        break;
    }
    return form;
}

namespace {

// Those of the catalogue, then names of the wish that it doesn't have. The values of ticks are
// names, which need no catalogue to be understood.
std::vector<WishChoice> choices_of(const interchange::OfferedNames& offered,
                                   engine::CatalogueKind kind, std::string_view beginning,
                                   const std::string& first,
                                   const std::vector<std::string>& further, FieldTexts& values) {
    std::vector<WishChoice> choices;
    if (!offered.has(kind)) {
        return choices;
    }
    for (const engine::CatalogueItem& item : offered.items()) {
        if (item.kind == kind) {
            choices.push_back({std::string(beginning) + std::to_string(item.number), item.name});
        }
    }
    std::vector<std::string> wanted{first};
    wanted.insert(wanted.end(), further.begin(), further.end());
    std::size_t own = 0;
    for (const std::string& name : wanted) {
        if (name.empty()) {
            continue;
        }
        std::string field = std::string(beginning);
        if (const engine::CatalogueItem* item = offered.find(kind, name)) {
            field += std::to_string(item->number);
        } else {
            field += "own_" + std::to_string(++own);
            choices.push_back({field, name});
        }
        values.emplace_back(field, name);
    }
    return choices;
}

}  // namespace

void add_choices(const Call& call, WishForm& form, const core::Wants& wants) {
    if (form.kind != core::Kind::Slots) {
        return;
    }
    call.shared.catalogues.with(call.about.account, [&](const interchange::OfferedNames& offered) {
        form.service_choices = choices_of(offered, engine::CatalogueKind::Service, service_ticks,
                                          wants.service, wants.or_services, form.values);
        form.staff_choices = choices_of(offered, engine::CatalogueKind::Person, staff_ticks,
                                        wants.staff, wants.or_staff, form.values);
        form.place_choices = choices_of(offered, engine::CatalogueKind::Place, place_ticks,
                                        wants.place, wants.or_places, form.values);
        return true;
    });
    std::erase_if(form.values, [&](const auto& value) {
        return (value.first == "service" && !form.service_choices.empty()) ||
               (value.first == "staff" && !form.staff_choices.empty());
    });
}

Result<void, Problem> take_typed_names(const Call& call, core::Wants& wants,
                                       const core::Wants& present, const Form& form) {
    const auto unlisted = call.shared.catalogues.with(
        call.about.account, [&](const interchange::OfferedNames& offered) {
            return interchange::resolve(offered, wants, present);
        });
    for (const interchange::UnlistedName& name : unlisted) {
        const bool is_typed = name.field == "wants.service" && name.text == form.value("service");
        if (is_typed && !name.suggestion.empty() && form.value(asked_service) != name.text) {
            return refuse_field(name.field, "did you mean " + name.suggestion);
        }
    }
    return {};
}

std::string known_spelling(std::string_view text, const std::vector<std::string>& names) {
    const auto found =
        std::ranges::find_if(names, [wanted = to_lower(text)](const std::string& name) {
            return to_lower(name) == wanted;
        });
    return found == names.end() ? std::string(text) : *found;
}

bool has_no_places(const core::ResourceState& state) {
    return core::counts_places(state) && state.settings.inventory == core::Inventory::Internal &&
           state.settings.capacity == 0;
}

Obstacle obstacle_of(const core::ResourceState& state, core::Ticket entry) {
    if (has_no_places(state)) {
        return Obstacle::NoPlaces;
    }
    const bool sits_out = core::counts_places(state) &&
                          core::mark_of(state, entry).sits_out > state.places.releases();
    const bool is_free = core::counts_of(state).free_places >= state.entries.party_size(entry);
    return sits_out && is_free ? Obstacle::SittingOut : Obstacle::None;
}

OfferedPlace offered_place(const core::ResourceState& state, std::uint32_t places,
                           const std::optional<interchange::OpeningFacts>& opening,
                           const core::Wants& wants) {
    if (opening && opening->complete) {
        return offered_slot(opening->slot, places, wants);
    }
    OfferedPlace what;
    what.places = places;
    what.starts_at = state.settings.starts_at;
    what.price = state.rules.payment;
    return what;
}

OfferedPlace offered_slot(const core::Slot& slot, std::uint32_t places, const core::Wants& wants) {
    core::Slot wished = interchange::as_wished(slot, wants);
    return {.service = std::move(wished.service),
            .staff = std::move(wished.staff),
            .place = std::move(wished.place),
            .starts_at = wished.starts_at,
            .duration = wished.duration,
            .places = places,
            .price = wished.price};
}

std::optional<OfferedPlace> held_place(const core::ResourceState& state,
                                       const interchange::EntryFacts& entry) {
    if (entry.state != core::EntryState::Accepted) {
        return std::nullopt;
    }
    const auto opening = entry.opening.value() == 0
                             ? std::nullopt
                             : interchange::opening_facts(state, entry.opening);
    OfferedPlace what = offered_place(state, entry.party_size, opening, entry.wants);
    const bool says_something = what.starts_at || !what.service.empty() || what.places > 1;
    return says_something ? std::optional(std::move(what)) : std::nullopt;
}

FieldTexts form_errors(const std::vector<FieldError>& errors, Language language) {
    FieldTexts texts;
    for (const FieldError& error : errors) {
        const std::string_view field = field_of_error(error.field);
        if (text_of(texts, field).empty()) {
            texts.emplace_back(field, error_text(error.field, error.message, language));
        }
    }
    if (!texts.empty() && text_of(texts, "").empty()) {
        texts.emplace_back("", words_in(language).errors.look.text());
    }
    return texts;
}

Notice notice_of(const Problem& problem) {
    if (problem.status >= 500 || problem.status == 429) {
        return {.kind = Notice::Kind::Busy};
    }
    return {.kind = Notice::Kind::Refused};
}

Response bad_form_page(const Call& call) {
    const PageFrame frame = frame_of(call);
    const Said& said = words_in(frame.language).messages.bad_form;
    return guest_page(400, message_page(frame, said.title, said.text));
}

std::optional<Response> take_list(Call& call) {
    const auto resource = core::parse_resource_id(call.path_id);
    const auto known = resource ? call.shared.services.directory.find(*resource) : std::nullopt;
    if (!known) {
        return dead_link(call, words_in(frame_of(call).language).messages.no_list);
    }
    call.about.resource = *resource;
    call.about.account = known->account;
    call.about.time_zone = known->time_zone;
    return std::nullopt;
}

bool take_token(Call& call, std::string_view text, std::initializer_list<TokenPurpose> purposes) {
    const auto token = call.shared.services.tokens.verify(text, call.now);
    if (!token || std::ranges::find(purposes, token->purpose) == purposes.end()) {
        return false;
    }
    const core::ResourceNumber resource = core::resource_of(core::EntryId{token->id});
    const auto known = call.shared.services.directory.find(resource);
    if (!known) {
        return false;
    }
    call.token = *token;
    if (token->purpose == TokenPurpose::Offer) {
        call.about.offer = core::OfferId{token->id};
    } else {
        call.about.entry = core::EntryId{token->id};
    }
    call.about.resource = resource;
    call.about.account = known->account;
    call.about.time_zone = known->time_zone;
    return true;
}

Result<Form, Response> form_in(const Call& call) {
    if (is_form_content_type(call.request.header("content-type"))) {
        if (auto form = parse_form(call.request.body)) {
            return *std::move(form);
        }
    }
    return std::unexpected(bad_form_page(call));
}

Response to_own_page(const Call& call, const PageFrame& frame, core::Ticket entry,
                     std::uint32_t epoch) {
    const core::EntryId id = core::entry_id(call.about.resource, entry);
    const std::string token = call.shared.links.token(TokenPurpose::Entry, id.value(), epoch);
    return redirect(303, kept_link(frame, "/e/" + token));
}

Task<Result<Pressed, Problem>> press(Call& call, core::Command command) {
    return press(call, std::move(command), {});
}

Task<Result<Pressed, Problem>> press(Call& call, core::Command command,
                                     engine::Attachment attachment) {
    Pressed pressed;
    const auto see = [&pressed](const core::Outcome& outcome) {
        pressed = {};
        pressed.entry = outcome.answer.entry;
        pressed.new_epoch = new_link_epoch(outcome);
        if (outcome.refusal) {
            pressed.notice = {.kind = Notice::Kind::Refused, .code = outcome.refusal->code};
            pressed.errors = problem_of(*outcome.refusal).errors;
        }
    };
    const engine::Reply reply =
        co_await call.command(std::move(command), see, std::move(attachment));
    if (reply.failure == engine::Failure::Moved) {
        co_return call.moved();
    }
    if (reply.failure == engine::Failure::DeadLink) {
        pressed = {};  // the page that follows says so
        co_return pressed;
    }
    if (reply.failure) {
        pressed = {.notice = {.kind = Notice::Kind::Busy}, .errors = {}};
    }
    call.is_carried_out = pressed.notice.kind == Notice::Kind::None;
    co_return pressed;
}

}  // namespace standby::http
