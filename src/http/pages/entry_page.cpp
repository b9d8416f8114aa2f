// A guest's own page: where they stand, an offer if there is one, and all they can do about it.
#include "http/pages/entry_parts.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/parts.hpp"
#include "http/pages/payment_parts.hpp"
#include "interchange/wording/formats.hpp"

#include <algorithm>

namespace standby::http {
namespace {

using core::EntryState;

const Said& said_about(EntryState state, core::Reason end_reason, core::Kind kind,
                       const EntryWords& words) {
    switch (end_reason) {
    case core::Reason::EventOver:
        return words.event_over;
    case core::Reason::ListClosed:
        return words.list_closed;
    case core::Reason::EventCancelled:
        return words.event_cancelled;
    default:
        break;
    }
    switch (state) {
    case EntryState::Unverified:
        return words.unverified;
    case EntryState::Waiting:
        return words.waiting;
    case EntryState::Offered:
        return words.offered;
    case EntryState::Confirming:
        return words.confirming;
    case EntryState::Accepted:
        return kind == core::Kind::Access ? words.accepted_access : words.accepted;
    case EntryState::Declined:
        return words.declined;
    case EntryState::Expired:
        return words.expired;
    case EntryState::Left:
        return words.left;
    case EntryState::Cancelled:
        return words.cancelled;
    case EntryState::Attended:
        return words.attended;
    case EntryState::NoShow:
        return words.no_show;
    case EntryState::Removed:
    case EntryState::None:
        break;
    }
    return words.none;
}

// Nothing about what simply was sent.
std::string_view said_about(interchange::InboxState state, const EntryWords& words) {
    switch (state) {
    case interchange::InboxState::OnItsWay:
        return words.message_on_its_way.text();
    case interchange::InboxState::NotDelivered:
        return words.message_not_delivered.text();
    case interchange::InboxState::Here:
        return words.message_here.text();
    case interchange::InboxState::Stopped:
        return words.message_stopped.text();
    case interchange::InboxState::Sent:
    case interchange::InboxState::Delivered:
        break;
    }
    return {};
}

class EntryDocument {
public:
    explicit EntryDocument(const EntryPage& page)
        : page_(page), language_(page.frame.language), words_(words_in(language_).entry) {}

    std::string text() && {
        const Said& said = lead();
        open_live();
        add_heading(content_, page_.resource_name, said.title);
        add_notice(content_, page_.notice);
        content_.markup("<p class=\"lead\">").text(said.text).markup("</p>\n");
        add_note();
        add_verifying();
        if (page_.offer) {
            add_live_offer(content_, page_.frame, *page_.offer, reader_, page_.token);
        }
        add_payments(content_, page_, reader_);
        add_presence(content_, page_);
        add_access_link(content_, page_.access_url, language_);
        add_held_place();
        add_booked_by(content_, page_, reader_);
        if (page_.state == EntryState::Waiting) {
            add_standing();
        }
        add_standing_yes(content_, page_, reader_);
        add_next();
        add_instant(content_, page_);
        add_sharing();
        add_changing();
        add_messages();
        add_leaving();
        add_own_data();
        content_.markup("</div>\n");
        return guest_document(page_.frame, said.title, content_);
    }

private:
    const PageFrame& frame() const { return page_.frame; }
    // What waits for a payment says so, rather than that it waits.
    const Said& lead() const {
        const bool is_due = page_.state == EntryState::Confirming && !page_.payments.empty() &&
                            is_payable(&page_.payments.back(), page_.came_back, page_.now);
        return is_due ? said_of_due(&page_.payments.back(), page_.came_back, page_.now,
                                    words_in(language_).payment)
                      : said_about(page_.state, page_.end_reason, page_.kind, words_);
    }
    std::string own_path() const { return "/e/" + page_.token; }

    // What the script needs to hear of changes. A change of the state brings the page anew.
    void open_live() {
        content_.markup("<div data-page=\"entry\"");
        if (page_.live) {
            const EntryPage::Live& live = *page_.live;
            content_.markup(" data-live=\"/v1/waitlist/").text(live.entry_id);
            content_.markup("\" data-token=\"").text(live.token);
            content_.markup("\" data-refresh=\"").number(live.refresh_seconds);
            content_.markup("\" data-state=\"").text(core::name_of(page_.state));
            content_.markup("\" data-offer=\"");
            content_.markup(page_.offer ? Markup("yes") : Markup("no"));
            content_.markup("\" data-update=\"").text(words_.update).markup("\"");
        }
        content_.markup(">\n");
    }

    // In the business's own words.
    void add_note() {
        if (page_.end_reason == core::Reason::EventCancelled && !page_.note.empty()) {
            add_lines(content_, page_.note);
        }
    }

    void add_verifying() {
        if (page_.state == EntryState::Unverified && page_.may_verify) {
            add_button(content_, frame(),
                       {.path = own_path(),
                        .action = action_verify,
                        .style = "main",
                        .label = words_.verify});
        } else if (page_.state == EntryState::Unverified) {
            add_button(content_, frame(),
                       {.path = own_path(),
                        .action = action_resend,
                        .style = "quiet",
                        .label = words_.resend});
        }
    }

    void add_held_place() {
        if (!page_.held || (!has_place_facts(*page_.held) && !page_.calendar)) {
            return;
        }
        content_.markup("<section class=\"ticket\" aria-labelledby=\"place\">\n<h2 id=\"place\">");
        content_.text(words_.place).markup("</h2>\n");
        add_place_facts(content_, *page_.held, reader_);
        if (page_.calendar) {
            content_.markup("<div class=\"tear\"></div>\n<h3>").text(words_.calendar);
            content_.markup("</h3>\n<ul class=\"links\">\n<li><a href=\"").text(own_path());
            content_.markup("/calendar.ics\" download>").text(words_.calendar_file);
            content_.markup("</a></li>\n<li><a rel=\"noopener noreferrer\" target=\"_blank\" "
                            "href=\"");
            content_.text(page_.calendar->google)
                .markup("\">Google</a></li>\n<li><a "
                        "rel=\"noopener noreferrer\" "
                        "target=\"_blank\" href=\"");
            content_.text(page_.calendar->outlook).markup("\">Outlook</a></li>\n</ul>\n");
        }
        content_.markup("</section>\n");
    }

    void add_standing() {
        content_.markup("<section class=\"ticket standing\">\n");
        if (page_.rank || !page_.band.empty()) {
            content_.markup("<p class=\"soft\">").text(page_.rank ? words_.rank : words_.band);
            content_.markup("</p>\n<p class=\"rank\" data-rank>");
            content_.text(page_.rank ? format_number(language_, *page_.rank) : page_.band);
            content_.markup("</p>\n");
        }
        content_.markup("<p data-ahead data-first=\"").text(words_.first);
        add_counted(words_.ahead);
        content_.text(ahead()).markup("</p>\n");
        if (page_.obstacle != Obstacle::None) {
            content_.markup("<p>");
            content_.text(page_.obstacle == Obstacle::NoPlaces ? words_.no_places
                                                               : words_.sitting_out);
            content_.markup("</p>\n");
        }
        if (page_.is_lottery) {
            add_draw_link(content_, frame(), page_.resource_id);
        }
        if (page_.party_size > 1) {
            content_.markup("<dl>\n");
            add_fact(content_, words_in(language_).frame.people,
                     format_number(language_, page_.party_size));
            content_.markup("</dl>\n");
        }
        content_.markup("</section>\n");
    }

    // Ends a tag whose last attribute is open, with the forms that the script chooses from.
    void add_counted(const Counted& words) {
        content_.markup("\" data-one=\"").text(words.one()).markup("\" data-many=\"");
        content_.text(words.many()).markup("\">");
    }

    std::string ahead() const {
        if (page_.draw_at) {
            return words_.draw.with(format_moment(reader_, *page_.draw_at));
        }
        if (!page_.rank) {
            return std::string(page_.band.empty() ? words_.hidden.text() : std::string_view{});
        }
        return *page_.rank <= 1 ? std::string(words_.first.text())
                                : words_.ahead.with(language_, *page_.rank - 1);
    }

    std::string next_offer() const {
        switch (page_.window) {
        case WindowWords::Minutes:
            return words_.next_offer_auto.with(number_of(core::limits::auto_window_min),
                                               number_of(core::limits::auto_window_max));
        case WindowWords::ByTime:
            return std::string(words_.next_offer_by_time);
        case WindowWords::Fixed:
            break;
        }
        return words_.next_offer.with(format_span(language_, page_.claim_window));
    }
    std::string number_of(Duration length) const {
        return format_number(language_,
                             static_cast<std::uint64_t>(length / std::chrono::minutes{1}));
    }

    void add_next() {
        std::string next;
        const bool is_silent = page_.state == EntryState::Waiting && !page_.start_link.empty();
        const UnsubscribeWords& silence = words_in(language_).unsubscribe;
        if (is_silent) {
            next = silence.stopped.text();
        } else if (page_.state == EntryState::Waiting) {
            next = next_offer();
        } else if (page_.state == EntryState::Unverified && !page_.may_verify) {
            next = words_.next_verify.text();
        }
        if (!next.empty()) {
            content_.markup("<h2>").text(words_.next).markup("</h2>\n<p>").text(next);
            content_.markup("</p>\n<p class=\"hint\" data-live-note hidden>").text(words_.live);
            content_.markup("</p>\n");
            if (is_silent) {
                content_.markup("<p><a href=\"").text(kept_link(frame(), page_.start_link));
                content_.markup("\">").text(silence.start).markup("</a></p>\n");
            }
        } else if (!may_leave(page_.state) && !page_.resource_id.empty() &&
                   page_.end_reason == core::Reason::None) {
            content_.markup("<p><a class=\"button\" href=\"");
            content_.text(kept_link(frame(), "/r/" + page_.resource_id)).markup("\">");
            content_.text(words_.join_again).markup("</a></p>\n");
        }
    }

    void add_sharing() {
        if (!page_.sharing) {
            return;
        }
        const EntryPage::Sharing& sharing = *page_.sharing;
        const auto number = [this](std::int32_t value) {
            return format_number(language_, static_cast<std::uint64_t>(std::max(value, 0)));
        };
        content_.markup("<section class=\"card share\" aria-labelledby=\"share\">\n"
                        "<h2 id=\"share\">");
        content_.text(words_.share).markup("</h2>\n<p>");
        content_.text(words_.share_points.with(number(sharing.points), number(sharing.points_max)));
        content_.markup("</p>\n<p data-friends data-first=\"");
        add_counted(words_.friends);
        if (sharing.friends > 0) {
            content_.text(words_.friends.with(language_, sharing.friends));
        }
        content_.markup("</p>\n<div class=\"field\">\n<label for=\"share-link\">");
        content_.text(words_.share_link)
            .markup("</label>\n<input id=\"share-link\" readonly "
                    "value=\"");
        content_.text(sharing.link)
            .markup("\">\n</div>\n<button type=\"button\" class=\"quiet\" "
                    "data-share data-copied=\"");
        content_.text(words_.share_copied).markup("\" data-title=\"").text(page_.resource_name);
        content_.markup("\" hidden>").text(words_.share_button).markup("</button>\n<details>\n");
        content_.markup("<summary>").text(words_.share_scan).markup("</summary>\n");
        content_.qr(sharing.link).markup("\n</details>\n</section>\n");
    }

    void add_changing() {
        if (!page_.wishes) {
            return;
        }
        const bool is_wrong = !page_.wishes->errors.empty();
        content_.markup(is_wrong ? Markup("<details class=\"card\" open>\n<summary>")
                                 : Markup("<details class=\"card\">\n<summary>"));
        content_.text(words_.change).markup("</summary>\n");
        if (const std::string_view general = text_of(page_.wishes->errors, ""); !general.empty()) {
            content_.markup("<p class=\"error\" role=\"alert\">").text(general).markup("</p>\n");
        }
        content_.markup("<form method=\"post\" action=\"").text(kept_link(frame(), own_path()));
        content_.markup("\">\n");
        add_wish_fields(content_, *page_.wishes, language_);
        content_.markup("<button name=\"action\" value=\"").text(action_change).markup("\">");
        content_.text(words_.save).markup("</button>\n</form>\n</details>\n");
    }

    void add_messages() {
        if (page_.messages.empty()) {
            return;
        }
        content_.markup("<h2>").text(words_.messages).markup("</h2>\n");
        for (const EntryPage::Message& message : page_.messages) {
            add_message(message);
        }
    }

    // A mail opens on demand; a text message is short enough to be read at once.
    void add_message(const EntryPage::Message& message) {
        const bool is_mail = !message.subject.empty();
        content_.markup(is_mail ? Markup("<details class=\"card\">\n<summary>")
                                : Markup("<article class=\"card\">\n"));
        if (is_mail) {
            content_.text(message.subject).markup("</summary>\n");
        }
        content_.markup("<p class=\"hint\">");
        add_time(content_, message.at, reader_);
        content_.markup("</p>\n");
        add_standing_of(message);
        add_lines(content_, without_links(message.text));
        content_.markup(is_mail ? Markup("</details>\n") : Markup("</article>\n"));
    }

    void add_standing_of(const EntryPage::Message& message) {
        const std::string_view standing = said_about(message.state, words_);
        if (!standing.empty()) {
            content_.markup("<p class=\"hint\">").text(standing).markup("</p>\n");
        }
        const bool was_sent = message.state == interchange::InboxState::Sent ||
                              message.state == interchange::InboxState::Delivered;
        if (was_sent && !message.is_as_sent) {
            content_.markup("<p class=\"hint\">").text(words_.message_today).markup("</p>\n");
        }
    }

    struct Leaving {
        std::string_view offer;
        std::string_view warning;
        std::string_view yes;
    };
    Leaving leaving() const {
        if (page_.state != EntryState::Accepted) {
            return {words_.leave, words_.leave_text, words_.leave_sure};
        }
        return page_.kind == core::Kind::Access
                   ? Leaving{words_.give_back_access, words_.give_back_access_text,
                             words_.give_back_access_sure}
                   : Leaving{words_.give_back, words_.give_back_text, words_.give_back_sure};
    }

    // It can't be undone, so it is asked about once more.
    void add_leaving() {
        if (!may_leave(page_.state)) {
            return;
        }
        if (page_.undo_until) {
            return;  // it stands beside the place
        }
        const Leaving sure = leaving();
        content_.markup("<details class=\"leave\">\n<summary>");
        content_.text(sure.offer).markup("</summary>\n<p>").text(sure.warning).markup("</p>\n");
        add_button(
            content_, frame(),
            {.path = own_path(), .action = action_leave, .style = "alarm", .label = sure.yes});
        content_.markup("</details>\n");
    }

    void add_own_data() {
        if (!page_.own_data.empty()) {
            content_.markup("<p class=\"hint\"><a rel=\"nofollow\" href=\"").text(page_.own_data);
            content_.markup("\" download>").text(words_.own_data).markup("</a></p>\n");
        }
    }

    const EntryPage& page_;
    Language language_;
    Reader reader_{.language = language_, .zone = &page_.zone, .now = page_.now};
    const EntryWords& words_;
    Html content_;
};

}  // namespace

std::string entry_page(const EntryPage& page) {
    return EntryDocument(page).text();
}

std::string proof_page(const ProofPage& page) {
    const EntryWords& words = words_in(page.frame.language).entry;
    Html content;
    add_heading(content, page.resource_name, words.prove.title);
    content.markup("<p class=\"lead\">").text(words.prove.text).markup("</p>\n");
    add_button(content, page.frame,
               {.path = "/e/" + page.token,
                .action = action_verify,
                .style = "main",
                .label = words.prove_button});
    return guest_document(page.frame, words.prove.title, content);
}

}  // namespace standby::http
