// Finding people by what they are called.
#include "store/codec/people_match.hpp"
#include "tests/memory_store/memory_store.hpp"

namespace standby::store {

Result<engine::PeopleFound, engine::StoreError>
MemoryStore::find_people(core::ResourceNumber number, const engine::PeopleSearch& search) {
    return reading(Call::Person, [&] {
        engine::PeopleFound found;
        const MemoryResource* resource = find(number);
        if (resource == nullptr) {
            return found;
        }
        PeopleMatcher matcher(search.text);
        core::Ticket last = search.after;
        for (auto at = resource->people.upper_bound(search.after); at != resource->people.end();
             ++at) {
            if (found.looked_at == search.looked_at_max || found.tickets.size() == search.limit) {
                found.next = last;
                break;
            }
            ++found.looked_at;
            last = at->first;
            const engine::Person& person = at->second;
            if (matcher.matches(person.name, person.email, person.phone, person.user_id)) {
                found.tickets.push_back(at->first);
            }
        }
        return found;
    });
}

}  // namespace standby::store
