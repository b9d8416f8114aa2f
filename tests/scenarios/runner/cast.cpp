// Keeping names and ids together.
#include "tests/scenarios/runner/cast.hpp"

#include <fmt/format.h>

#include <utility>

namespace standby::scenarios {

void Cast::add_company(std::string name, std::string resource, std::string kind) {
    current_ = name;
    Company company;
    company.resource = std::move(resource);
    company.kind = std::move(kind);
    companies_.insert_or_assign(std::move(name), std::move(company));
}

Result<void, std::string> Cast::turn_to(std::string_view name) {
    if (!companies_.contains(name)) {
        return std::unexpected(fmt::format("the story has no list called \"{}\"", name));
    }
    current_ = name;
    return {};
}

Result<Company*, std::string> Cast::company() {
    const auto found = companies_.find(current_);
    if (found == companies_.end()) {
        return std::unexpected("there is no list yet; begin with: the salon \"Mitte\" has slots");
    }
    return &found->second;
}

void Cast::observe(const EventRecord& event) {
    if (event.type == "offer_made") {
        offers_[event.entry] = event.offer;
        offered_[event.offer] = event.entry;
    }
    if (event.type == "opening_added") {
        for (auto& [name, company] : companies_) {
            if (company.resource == event.resource) {
                company.latest_opening = event.opening;
            }
        }
    }
}

void Cast::add_person(const std::string& name, const std::string& entry) {
    Company& company = companies_.find(current_)->second;
    if (company.entries.emplace(name, entry).second) {
        company.names.push_back(name);
    }
    people_.emplace(entry, name);
}

Result<std::string, std::string> Cast::entry_of(std::string_view name) {
    const Company* company = TRY(this->company());
    const auto found = company->entries.find(name);
    if (found == company->entries.end()) {
        return std::unexpected(fmt::format("{} has not joined", name));
    }
    return found->second;
}

Result<std::string, std::string> Cast::offer_of(std::string_view name) {
    const std::string entry = TRY(entry_of(name));
    const auto found = offers_.find(entry);
    if (found == offers_.end()) {
        return std::unexpected(fmt::format("{} was never offered anything", name));
    }
    return found->second;
}

bool Cast::was_offered(std::string_view name, std::string_view offer) {
    const auto entry = entry_of(name);
    const auto found = offered_.find(offer);
    return entry && found != offered_.end() && found->second == *entry;
}

Result<std::string, std::string> Cast::opening_called(std::string_view label) {
    const Company* company = TRY(this->company());
    if (label.empty()) {
        if (company->latest_opening.empty()) {
            return std::unexpected("there has been no opening yet");
        }
        return company->latest_opening;
    }
    const auto found = company->openings.find(label);
    if (found == company->openings.end()) {
        return std::unexpected(fmt::format("no opening was called \"{}\"", label));
    }
    return found->second;
}

std::string Cast::name_of(std::string_view entry) const {
    const auto found = people_.find(entry);
    return found == people_.end() ? std::string(entry) : found->second;
}

std::string read_name(WordSpan words) {
    std::string name = joined(words);
    if (name.ends_with("'s")) {
        name.resize(name.size() - 2);
    }
    return name;
}

std::vector<std::string> read_names(WordSpan words) {
    std::vector<std::string> names;
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (words[at].is_separator() || words[at].is("and")) {
            continue;
        }
        const std::size_t length = words[at].is("person") ? 2 : 1;
        names.push_back(read_name(words.subspan(at, length)));
        at += length - 1;
    }
    return names;
}

}  // namespace standby::scenarios
