// Collects what is known about messages that are due: from the engine, the people and the control
// plane, with as few questions as possible.
#pragma once

#include "core/rules/zone_book.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/guest_links.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"
#include "notify/relay/gathered.hpp"
#include "notify/relay/houses.hpp"

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace standby::notify {

class Gatherer {
public:
    // All must outlive the gatherer.
    Gatherer(engine::Store& store, engine::Registry& registry, engine::Gateway& gateway,
             const engine::ContactKeys& keys, const core::ZoneBook& zones, Houses& houses)
        : store_(store),
          registry_(registry),
          gateway_(gateway),
          keys_(keys),
          zones_(zones),
          houses_(houses) {}

    // In the order of the rows. Waits for the engine and the store, so it must not be called on a
    // shard's thread. Any thread may call. An error: try again later, or not at all if Fenced: then
    // another node has one of the resources.
    Result<std::vector<Gathered>, engine::StoreError>
    gather(std::span<const engine::OutboxRow> rows);

    // Whether what is known of numbers on WhatsApp is wanted. Any thread may call.
    void set_whatsapp(bool is_set_up) { has_whatsapp_ = is_set_up; }

private:
    using Part = std::span<Gathered*>;  // those of one resource

    // A look at one resource that was asked for.
    struct Look {
        std::shared_ptr<std::vector<std::optional<Scene>>> scenes;
        std::future<std::optional<engine::Failure>> failure;
    };
    Look start_look(core::ResourceNumber resource, Part part);
    static Result<void, engine::StoreError> add_scenes(Look look, Part part);
    Result<void, engine::StoreError> add_people(core::ResourceNumber resource, Part part);
    Result<void, engine::StoreError> add_houses(std::vector<Gathered>& all);
    Result<void, engine::StoreError> add_deliveries(std::vector<Gathered>& all);
    Result<void, engine::StoreError> add_offer_deliveries(Gathered& reminder);
    Result<void, engine::StoreError> add_staff_facts(Gathered& gathered);
    Result<void, engine::StoreError> add_summary(Gathered& gathered);
    Result<void, engine::StoreError> add_notice(Gathered& gathered);
    Result<void, engine::StoreError> add_outage(Gathered& gathered);
    Result<void, engine::StoreError> add_reason(Gathered& gathered);
    Result<core::OpeningNumber, engine::StoreError>
    given_up_opening(const engine::OutboxRow& cancelled);
    Result<void, engine::StoreError> add_link_epochs(std::vector<Gathered>& all);
    Result<void, engine::StoreError> add_past_slots(std::vector<Gathered>& all);
    Result<void, engine::StoreError> add_causes(std::vector<Gathered>& all);
    Result<void, engine::StoreError> add_staff_messages(std::vector<Gathered>& all);
    Result<void, engine::StoreError> add_times(std::vector<Gathered>& all);
    Result<void, engine::StoreError> add_opt_outs(std::vector<Gathered>& all);
    Result<void, engine::StoreError> add_whatsapp(std::vector<Gathered>& all);

    engine::Store& store_;
    engine::Registry& registry_;
    engine::Gateway& gateway_;
    const engine::ContactKeys& keys_;
    const core::ZoneBook& zones_;
    Houses& houses_;
    std::atomic<bool> has_whatsapp_ = false;
};

}  // namespace standby::notify
