#include "app/intake/forwarded_mails.hpp"

#include "base/case_fold.hpp"
#include "core/state/rows.hpp"
#include "engine/ports/listings.hpp"
#include "http/auth/crypto.hpp"
#include "intake/mail/mail_digest.hpp"
#include "intake/mail/mailbox_settings.hpp"
#include "interchange/contact/phone_region.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <utility>

namespace standby::app {
namespace {

using engine::IntakeMail;
using engine::KeptMail;
using engine::StoreError;

// Numbers rise with time, so that cards stand in the order in which their mails came.
std::uint64_t draw_number(Time now) {
    constexpr std::int64_t since_ms = 1'577'836'800'000;  // 2020
    constexpr unsigned random_bits = 12;
    std::array<std::byte, sizeof(std::uint64_t)> bytes{};
    http::fill_with_randomness(bytes);
    std::uint64_t random = 0;
    std::memcpy(&random, bytes.data(), sizeof random);
    const auto passed = std::max<std::int64_t>(now.time_since_epoch().count() - since_ms, 1);
    return (static_cast<std::uint64_t>(passed) << random_bits) |
           (random & ((1U << random_bits) - 1));
}

// Whoever waits for an offer comes first.
void step_back() {
    constexpr int nice = 10;
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), nice));
}

}  // namespace

std::string mail_reader_path() {
    std::error_code ignored;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return (self.parent_path() / intake::mail_reader_program).string();
}

ForwardedMails::ForwardedMails(ForwardedMailServices services)
    : services_(std::move(services)),
      sandbox_({.program = services_.reader_program, .readers_max = mail_threads}) {}

void ForwardedMails::start() {
    for (std::size_t index = 0; index < mail_threads; ++index) {
        threads_.emplace_back([this] { run(); });
    }
}

void ForwardedMails::stop() {
    is_stopping_ = true;
    wake();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
}

void ForwardedMails::wake() {
    {
        const std::scoped_lock lock(mutex_);
        ++news_;
    }
    changed_.notify_all();
}

Result<engine::TakenMail, StoreError> ForwardedMails::take(engine::Registry& registry,
                                                           engine::AccountNumber account,
                                                           core::ResourceNumber list,
                                                           std::string_view bytes, Time now) {
    if (!intake::looks_like_mail(bytes)) {
        return engine::TakenMail{.is_mail = false};
    }
    return keep(registry, {.account = account, .list = list, .arrived = now}, bytes);
}

Result<engine::TakenMail, StoreError>
ForwardedMails::keep(engine::Registry& registry, const MailOrigin& origin, std::string_view bytes) {
    IntakeMail mail;
    mail.number = draw_number(origin.arrived);
    mail.account = origin.account;
    mail.resource = origin.list;
    mail.connection = origin.connection;
    mail.uid_validity = origin.uid_validity;
    mail.uid = origin.uid;
    mail.digest = intake::mail_digest(bytes);
    mail.size = bytes.size();
    mail.received_at = origin.arrived;
    const KeptMail kept = TRY(registry.keep_mail(mail, bytes));
    if (kept == KeptMail::New) {
        wake();
    }
    return engine::TakenMail{.kept = kept, .number = kept == KeptMail::New ? mail.number : 0};
}

void ForwardedMails::run() {
    step_back();
    std::uint64_t seen = 0;
    while (!is_stopping_) {
        if (const auto mail = next_mail()) {
            read(*mail);
            being_read_.with([&](std::set<std::uint64_t>& all) { all.erase(mail->number); });
            continue;
        }
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, mail_tick, [&] { return is_stopping_ || news_ != seen; });
        seen = news_;
    }
}

std::optional<IntakeMail> ForwardedMails::next_mail() {
    const auto waiting = services_.registry.unread_mails(mails_looked_at_max);
    for (const IntakeMail& mail : waiting ? *waiting : std::vector<IntakeMail>{}) {
        const bool is_free =
            services_.is_ours(mail.resource) && being_read_.with([&](std::set<std::uint64_t>& all) {
                return all.insert(mail.number).second;
            });
        if (!is_free) {
            continue;
        }
        const auto begun = services_.registry.begin_mail(mail.number);
        if (begun && *begun) {
            return mail;
        }
        being_read_.with([&](std::set<std::uint64_t>& all) { all.erase(mail.number); });
    }
    return std::nullopt;
}

void ForwardedMails::read(const IntakeMail& mail) {
    const auto save = [&](const intake::Card& card) {
        const core::ResourceNumber list =
            card.list == core::ResourceNumber{} ? mail.resource : card.list;
        static_cast<void>(
            services_.registry.save_intake_card(mail.number, list, intake::write_card(card)));
    };
    // Whoever reads it has died of it, again and again.
    if (mail.tries >= mail_tries_max) {
        return save(intake::unreadable_card(intake::ReaderProblem::Crashed));
    }
    const auto bytes = services_.registry.intake_mail_bytes(mail.number);
    if (!bytes) {
        return;
    }
    auto reading = *bytes ? intake::read_mail_apart(sandbox_, **bytes)
                          : std::unexpected(intake::ReaderError{});
    if (!reading) {
        services_.log.write(
            LogLevel::Warning, "mail_not_read",
            {{"card", static_cast<std::int64_t>(mail.number)}, {"problem", reading.error().words}});
        return save(intake::unreadable_card(reading.error().problem));
    }
    auto card = card_of(mail, *std::move(reading));
    if (card) {
        if (*bytes && (*bytes)->starts_with(too_large_mark)) {
            card->problem = "too_large";
        }
        save(*card);
    }
}

Result<intake::Card, StoreError> ForwardedMails::card_of(const IntakeMail& mail,
                                                         intake::MailReading reading) const {
    const engine::House house = TRY(services_.registry.house(mail.account));
    std::vector<intake::ListName> lists;
    std::string zone_name;
    TRY(engine::for_each_list(
        services_.store, mail.account,
        [&](const engine::ResourceListing& one) -> Result<engine::GoOn, StoreError> {
            lists.push_back({.list = one.number, .name = one.name});
            if (one.number == mail.resource) {
                if (const auto row = core::decode_resource_row(one.data)) {
                    zone_name = row->settings.time_zone;
                }
            }
            return engine::GoOn::Yes;
        }));
    std::optional<engine::MailboxSettings> mailbox;
    const Zone* zone = services_.zones.find(zone_name.empty() ? "UTC" : zone_name);
    static const Zone utc = Zone::utc();
    zone = zone == nullptr ? &utc : zone;
    const interchange::OfferedNames offered(TRY(services_.registry.catalogue(mail.account)));
    intake::CardContext context{.reading = {.received_at = mail.received_at,
                                            .zone = zone,
                                            .country = interchange::phone_region(house, zone_name),
                                            .language = {},
                                            .offered = &offered},
                                .authserv_id = {},
                                .staff = {},
                                .lists = lists.size() > 1 ? &lists : nullptr};
    for (const engine::Member& member : TRY(services_.registry.members())) {
        if (member.account == mail.account && !member.removed_at && !member.email.empty()) {
            context.staff.push_back(case_folded(member.email));
        }
    }
    for (const engine::Connection& one :
         TRY(services_.registry.connections(engine::ConnectionKind::Mailbox))) {
        if (one.account == mail.account) {
            mailbox = intake::read_mailbox_settings(one.settings);
        }
    }
    if (mailbox) {
        context.authserv_id = mailbox->authserv_id;
    }
    if (!house.staff_email.empty()) {
        context.staff.push_back(case_folded(house.staff_email));
    }
    intake::write_moments(reading, *zone);
    return intake::make_card(reading, context);
}

}  // namespace standby::app
