// Draws the next command for a resource. It looks at the naive model to find what is interesting:
// offers about to end, entries that hold a place, openings that nobody took.
#pragma once

#include "base/prng.hpp"
#include "sim/model/naive_resource.hpp"
#include "sim/world/plan.hpp"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace standby::sim {

class Workload {
public:
    Workload(const Plan& plan, Prng prng) : plan_(&plan), prng_(prng) {}

    // The next command for this resource at this moment.
    Command next(const ResourcePlan& resource, const NaiveResource& model, Time now);

    // One more of the crowd that stands there from the beginning.
    core::Join next_of_crowd(const ResourcePlan& resource, const NaiveResource& model, Time now,
                             std::uint32_t index);

private:
    template <class Body>
    Body draw();

    bool fault(std::uint32_t per_mille) { return prng_.chance(per_mille, 1000); }
    Command draw_command(std::size_t index);
    std::size_t draw_index();
    bool has_subject(std::size_t index) const;

    // workload_ids.cpp
    Ticket some_entry(std::initializer_list<EntryState> usual);
    OfferNumber some_offer(std::initializer_list<OfferState> usual, Awaiting awaiting);
    OpeningNumber some_opening(std::initializer_list<OpeningState> usual);
    std::string some_event_id();

    // workload_late_yes.cpp
    bool is_missed(const NaiveOffer& offer) const;

    // workload_values.cpp
    Wants draw_wants(const PersonPlan& person);
    Wants draw_bad_wants();
    Slot draw_slot();
    std::uint32_t draw_party();
    std::vector<ContactKey> draw_contacts(const PersonPlan& person);
    void vouch(core::Join& join);
    std::vector<ContactKey> friend_keys_of(Ticket ticket);

    const Plan* plan_;
    Prng prng_;
    const ResourcePlan* resource_ = nullptr;
    const NaiveResource* model_ = nullptr;
    Time now_{};
    std::map<ResourceNumber, std::deque<Command>> recent_;
    std::uint64_t next_event_ = 1;
    std::vector<std::string> event_ids_;
};

// workload_late_yes.cpp
template <>
core::LateYes Workload::draw();
template <>
core::StillHere Workload::draw();
template <>
core::SetAside Workload::draw();
template <>
core::ReportUnheard Workload::draw();
template <>
core::ReportStep Workload::draw();

}  // namespace standby::sim
