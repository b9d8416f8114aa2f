// `standby import`: a CSV file joins a list. Lines are read by the same code as the API's bodies,
// so what the API would refuse is refused here, and said with the line and the column.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/offline_engine.hpp"
#include "app/service/clocks.hpp"
#include "app/service/zones.hpp"
#include "base/csv.hpp"
#include "base/json/made_value.hpp"
#include "base/json/writer.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "http/api/entry_body.hpp"
#include "http/auth/contacts.hpp"
#include "interchange/catalogue/offered_names.hpp"
#include "interchange/contact/phone_region.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <ostream>

namespace standby::app {
namespace {

constexpr std::size_t lines_at_once = 1'000;
constexpr std::size_t progress_every = 10'000;
constexpr std::size_t progress_lines_max = 20;

constexpr auto columns = std::to_array<std::string_view>(
    {"name", "email", "phone", "region", "user_id", "party_size", "service", "staff", "earliest",
     "latest", "tier", "points", "joined_at", "time_zone", "locale", "consent"});
constexpr auto wish_columns =
    std::to_array<std::string_view>({"service", "staff", "earliest", "latest"});
constexpr auto number_columns = std::to_array<std::string_view>({"party_size", "tier", "points"});

// What programs write for a letter that they could not read.
constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

bool is_among(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

struct BadLine {
    std::size_t line = 0;
    std::string field;
    std::string message;
};

Result<std::vector<std::string>, BadLine> read_header(CsvReader& reader) {
    auto header = reader.next();
    if (!header) {
        return std::unexpected(BadLine{header.error().line, "", header.error().message});
    }
    if (!*header) {
        return std::unexpected(
            BadLine{1, "", "the file is empty; its first line must name the columns"});
    }
    std::vector<std::string> names = std::move((*header)->fields);
    for (std::size_t index = 0; index < names.size(); ++index) {
        std::string& name = names[index];
        std::erase(name, ' ');
        std::ranges::transform(name, name.begin(), [](char letter) {
            return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        });
        if (!is_among(columns, name)) {
            const std::vector<std::string> known(columns.begin(), columns.end());
            return std::unexpected(
                BadLine{(*header)->line, name, "is not a column" + suggestion(name, known)});
        }
        if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(index), name) !=
            names.begin() + static_cast<std::ptrdiff_t>(index)) {
            return std::unexpected(BadLine{(*header)->line, name, "appears twice"});
        }
    }
    return names;
}

// The line as the object that would have been sent to the API.
JsonValue object_of(const std::vector<std::string>& names, const CsvRecord& record) {
    JsonValue object{.type = JsonType::Object};
    JsonValue wants{.type = JsonType::Object};
    for (std::size_t index = 0; index < names.size(); ++index) {
        const std::string_view name = names[index];
        if (const std::string_view value = without_guard(record.fields[index]); !value.empty()) {
            auto& members = (is_among(wish_columns, name) ? wants : object).members;
            members.push_back(
                {name, is_among(number_columns, name) ? number_value(value) : text_value(value)});
        }
    }
    object.members.push_back({"wants", std::move(wants)});
    return object;
}

// The column that a field of the API is in.
std::string column_of(const std::string& field) {
    constexpr std::string_view wants = "wants.";
    return field.starts_with(wants) ? field.substr(wants.size()) : field;
}

std::string unlisted_text(const interchange::UnlistedName& name) {
    return fmt::format("\"{}\" isn't in the catalogue{}", name.text,
                       name.suggestion.empty()
                           ? "; add it there, or correct the line"
                           : fmt::format("; did you mean \"{}\"?", name.suggestion));
}

struct Counts {
    std::uint64_t lines = 0;
    std::uint64_t joined = 0;
    std::uint64_t already_there = 0;
    std::uint64_t refused = 0;
    std::uint64_t bad = 0;
};

class Import {
public:
    Import(const ImportCommand& command, Console& console, const OpenData& data)
        : command_(command), console_(console), data_(data), zones_(read_zones()) {}

    Outcome run();

private:
    Result<void, std::string> prepare();
    // Goes through the file and hands each good line to `take`. False: the file ends in an error.
    template <class Take>
    bool read(std::vector<BadLine>& bad, Take&& take);
    void check_line(const std::vector<std::string>& names, const CsvRecord& record,
                    std::vector<BadLine>& bad, const auto& take);
    engine::Request request_for(std::size_t line, http::JoinBody body);
    void let_join();
    void report(const BadLine& bad);
    int conclude(int exit_code);

    const ImportCommand& command_;
    Console& console_;
    const OpenData& data_;
    const core::ZoneBook zones_;
    const Zone* zone_ = nullptr;
    std::string region_;  // of numbers without a country code
    std::optional<http::ContactHasher> hasher_;
    interchange::OfferedNames offered_;
    std::string text_;
    TextEncoding encoding_ = TextEncoding::Utf8;
    Counts counts_;
    std::vector<BadLine> problems_;
    std::optional<engine::Failure> failure_;
};

Result<void, std::string> Import::prepare() {
    std::ifstream file(command_.file, std::ios::binary);
    if (!file) {
        return std::unexpected(fmt::format("{} cannot be read", command_.file));
    }
    auto decoded = decode_text(std::string(std::istreambuf_iterator<char>(file), {}));
    if (!decoded) {
        return std::unexpected(fmt::format("{} {}", command_.file, decoded.error()));
    }
    text_ = std::move(decoded->text);
    encoding_ = decoded->encoding;
    TRY(for_each_resource(data_.store(), command_.resource,
                          [&](const engine::ResourceListing& listing) -> Result<void, std::string> {
                              const auto row = TRY(core::decode_resource_row(listing.data));
                              zone_ = zones_.find(row.settings.time_zone);
                              const auto house = data_.registry().house(listing.account);
                              if (!house) {
                                  return std::unexpected("the database could not be read");
                              }
                              region_ = interchange::phone_region(*house, row.settings.time_zone);
                              auto items = data_.registry().catalogue(listing.account);
                              if (!items) {
                                  return std::unexpected("the database could not be read");
                              }
                              offered_ = interchange::OfferedNames{*std::move(items)};
                              return {};
                          }));
    const auto secrets = data_.registry().secrets();
    if (!secrets) {
        return std::unexpected("the database could not be read");
    }
    for (const engine::Secret& secret : *secrets) {
        if (secret.purpose == engine::SecretPurpose::Contacts && !secret.retired_at) {
            hasher_.emplace(secret);
        }
    }
    if (!hasher_) {
        return std::unexpected("the server has never been started with this data: start it once");
    }
    return {};
}

void Import::check_line(const std::vector<std::string>& names, const CsvRecord& record,
                        std::vector<BadLine>& bad, const auto& take) {
    if (record.fields.size() != names.size()) {
        bad.push_back(
            {record.line, "",
             fmt::format("has {} fields instead of {}", record.fields.size(), names.size())});
        return;
    }
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (record.fields[index].contains(replacement_character)) {
            bad.push_back({record.line, names[index],
                           "has \"\xEF\xBF\xBD\" where a letter was lost, before it came here; "
                           "correct it, or "
                           "save the file again as CSV UTF-8"});
            return;
        }
    }
    auto body =
        http::read_join(object_of(names, record), zone_ != nullptr ? *zone_ : Zone::utc(), region_);
    if (body && body->joined_at && *body->joined_at > system_now()) {
        bad.push_back({record.line, "joined_at", "must be in the past"});
        return;
    }
    if (body) {
        const auto unlisted = interchange::resolve(offered_, body->wants);
        for (const interchange::UnlistedName& name : unlisted) {
            bad.push_back({record.line, column_of(name.field), unlisted_text(name)});
        }
        if (unlisted.empty()) {
            take(record.line, *std::move(body));
        }
        return;
    }
    if (body.error().errors.empty()) {
        bad.push_back({record.line, "", body.error().detail});
    }
    for (const http::FieldError& error : body.error().errors) {
        bad.push_back({record.line, column_of(error.field), error.message});
    }
}

template <class Take>
bool Import::read(std::vector<BadLine>& bad, Take&& take) {
    CsvReader reader(text_);
    const auto names = read_header(reader);
    if (!names) {
        bad.push_back(names.error());
        return false;
    }
    while (true) {
        auto record = reader.next();
        if (!record) {
            bad.push_back({record.error().line, "", record.error().message});
            return false;
        }
        if (!*record) {
            return true;
        }
        check_line(*names, **record, bad, take);
    }
}

engine::Request Import::request_for(std::size_t line, http::JoinBody body) {
    http::add_consent(body, "import", system_now());
    core::Join join;
    join.contacts = hasher_->of(body.person);
    join.wants = std::move(body.wants);
    join.wants.by_text = !body.person.phone.empty() && body.person.email.empty();
    join.party_size = body.party_size;
    join.tier = body.tier;
    join.points = body.points;
    join.waits_since = body.joined_at;
    engine::Request request;
    request.resource = command_.resource;
    request.command = std::move(join);
    request.actor = {.kind = core::ActorKind::Staff, .id = 0};
    request.attachment.person = std::move(body.person);
    request.make_answer = [](const core::ResourceState&, const core::Outcome& outcome) {
        if (outcome.refusal) {
            return engine::Answer{409, std::string(core::name_of(outcome.refusal->code))};
        }
        return engine::Answer{static_cast<std::uint16_t>(outcome.answer.repeated ? 200 : 201), ""};
    };
    request.done = [this, line](engine::Reply reply) {
        if (reply.failure) {
            failure_ = reply.failure;
        } else if (reply.answer.status == 201) {
            ++counts_.joined;
        } else if (reply.answer.status == 200) {
            ++counts_.already_there;
        } else {
            ++counts_.refused;
            problems_.push_back({line, "", "was refused: " + reply.answer.body});
        }
    };
    return request;
}

void Import::let_join() {
    const SystemClock clock;
    OfflineEngine engine(data_.store(), zones_, clock,
                         command_.notify ? OfflineMessages::AreSent : OfflineMessages::StayHere,
                         data_.served_until());
    std::vector<engine::Request> requests;
    std::size_t submitted = 0;
    const auto flush = [&] {
        if (requests.empty()) {
            return;
        }
        submitted += requests.size();
        engine.carry_out(std::exchange(requests, {}));
        const std::size_t steps = counts_.lines / (progress_every * progress_lines_max) + 1;
        if (submitted % (progress_every * steps) == 0) {
            console_.errors << fmt::format("{} of {} lines\n", submitted, counts_.lines);
        }
    };
    std::vector<BadLine> known_already;
    read(known_already, [&](std::size_t line, http::JoinBody body) {
        if (failure_) {
            return;
        }
        requests.push_back(request_for(line, std::move(body)));
        if (requests.size() == lines_at_once) {
            flush();
        }
    });
    flush();
}

void Import::report(const BadLine& bad) {
    if (command_.style == Style::Text) {
        console_.output << fmt::format("line {}{}{}: {}\n", bad.line, bad.field.empty() ? "" : ", ",
                                       bad.field, bad.message);
    }
}

int Import::conclude(int exit_code) {
    if (command_.style == Style::Text) {
        if (encoding_ != TextEncoding::Utf8) {
            console_.output << fmt::format(
                "The file was read as {}: check that names look right on the list\n",
                name_of(encoding_));
        }
        console_.output << fmt::format(
            "{} joined, {} already on the list, {} refused, {} bad lines{}\n", counts_.joined,
            counts_.already_there, counts_.refused, counts_.bad,
            command_.dry_run ? "; this was a dry run" : "");
        return exit_code;
    }
    print_object(console_.output, [&](JsonWriter& writer) {
        writer.natural("good_lines", counts_.lines);
        writer.natural("joined", counts_.joined);
        writer.natural("already_there", counts_.already_there);
        writer.natural("refused", counts_.refused);
        writer.natural("bad", counts_.bad);
        writer.boolean("dry_run", command_.dry_run);
        writer.text("encoding", name_of(encoding_));
        writer.array("problems", problems_, [&](const BadLine& bad) {
            writer.begin_object();
            writer.natural("line", bad.line);
            writer.text_or_null("field", bad.field);
            writer.text("message", bad.message);
            writer.end_object();
        });
    });
    return exit_code;
}

Outcome Import::run() {
    TRY(prepare());
    const bool is_whole =
        read(problems_, [&](std::size_t, const http::JoinBody&) { ++counts_.lines; });
    for (std::size_t index = 0; index < problems_.size(); ++index) {
        counts_.bad += index == 0 || problems_[index].line != problems_[index - 1].line ? 1 : 0;
        report(problems_[index]);
    }
    const std::size_t told = problems_.size();
    if (!is_whole || (counts_.bad > 0 && !command_.skip_bad)) {
        return conclude(exit_failed);
    }
    if (command_.dry_run) {
        return conclude(counts_.bad > 0 ? exit_failed : exit_ok);
    }
    let_join();
    for (std::size_t index = told; index < problems_.size(); ++index) {
        report(problems_[index]);
    }
    if (failure_) {
        conclude(exit_failed);
        return fail("the database did not take everything; run the import again: whoever has "
                    "joined keeps their place in line");
    }
    return conclude(counts_.refused > 0 ? exit_failed : exit_ok);
}

}  // namespace

Outcome carry_out(const ImportCommand& command, Console& console) {
    if (is_cluster(command.place) && !command.dry_run) {
        return fail("import needs the list to itself, which a running cluster can't give it: check "
                    "the file with --dry-run, then send each line to a node with POST "
                    "/v1/resources/{resource_id}/waitlist:join");
    }
    // A dry run changes nothing, so it may happen beside a running server.
    const auto store = TRY(command.dry_run ? open_to_read(command.place)
                                           : open_to_write(command.place, Missing::IsAnError));
    return Import(command, console, store).run();
}

}  // namespace standby::app
