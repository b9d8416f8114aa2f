// From what was typed to a command: the settings are put together, and texts become values.
#include "app/command_line.hpp"

#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/reading.hpp"
#include "app/commands/typed_values.hpp"
#include "app/version.hpp"
#include "base/number.hpp"
#include "http/api/session_body.hpp"
#include "http/server/certificates.hpp"
#include "interchange/contact/contact.hpp"
#include "interchange/contact/country.hpp"
#include "interchange/view/ids.hpp"

#include <fmt/core.h>

#include <ostream>
#include <sstream>
#include <utility>

namespace standby::app {
namespace {

// What was typed is often repeated, and an address of a database may hold a password.
std::string without_passwords(std::string_view sentence) {
    std::string text;
    while (true) {
        const std::size_t scheme = sentence.find("://");
        if (scheme == std::string_view::npos) {
            return text.append(sentence);
        }
        const std::size_t begin = scheme + 3;
        const std::size_t end = std::min(sentence.find_first_of(" '", begin), sentence.size());
        const std::string_view address = sentence.substr(begin, end - begin);
        const std::size_t at = address.rfind('@');
        const std::size_t colon = address.find(':');
        const bool has_password = at != std::string_view::npos && colon < at;
        text.append(sentence.substr(0, begin))
            .append(has_password ? address.substr(0, colon + 1) : address)
            .append(has_password ? "..." : "")
            .append(has_password ? address.substr(at) : "");
        sentence.remove_prefix(end);
    }
}

CommandLineAnswer mistake(const std::string& typed) {
    const std::string sentence = without_passwords(typed);
    const bool is_ended = sentence.ends_with('.') || sentence.ends_with('?');
    return {.exit_code = exit_usage,
            .standard_output = {},
            .standard_error = fmt::format("standby: {}{}\n", sentence, is_ended ? "" : ".")};
}

CommandLineAnswer told(std::string text) {
    return {.exit_code = exit_ok, .standard_output = std::move(text), .standard_error = {}};
}

Result<Command, std::string> make_demo(const Typed& typed, Style style) {
    DemoCommand command{.style = style};
    if (typed.has("--listen")) {
        command.listen = typed.value("--listen");
        if (!parse_listen(command.listen)) {
            return std::unexpected(fmt::format(
                "--listen must look like 127.0.0.1:8080 or [::1]:8080, not '{}'", command.listen));
        }
    }
    if (typed.has("--for")) {
        const auto length = parse_duration(typed.value("--for"));
        if (!length || *length <= Duration{0}) {
            return std::unexpected(fmt::format("--for must be a duration such as 20s, not '{}'",
                                               typed.value("--for")));
        }
        command.length = *length;
    }
    const auto number = [&](std::string_view name, auto& value) -> Result<void, std::string> {
        const std::string text = typed.value(name);
        const auto given = parse_number<std::remove_reference_t<decltype(value)>>(text);
        if (typed.has(name) && !given) {
            return std::unexpected(fmt::format("{} must be a number, not '{}'", name, text));
        }
        value = given.value_or(value);
        return {};
    };
    TRY(number("--speed", command.speed));
    TRY(number("--seed", command.seed));
    if (!(command.speed >= 0.1 && command.speed <= 100)) {
        return std::unexpected("--speed must be from 0.1 to 100");
    }
    return command;
}

Result<Command, std::string> make_import(const Typed& typed, ServeOptions options, Style style) {
    constexpr std::pair<std::string_view, intake::TableOrder> orders[] = {
        {"joined", intake::TableOrder::Joined},
        {"position", intake::TableOrder::Position},
        {"rows", intake::TableOrder::Rows}};
    if (typed.has("--api-key")) {
        options.api_key = typed.value("--api-key");
    }
    auto by_hand = parse_by_hand(typed.value("--map"));
    if (!by_hand) {
        return std::unexpected("--map " + by_hand.error());
    }
    return ImportCommand{.options = std::move(options),
                         .style = style,
                         .file = typed.value("FILE"),
                         .resource = TRY(read_resource(typed, "--resource")),
                         .dry_run = typed.has("--dry-run"),
                         .skip_bad = typed.has("--skip-bad"),
                         .notify = typed.has("--notify"),
                         .settings = {.sheet = typed.value("--sheet"),
                                      .by_hand = *std::move(by_hand),
                                      .order = TRY(read_choice(
                                          typed, "--order", intake::TableOrder::Chosen, orders))}};
}

Result<Command, std::string> make_export(const Typed& typed, DataPlace place) {
    constexpr std::pair<std::string_view, ExportWhat> tables[] = {
        {"entries", ExportWhat::Entries},
        {"offers", ExportWhat::Offers},
        {"openings", ExportWhat::Openings},
        {"audit", ExportWhat::Audit},
        {"people", ExportWhat::People}};
    constexpr std::pair<std::string_view, ExportFormat> formats[] = {
        {"csv", ExportFormat::Csv}, {"jsonl", ExportFormat::JsonLines}};
    return ExportCommand{
        .place = std::move(place),
        .resource = TRY(read_optional_resource(typed)),
        .what = TRY(read_choice(typed, "--what", ExportWhat::Entries, tables)),
        .format = TRY(read_choice(typed, "--format",
                                  typed.has("--json") ? ExportFormat::JsonLines : ExportFormat::Csv,
                                  formats)),
        .output = typed.value("--output")};
}

Result<Command, std::string> make_key_command(const Typed& typed, DataCommand data) {
    if (typed.rule->name == "keys list") {
        return KeysListCommand{std::move(data)};
    }
    if (typed.rule->name == "keys rotate-tokens") {
        return RotateTokensCommand{std::move(data), typed.has("--now")};
    }
    if (typed.rule->name == "keys revoke") {
        const auto key = interchange::parse_key_id(typed.value("KEY"));
        if (!key) {
            return std::unexpected(fmt::format(
                "KEY must be the id of a key, such as key_3, not '{}'", typed.value("KEY")));
        }
        return KeysRevokeCommand{std::move(data), *key};
    }
    const std::string role = typed.has("--role") ? typed.value("--role") : "staff";
    const auto parsed = engine::parse_role(role);
    if (!parsed) {
        return std::unexpected(
            fmt::format("--role must be owner, staff or read-only, not '{}'", role));
    }
    if (typed.value("--label").size() > http::key_label_length_max) {
        return std::unexpected(
            fmt::format("--label has at most {} characters", http::key_label_length_max));
    }
    return KeysCreateCommand{std::move(data), *parsed, typed.value("--label"),
                             typed.value("--account-name")};
}

Result<Command, std::string> make_messages_list(const Typed& typed, DataCommand data) {
    MessagesListCommand command{std::move(data), {}, {}};
    if (typed.has("--state")) {
        command.state = engine::parse_outbox_state(typed.value("--state"));
        if (!command.state) {
            return std::unexpected(fmt::format("--state must be pending, done or dead, not '{}'",
                                               typed.value("--state")));
        }
    }
    command.resource = TRY(read_optional_resource(typed)).value_or(core::ResourceNumber{});
    if (typed.has("--limit")) {
        command.limit = TRY(read_number(typed, "--limit", 1, 100'000));
    }
    return command;
}

Result<Command, std::string> make_messages_replay(const Typed& typed, ServeOptions options,
                                                  Style style) {
    MessagesReplayCommand command{.options = std::move(options), .style = style};
    if (typed.has("--api-key")) {
        command.options.api_key = typed.value("--api-key");
    }
    if (typed.has("MESSAGE") == typed.has("--all-dead")) {
        return std::unexpected("'messages replay' needs a message id or --all-dead");
    }
    if (typed.has("MESSAGE")) {
        if (typed.has("--resource")) {
            return std::unexpected("--resource goes with --all-dead, not with a message id");
        }
        command.message = TRY(read_message(typed));
    }
    command.resource = TRY(read_optional_resource(typed)).value_or(core::ResourceNumber{});
    return command;
}

Result<Command, std::string> make_messages_templates(const Typed& typed, Style style) {
    MessagesTemplatesCommand command{.prefix = "standby", .style = style};
    if (typed.has("--for")) {
        const std::string service = typed.value("--for");
        if (service != "meta" && service != "twilio") {
            return std::unexpected(fmt::format("--for must be meta or twilio, not '{}'", service));
        }
        command.is_for_twilio = service == "twilio";
    }
    if (typed.has("--prefix")) {
        command.prefix = typed.value("--prefix");
    }
    return command;
}

std::vector<std::string> parts_of(const std::string& joined, char mark) {
    std::vector<std::string> parts;
    std::istringstream stream(joined);
    for (std::string part; std::getline(stream, part, mark);) {
        parts.push_back(part);
    }
    return parts;
}

Result<Command, std::string> make_intake_try(const Typed& typed, Style style) {
    IntakeTryCommand command{.files = parts_of(typed.value("FILE"), '\n'),
                             .is_lines = typed.has("--jsonl"),
                             .country = typed.value("--country"),
                             .language = {},
                             .at = {},
                             .services = parts_of(typed.value("--service"), ','),
                             .staff = parts_of(typed.value("--staff"), ','),
                             .style = style};
    if (command.is_lines && !command.files.empty()) {
        return std::unexpected("--jsonl reads the standard input, not files");
    }
    if (typed.has("--time-zone")) {
        command.time_zone = typed.value("--time-zone");
    }
    if (typed.has("--country") && !interchange::is_country(command.country)) {
        return std::unexpected(
            fmt::format("--country must be a code such as DE, not '{}'", command.country));
    }
    if (typed.has("--language")) {
        command.language = interchange::parse_language(typed.value("--language"));
        if (!command.language) {
            return std::unexpected(fmt::format("--language must be en, de, fr or es, not '{}'",
                                               typed.value("--language")));
        }
    }
    if (typed.has("--at")) {
        command.at = TRY(read_time(typed, "--at"));
    }
    return command;
}

Result<Command, std::string> make_doctor(const Typed& typed, ServeOptions options, Style style) {
    DoctorCommand command{.options = std::move(options), .style = style};
    if (typed.has("--send-test")) {
        const std::string address = typed.value("--send-test");
        constexpr std::string_view whatsapp = "whatsapp:";
        const bool is_whatsapp = address.starts_with(whatsapp);
        const auto phone =
            interchange::normalise_phone(address.substr(is_whatsapp ? whatsapp.size() : 0));
        if (!phone && (is_whatsapp || interchange::wire_address(address).empty())) {
            return std::unexpected(fmt::format("--send-test must be an e-mail address or a number "
                                               "such as +49301234567, not '{}'",
                                               address));
        }
        command.send_test = phone ? (is_whatsapp ? std::string(whatsapp) : "") + *phone : address;
    }
    std::istringstream addresses(typed.value("--patroni"));
    for (std::string address; std::getline(addresses, address, ',');) {
        command.patroni.push_back(address);
    }
    return command;
}

Result<Command, std::string> make_cluster_certs(const Typed& typed, DataCommand data) {
    ClusterCertsCommand command{std::move(data), {}, typed.value("--output")};
    std::istringstream nodes(typed.value("--node"));
    for (std::string node; std::getline(nodes, node, ',');) {
        if (!http::is_certifiable_host(node)) {
            return std::unexpected(
                fmt::format("--node must be a host's name or address, not '{}'", node));
        }
        command.nodes.push_back(node);
    }
    if (typed.has("--days")) {
        command.days = TRY(read_number(typed, "--days", 1, 3650));
    }
    command.renew = typed.has("--renew");
    return command;
}

Result<Command, std::string> make_simulate(const Typed& typed, DataCommand data) {
    SimulateCommand command{std::move(data)};
    command.has_model = typed.has("--model");
    if (command.has_model && typed.value("--model") != "salon") {
        return std::unexpected(
            fmt::format("--model must be salon, not '{}'", typed.value("--model")));
    }
    command.list = typed.value("--list");
    command.from = typed.value("--from");
    command.to = typed.value("--to");
    for (const std::string_view name : {"--list", "--from", "--to"}) {
        if (command.has_model && typed.has(name)) {
            return std::unexpected(
                fmt::format("{} goes with a history, and --model salon has none", name));
        }
    }
    for (const std::string_view name : {"--from", "--to"}) {
        if (typed.has(name)) {
            TRY(read_time(typed, name));
        }
    }
    if (typed.has("--to") && !typed.has("--from")) {
        return std::unexpected("--to needs --from");
    }
    if (typed.has("--seeds")) {
        command.seeds = TRY(read_number(typed, "--seeds", 1, 10'000));
    }
    command.settings = TRY(read_simulate_settings(
        typed.value("--set"), command.has_model ? Assumed::ASalon : Assumed::Nothing));
    return command;
}

Result<Command, std::string> make_reading_command(const Typed& typed, DataCommand data) {
    const std::string_view name = typed.rule->name;
    if (name == "verify") {
        const auto resource = TRY(read_optional_resource(typed));
        return VerifyCommand{std::move(data), resource};
    }
    if (name == "replay") {
        const auto resource = TRY(read_resource(typed, "RESOURCE"));
        const auto time = TRY(read_time(typed, "--at"));
        return ReplayCommand{std::move(data), resource, time};
    }
    if (name == "simulate") {
        return make_simulate(typed, std::move(data));
    }
    if (name == "explain") {
        const auto entry = core::parse_entry_id(typed.value("ENTRY"));
        if (!entry) {
            return std::unexpected(
                fmt::format("ENTRY must be the id of an entry, such as ent_4000002, not '{}'",
                            typed.value("ENTRY")));
        }
        return ExplainCommand{std::move(data), *entry};
    }
    return BackupCommand{std::move(data), typed.value("FILE")};
}

Result<Command, std::string> make_data_command(const Typed& typed, DataCommand data) {
    const std::string_view name = typed.rule->name;
    if (name == "messages list") {
        return make_messages_list(typed, std::move(data));
    }
    if (name == "messages show") {
        const auto message = TRY(read_message(typed));
        return MessagesShowCommand{std::move(data), message};
    }
    if (name == "audit staff") {
        AuditStaffCommand command{std::move(data), typed.value("--account-name")};
        if (typed.has("--limit")) {
            command.limit = TRY(read_number(typed, "--limit", 1, 1'000'000));
        }
        return command;
    }
    if (name == "staff list") {
        return StaffListCommand{std::move(data)};
    }
    if (name == "staff remove") {
        auto email = TRY(read_email(typed));
        return StaffRemoveCommand{std::move(data), std::move(email)};
    }
    if (name.starts_with("keys ")) {
        return make_key_command(typed, std::move(data));
    }
    if (name == "export") {
        return make_export(typed, std::move(data.place));
    }
    if (name == "restore") {
        return RestoreCommand{std::move(data), typed.value("FILE"), typed.has("--replace")};
    }
    if (name == "repair") {
        const auto resource = TRY(read_optional_resource(typed));
        return RepairCommand{std::move(data), resource, typed.has("--yes")};
    }
    if (name == "person export") {
        return PersonExportCommand{std::move(data), typed.value("PERSON")};
    }
    if (name == "archive") {
        const auto time = TRY(read_time(typed, "--before"));
        return ArchiveCommand{std::move(data), time};
    }
    if (name == "migrate") {
        const auto shards = TRY(read_shards(typed));
        return MigrateCommand{std::move(data), shards};
    }
    if (name == "cluster") {
        return ClusterCommand{std::move(data)};
    }
    if (name == "cluster certs") {
        return make_cluster_certs(typed, std::move(data));
    }
    if (name == "cluster resume") {
        const auto shard = TRY(read_shard(typed));
        return ClusterResumeCommand{std::move(data), shard, typed.has("--yes")};
    }
    return make_reading_command(typed, std::move(data));
}

Result<Command, std::string> make_migrate_store(const Typed& typed, const ServeOptions& options,
                                                Style style) {
    const std::string from = typed.value("FILE");
    const auto file = from.empty() ? Result<std::string, std::string>(std::unexpected(""))
                                   : sqlite_path(from, "");
    if (!file) {
        return std::unexpected(
            "FILE must be the file to move, such as sqlite:///var/lib/standby/standby.db");
    }
    DataPlace target = place_of(options);
    target.store = typed.value("DATABASE");
    if (!is_cluster(target)) {
        return std::unexpected(
            "DATABASE must be where to move it, such as postgres://user:password@host/name");
    }
    return MigrateStoreCommand{.file = *file,
                               .target = std::move(target),
                               .shards = TRY(read_shards(typed)),
                               .check = typed.has("--check"),
                               .style = style};
}

Result<Command, std::string> make_command(const Typed& typed, const Surroundings& surroundings) {
    const Style style = typed.has("--json") ? Style::Json : Style::Text;
    if (typed.rule->name == "intake try") {
        return make_intake_try(typed, style);
    }
    if (typed.rule->settings == CommandRule::Takes::Nothing) {
        return make_demo(typed, style);
    }
    ServeOptions options = TRY(resolve_settings(typed.settings, typed.config, surroundings));
    if (typed.rule->name == "serve") {
        options.manual_clock = typed.value("--manual-clock");
        if (!options.manual_clock.empty() && !parse_time(options.manual_clock)) {
            return std::unexpected(
                fmt::format("--manual-clock must be a time, not '{}'", options.manual_clock));
        }
        return ServeCommand{std::move(options)};
    }
    if (typed.rule->name == "doctor") {
        return make_doctor(typed, std::move(options), style);
    }
    if (typed.rule->name == "staff link") {
        auto email = TRY(read_email(typed));
        return StaffLinkCommand{std::move(options), std::move(email), style};
    }
    if (typed.rule->name == "erase" || typed.rule->name == "person erase") {
        if (typed.has("--api-key")) {
            options.api_key = typed.value("--api-key");
        }
        return EraseCommand{.options = std::move(options),
                            .person = typed.value("PERSON"),
                            .yes = typed.has("--yes"),
                            .style = style};
    }
    if (typed.rule->name == "import") {
        return make_import(typed, std::move(options), style);
    }
    if (typed.rule->name == "messages replay") {
        return make_messages_replay(typed, std::move(options), style);
    }
    if (typed.rule->name == "messages templates") {
        return make_messages_templates(typed, style);
    }
    if (typed.rule->name == "migrate-store") {
        return make_migrate_store(typed, options, style);
    }
    return make_data_command(typed, {place_of(options), style});
}

}  // namespace

Result<Command, CommandLineAnswer> read_command_line(std::span<const std::string_view> arguments,
                                                     const Surroundings& surroundings) {
    if (arguments.empty()) {
        return std::unexpected(CommandLineAnswer{
            .exit_code = exit_usage, .standard_output = {}, .standard_error = help_on_all()});
    }
    const std::string_view first = arguments.front();
    if (first == "--help" || first == "-h") {
        return std::unexpected(told(help_on_all()));
    }
    if (first == "--version") {
        return std::unexpected(told(version_text()));
    }
    if (first.starts_with('-')) {
        return std::unexpected(
            mistake(fmt::format("a command must come before '{}'; see standby help", first)));
    }
    const auto typed = read_arguments(arguments);
    if (!typed) {
        return std::unexpected(mistake(typed.error()));
    }
    if (typed->help) {
        return std::unexpected(told(help_on(*typed->rule)));
    }
    if (typed->rule->name == "help") {
        return std::unexpected(told(help_on_all()));
    }
    if (typed->rule->name == "version") {
        return std::unexpected(told(typed->has("--json") ? version_json() : version_text()));
    }
    auto command = make_command(*typed, surroundings);
    if (!command) {
        return std::unexpected(mistake(command.error()));
    }
    return *std::move(command);
}

int run_command_line(std::span<const std::string_view> arguments, Console& console) {
    const auto command = read_command_line(arguments, real_surroundings());
    if (!command) {
        console.output << command.error().standard_output << std::flush;
        console.errors << command.error().standard_error;
        return command.error().exit_code;
    }
    const Outcome outcome =
        std::visit([&](const auto& each) { return carry_out(each, console); }, *command);
    console.output.flush();
    return outcome ? *outcome : complain(console, outcome.error());
}

}  // namespace standby::app
