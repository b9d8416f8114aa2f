#include "intake/mail/mail_reading.hpp"

#include "base/bytes.hpp"
#include "base/characters.hpp"
#include "base/civil.hpp"

#include <fmt/core.h>

#include <span>

namespace standby::intake {
namespace {

constexpr std::size_t line_bytes_max = 4096;
constexpr std::size_t moments_max = 100;

std::string_view as_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_valid_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

void write_mail(ByteWriter& writer, const MailText& mail) {
    for (const std::string* text : {&mail.subject, &mail.sender_name, &mail.sender_address,
                                    &mail.message_id, &mail.came_from, &mail.text}) {
        writer.string(*text);
    }
    writer.u8(mail.sent_at ? 1 : 0);
    writer.zigzag(mail.sent_at ? mail.sent_at->time_since_epoch().count() : 0);
    writer.u8(mail.has_attached_mail ? 1 : 0);
    writer.varint(mail.authentication.size());
    for (const std::string& result : mail.authentication) {
        writer.string(result);
    }
}

bool take_text(ByteReader& reader, std::size_t bytes_max, std::string& text) {
    text = reader.string();
    return reader.ok() && text.size() <= bytes_max && is_valid_utf8(text);
}

bool take_line(ByteReader& reader, std::string& line) {
    return take_text(reader, mail_text_bytes_max, line) &&
           line.find_first_of("\r\n") == std::string::npos;
}

// Within what a clock can say.
bool take_time(ByteReader& reader, Time& time) {
    constexpr std::int64_t far_ms = 100'000'000'000'000;  // the year 5138
    const std::int64_t at = reader.zigzag();
    time = Time{Duration{at}};
    return reader.ok() && at > -far_ms && at < far_ms;
}

bool read_mail_text(ByteReader& reader, MailText& mail) {
    for (std::string* line : {&mail.subject, &mail.sender_name, &mail.sender_address,
                              &mail.message_id, &mail.came_from}) {
        if (!take_line(reader, *line)) {
            return false;
        }
        line->resize(cut_at_character(*line, line_bytes_max).size());
    }
    if (!take_text(reader, mail_text_bytes_max, mail.text)) {
        return false;
    }
    const bool has_time = reader.u8() != 0;
    Time sent_at{};
    if (!take_time(reader, sent_at)) {
        return false;
    }
    mail.sent_at = has_time ? std::optional(sent_at) : std::nullopt;
    mail.has_attached_mail = reader.u8() != 0;
    const std::uint64_t results = reader.varint();
    for (std::uint64_t index = 0; index < results; ++index) {
        if (index == mail_results_max || !take_line(reader, mail.authentication.emplace_back())) {
            return false;
        }
    }
    return reader.ok();
}

bool read_piece(ByteReader& reader, MailPiece& piece) {
    if (!take_line(reader, piece.name)) {
        return false;
    }
    piece.name.resize(cut_at_character(piece.name, line_bytes_max).size());
    const std::uint8_t kind = reader.u8();
    const std::uint8_t problem = reader.u8();
    if (kind < 1 || kind > static_cast<std::uint8_t>(PieceKind::Invitation) ||
        problem > static_cast<std::uint8_t>(PieceProblem::NoReader)) {
        return false;
    }
    piece.kind = static_cast<PieceKind>(kind);
    piece.problem = static_cast<PieceProblem>(problem);
    if (!take_text(reader, piece_text_bytes_max, piece.text)) {
        return false;
    }
    const std::uint64_t moments = reader.varint();
    std::size_t last = 0;
    for (std::uint64_t index = 0; index < moments; ++index) {
        MailPiece::Moment moment;
        moment.offset = reader.varint();
        if (index == moments_max || !take_time(reader, moment.at) || moment.offset < last ||
            moment.offset > piece.text.size()) {
            return false;
        }
        last = moment.offset;
        piece.moments.push_back(moment);
    }
    return reader.ok();
}

constexpr ReaderLimits limits{.memory_bytes_max = 512UZ * 1024 * 1024,
                              .time_max = mail_time_max,
                              .answer_bytes_max = 16UZ * 1024 * 1024};

Result<MailReading, ReaderError> run(Sandbox& sandbox, std::string_view job,
                                     std::string_view bytes) {
    const ReaderAnswer answer = TRY(sandbox.run(job, "", bytes, limits));
    auto reading = answer.is_refusal ? std::nullopt : decode_mail(answer.bytes);
    if (!reading) {
        return std::unexpected(
            ReaderError{ReaderProblem::Crashed, "reading the mail failed: its reader went wrong"});
    }
    return *std::move(reading);
}

PieceProblem problem_of(ReaderProblem problem) {
    switch (problem) {
    case ReaderProblem::Unavailable:
    case ReaderProblem::Busy:
        return PieceProblem::NoReader;
    case ReaderProblem::OutOfMemory:
    case ReaderProblem::TooSlow:
    case ReaderProblem::TooLarge:
        return PieceProblem::TooLarge;
    case ReaderProblem::Crashed:
    case ReaderProblem::Forbidden:
        break;
    }
    return PieceProblem::Damaged;
}

}  // namespace

std::string_view name_of(PieceKind kind) {
    constexpr std::string_view names[] = {"", "text", "pdf", "scan", "invitation"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(PieceProblem problem) {
    constexpr std::string_view names[] = {"",        "not_read", "damaged", "too_large",
                                          "no_text", "unclear",  "later",   "no_reader"};
    return names[static_cast<std::size_t>(problem)];
}

std::string encode_mail(const MailReading& reading) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    write_mail(writer, reading.mail);
    writer.u8(reading.wants_scan ? 1 : 0);
    writer.varint(reading.pieces.size());
    for (const MailPiece& piece : reading.pieces) {
        writer.string(piece.name);
        writer.u8(static_cast<std::uint8_t>(piece.kind));
        writer.u8(static_cast<std::uint8_t>(piece.problem));
        writer.string(piece.text);
        writer.varint(piece.moments.size());
        for (const MailPiece::Moment& moment : piece.moments) {
            writer.varint(moment.offset);
            writer.zigzag(moment.at.time_since_epoch().count());
        }
    }
    return std::string(as_text(bytes));
}

std::optional<MailReading> decode_mail(std::string_view bytes) {
    ByteReader reader(std::as_bytes(std::span(bytes)));
    MailReading reading;
    if (!read_mail_text(reader, reading.mail)) {
        return std::nullopt;
    }
    reading.wants_scan = reader.u8() != 0;
    const std::uint64_t pieces = reader.varint();
    for (std::uint64_t index = 0; index < pieces; ++index) {
        if (index == mail_pieces_max || !read_piece(reader, reading.pieces.emplace_back())) {
            return std::nullopt;
        }
    }
    return reader.finished() ? std::optional(std::move(reading)) : std::nullopt;
}

Result<MailReading, ReaderError> read_mail_apart(Sandbox& sandbox, std::string_view bytes) {
    MailReading text = TRY(run(sandbox, mail_job, bytes));
    if (!text.wants_scan) {
        return text;
    }
    auto all = run(sandbox, scan_job, bytes);
    if (all) {
        return *std::move(all);
    }
    for (MailPiece& piece : text.pieces) {
        if (piece.problem == PieceProblem::Later) {
            piece.problem = problem_of(all.error().problem);
        }
    }
    text.wants_scan = false;
    return text;
}

void write_moments(MailReading& reading, const Zone& zone) {
    constexpr std::int64_t day_ms = 24LL * 60 * 60 * 1000;
    for (MailPiece& piece : reading.pieces) {
        for (auto moment = piece.moments.rbegin(); moment != piece.moments.rend(); ++moment) {
            const std::int64_t local = zone.to_local(moment->at).time_since_epoch().count();
            const std::int64_t day = floor_divide(local, day_ms);
            const CivilDate date = civil_from_days(day);
            const std::int64_t minutes = (local - day * day_ms) / 60'000;
            piece.text.insert(moment->offset,
                              fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", date.year, date.month,
                                          date.day, minutes / 60, minutes % 60));
        }
        piece.moments.clear();
    }
}

}  // namespace standby::intake
