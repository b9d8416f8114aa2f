#include "interchange/view/audit.hpp"

#include "interchange/view/ids.hpp"
#include "interchange/view/resource.hpp"
#include "interchange/view/wants.hpp"

#include <variant>

namespace standby::interchange {
namespace {

// Nothing happened before, or there is no reason to name.
std::string_view or_empty(std::string_view name) {
    return name == "none" ? std::string_view{} : name;
}

class Details {
public:
    Details(JsonWriter& writer, core::ResourceNumber resource, FreeText text)
        : writer_(writer), resource_(resource), text_(text) {}

    void operator()(const core::ResourceCreated& body) {
        writer_.text("kind", core::name_of(body.settings.kind));
        write_settings_members(writer_, body.settings);
        rules(body.rules);
    }
    void operator()(const core::SettingsChanged& body) {
        write_settings_members(writer_, body.settings);
    }
    void operator()(const core::RulesChanged& body) { rules(body.rules); }
    void operator()(const core::PlacesReleased& body) {
        number("quantity", body.quantity);
        note(body.note);
    }
    void operator()(const core::PlacesRevoked& body) {
        number("quantity", body.quantity);
        number("missing", body.missing);
        note(body.note);
    }
    void operator()(const core::PlacesIdled& body) {
        number("places", body.places);
        writer_.text("move", core::name_of(body.move));
    }
    void operator()(const core::EntryJoined& body) {
        standing(body);
        write_id(writer_, "referrer_id", resource_, body.referrer);
        writer_.boolean("in_group", body.group != core::GroupKey{});
        write_id(writer_, "moving_up_from", resource_, body.moving_up_from);
        if (body.waits_since) {
            writer_.time("waits_since", *body.waits_since);
        }
    }
    void operator()(const core::EntryUpdated& body) {
        standing(body);
        number("contacts_added", body.contacts_added.size());
        number("contacts_removed", body.contacts_removed.size());
        if (body.link_epoch != 0) {
            writer_.boolean("links_ended", true);
        }
        if (body.asks_proof) {
            writer_.boolean("asks_proof", true);
        }
    }
    void operator()(const core::PointsChanged& body) {
        write_id(writer_, "referred_id", resource_, body.referred);
        writer_.integer("raw", body.raw);
        writer_.integer("delta", body.delta);
    }
    void operator()(const core::EntryBarred& body) { number("contacts", body.friend_keys.size()); }
    void operator()(const core::OfferMade& body) {
        writer_.text("move", core::name_of(body.move));
        number("places", body.places);
        number("tries", body.tries);
        writer_.time("send_at", body.send_at);
        writer_.time("expires_at", body.expires_at);
        writer_.boolean("instant", body.instant);
        number("passed", body.passed.size());
        if (body.window > Duration{0}) {
            writer_.duration("window", body.window);
        }
        if (body.people_who_fit != 0) {
            number("people_who_fit", body.people_who_fit);
        }
        if (body.answers_by != core::AnswersBy::None) {
            writer_.text("answers_by", core::name_of(body.answers_by));
        }
        if (body.late_yes) {
            writer_.boolean("late_yes", true);
        }
        note(body.note);
    }
    void operator()(const core::OfferSent& body) {
        writer_.time("sent_at", body.sent_at);
        writer_.time("expires_at", body.expires_at);
    }
    void operator()(const core::OfferExtended& body) {
        writer_.time("expires_at", body.expires_at);
    }
    void operator()(const core::OfferUnreached& body) {
        write_name(writer_, "cause", body.cause, core::Undeliverable::None);
        writer_.time("patience_until", body.patience_until);
        writer_.time("expires_at", body.expires_at);
    }
    void operator()(const core::StandingYes& body) { writer_.boolean("wanted", body.wanted); }
    void operator()(const core::EntryPinged& body) { number("count", body.count); }
    void operator()(const core::EntryPresence& body) { writer_.boolean("here", body.here); }
    void operator()(const core::OutsideStep& body) {
        writer_.text("system", core::name_of(body.system));
        writer_.text("step", core::name_of(body.kind));
        writer_.text_or_null("reference", body.reference);
        write_money(writer_, "amount", body.amount);
        note(body.note);
    }
    void operator()(const core::OfferClaimed& body) {
        writer_.text("awaiting", core::name_of(body.awaiting));
        writer_.time("expires_at", body.expires_at);
    }
    void operator()(const core::OfferEnded& body) {
        writer_.text("outcome", core::name_of(body.outcome));
        writer_.boolean("counts_as_miss", body.counts_as_miss);
        writer_.boolean("to_the_back", body.new_place != 0);
        writer_.boolean("steps_aside", body.steps_aside);
    }
    void operator()(const core::CompensationDue& body) {
        writer_.text("compensation", core::name_of(body.compensation));
    }
    void operator()(const core::OpeningAdded& body) {
        write_slot_members(writer_, body.slot);
        write_id(writer_, "previous_opening_id", resource_, body.previous);
    }
    void operator()(const core::OpeningMoved& body) {
        writer_.text("move", core::name_of(body.move));
    }
    // The others say everything in the shared fields.
    void operator()(const core::StatusChanged&) {}
    void operator()(const core::CutoffReached&) {}
    void operator()(const core::LotteryDrawn&) {}
    void operator()(const core::EntryVerified&) {}
    void operator()(const core::EntryEnded&) {}
    void operator()(const core::OfferReminded&) {}
    void operator()(const core::OfferAccepted&) {}

private:
    void note(const std::string& words) {
        if (text_ == FreeText::Shown) {
            writer_.text_or_null("note", words);
        }
    }
    void number(std::string_view name, std::uint64_t value) { writer_.natural(name, value); }
    void rules(const core::Rules& rules) {
        writer_.name("rules");
        write_rules(writer_, rules, DrawSeed::Hidden);
    }
    template <class Body>
    void standing(const Body& body) {
        number("party_size", body.party_size);
        if (text_ == FreeText::Shown) {
            write_wants(writer_, "wants", body.wants);
        }
        number("tier", body.tier);
        writer_.integer("points", body.points);
    }

    JsonWriter& writer_;
    core::ResourceNumber resource_;
    FreeText text_;
};

}  // namespace

std::string actor_text(const core::Actor& actor) {
    std::string text{core::name_of(actor.kind)};
    if (actor.kind != core::ActorKind::System && actor.kind != core::ActorKind::Guest) {
        text += ':' + std::to_string(actor.id);
    }
    return text;
}

void write_audit_members(JsonWriter& writer, core::ResourceNumber resource,
                         const core::Event& event, const Sha256Digest& link, FreeText text) {
    writer.natural("seq", event.number);
    writer.time("at", event.at);
    writer.text("type", core::type_of(event));
    write_id(writer, "entry_id", resource, event.entry);
    write_id(writer, "offer_id", resource, event.offer);
    write_id(writer, "opening_id", resource, event.opening);
    writer.text_or_null("from_state", or_empty(core::from_state(event)));
    writer.text_or_null("to_state", or_empty(core::to_state(event)));
    writer.text_or_null("reason", or_empty(core::name_of(event.reason)));
    writer.natural("rules_version", event.rules_version);
    writer.text("actor", actor_text(event.actor));
    writer.text("hash", to_hex(link));
    writer.begin_object("details");
    std::visit(Details{writer, resource, text}, event.body);
    writer.end_object();
}

void write_audit_item(JsonWriter& writer, core::ResourceNumber resource, const core::Event& event,
                      const Sha256Digest& link) {
    writer.begin_object();
    write_audit_members(writer, resource, event, link, FreeText::Shown);
    writer.end_object();
}

}  // namespace standby::interchange
