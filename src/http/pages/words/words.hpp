// Everything that guests' pages say, one file for each language, written to be read and changed by
// people who know the language. Sentences, no markup: pages escape them like any other text.
#pragma once

#include "http/pages/words/phrase.hpp"

#include <array>

namespace standby::http {

// What a title says, and a sentence below it.
struct Said {
    Phrase title;
    Phrase text;
};

struct FrameWords {
    Phrase language;
    Template<1> local_times;  // the name of a zone
    Phrase what;
    Phrase when;
    Phrase how_long;
    Phrase with_whom;
    Phrase where;
    Phrase places;
    Phrase people;
    Phrase price;
};

struct RuleWords {
    Phrase fifo;
    Phrase score;
    Template<1> head_start;      // what a point is worth
    Template<1> lottery;         // when the draw is
    Template<1> lottery_secret;  // its commitment
    Phrase priority;
    Template<2> referral;  // points for one, and at most
    Template<1> window;
    Template<2> quiet_hours;
    Template<2> quiet_hours_urgent;
    Phrase miss_keep;
    Phrase miss_back;
    Phrase miss_remove;
    Counted misses_max;
    Phrase decline_keep;
    Phrase decline_back;
    Phrase decline_remove;
    Template<1> payment;
    Phrase party_strict;
    Counted party_fit;
    Template<2> waves;  // how many at a time, and the time between
    Counted offers_max;
    Template<1> cutoff;
    Phrase verify;
    Template<1> reminder;
    Counted waiting_max;
    Phrase band;
    Phrase hidden;
    Phrase instant_yes;
};

struct JoinWords {
    Phrase eyebrow;
    Phrase nobody_waits;
    Counted waiting;
    Counted free;
    Template<2> odds;         // how many waited, how many of them got a place
    Template<3> odds_within;  // and the usual time
    Template<1> odds_none;
    Phrase rules;
    Phrase rules_more;
    Said closed;
    Said paused;
    Said full;
    Phrase invited;
    Phrase form;
    Phrase name;
    Phrase contact;
    Phrase email;
    Phrase phone;
    Phrase phone_hint;
    Phrase party_size;
    Phrase service;
    Phrase staff;
    Phrase any;
    Phrase more_wishes;
    Phrase dates;
    Phrase earliest;
    Phrase latest;
    Phrase times;
    Phrase times_hint;
    Phrase morning;
    Phrase afternoon;
    Phrase evening;
    Phrase instant_yes;
    Phrase instant_yes_hint;
    Phrase notice;
    Phrase notice_any;
    Phrase submit;
    Phrase optional;
    Said joined;
    Phrase open_status;
    Said known;
};

// What was wrong with a field.
struct ErrorWords {
    Phrase look;  // above the form
    Phrase contact_missing;
    Phrase contact_left;
    Phrase email;
    Phrase phone;
    Template<1> party_size;
    Phrase date;
    Phrase dates_order;
    Phrase too_long;
    Phrase too_often;
};

// Why a button did not do what it says, and that it did.
struct NoticeWords {
    Phrase busy;
    Phrase refused;
    Phrase list_full;
    Phrase list_closed;
    Phrase entry_ended;
    Phrase already_claimed;
    Phrase offer_expired;
    Phrase offer_declined;
    Phrase offer_withdrawn;
    Phrase offer_confirming;
    Phrase group_holds_place;
    Phrase changed;
    Phrase left;
    Phrase stopped;
    Phrase started;
};

struct EntryWords {
    Said unverified;
    Said waiting;
    Said offered;
    Said confirming;
    Said accepted;
    Said declined;
    Said expired;
    Said left;
    Said cancelled;
    Said attended;
    Said no_show;
    Said none;
    Phrase next;             // the heading of what happens next
    Template<1> next_offer;  // how long a place is held
    Phrase next_verify;
    Phrase rank;
    Phrase band;
    Phrase hidden;
    Phrase first;
    Counted ahead;
    Template<1> draw;  // when
    Phrase live;
    Phrase verify;
    Phrase place;
    Phrase calendar;
    Phrase calendar_file;
    Phrase messages;
    Phrase share;
    Phrase share_text;
    Template<2> share_points;
    Counted friends;
    Phrase share_link;
    Phrase share_button;
    Phrase share_copied;
    Phrase share_scan;
    Phrase change;
    Phrase save;
    Phrase leave;
    Phrase leave_text;
    Phrase give_back;
    Phrase give_back_text;
    Phrase give_back_sure;
    Phrase join_again;
    Phrase update;  // what the script shows when the page is behind the times
};

struct OfferWords {
    Phrase live;
    Said expired;
    Phrase expired_taken;
    Said payment;
    Said booking;
    Said accepted;
    Said declined;
    Said withdrawn;
    Said taken;
    Said none;
    Template<1> held_until;
    Phrase time_left;
    Phrase claim;
    Phrase decline;
    Said over;  // when the time runs out in front of the reader
    Phrase status;
    Template<1> standing_rank;
    Template<1> standing_band;
    Phrase standing;
    Phrase standing_offer;
    Phrase standing_place;
    Phrase standing_none;
    Phrase five_minutes;
    Phrase one_minute;
    Phrase ten_seconds;
};

struct MessageWords {
    Said dead_link;
    Phrase dead_unsubscribe;
    Phrase no_list;
    Phrase nothing_here;
    Said bad_form;
    Said unsubscribed;
};

struct UnsubscribeWords {
    Phrase title;
    Phrase stopped;
    Phrase start;
    Phrase stop_text;
    Phrase stop;
    Phrase needs_text;
    Phrase leave_cancels;
    Phrase leave_text;
    Phrase leave;
    Phrase not_on_list;
};

struct PageWords {
    FrameWords frame;
    RuleWords rules;
    JoinWords join;
    ErrorWords errors;
    NoticeWords notices;
    EntryWords entry;
    OfferWords offer;
    MessageWords messages;
    UnsubscribeWords unsubscribe;
};

extern const PageWords english_page;
extern const PageWords german_page;
extern const PageWords french_page;
extern const PageWords spanish_page;

const PageWords& words_in(Language language);

}  // namespace standby::http
