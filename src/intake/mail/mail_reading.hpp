// A whole mail, read by a process without rights: its text, what its attachments say, and what of
// it could not be read.
#pragma once

#include "base/result.hpp"
#include "base/zone.hpp"
#include "intake/reading/mail_text.hpp"
#include "intake/sandbox/sandbox.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake {

// The jobs of the program that reads mails: the first needs a hundredth of a second, the second
// reads pictures, too.
inline constexpr std::string_view mail_job = "mail";
inline constexpr std::string_view scan_job = "scan";
// It stands beside the server's own.
inline constexpr std::string_view mail_reader_program = "standby-scans";

inline constexpr std::size_t mail_pages_max = 20;
inline constexpr std::size_t mail_pieces_max = 50;
inline constexpr std::size_t piece_text_bytes_max = 64 * 1024;
inline constexpr std::chrono::seconds mail_time_max{60};

// The numbers are between two processes of one version, and in cards that wait.
enum class PieceKind : std::uint8_t {
    Text = 1,  // a text file, a page in HTML
    Pdf = 2,
    Scan = 3,  // a picture, or a PDF of pictures
    Invitation = 4,
};
std::string_view name_of(PieceKind kind);  // "invitation"

enum class PieceProblem : std::uint8_t {
    None = 0,
    NotRead = 1,  // nothing here reads such files
    Damaged = 2,
    TooLarge = 3,  // so many pages or points are not read
    NoText = 4,    // it was looked at, and there is none
    Unclear = 5,   // letters were seen, but hardly any word
    Later = 6,     // it is a picture, and this job reads none
    NoReader = 7,  // there is no program here that reads pictures
};
std::string_view name_of(PieceProblem problem);  // "too_large"

// What one attachment says.
struct MailPiece {
    std::string name;  // of the file; its type where it has none
    PieceKind kind = PieceKind::Text;
    PieceProblem problem = PieceProblem::None;
    std::string text;  // UTF-8, line feeds only
    // Moments in it that only the list's zone makes a date and a time: offsets into `text`.
    struct Moment {
        std::size_t offset = 0;
        Time at{};
    };
    std::vector<Moment> moments{};
};

struct MailReading {
    MailText mail;
    std::vector<MailPiece> pieces;
    bool wants_scan = false;  // there are pictures that were not looked at
};

std::string encode_mail(const MailReading& reading);
// Checks everything: whoever read the mail may have been taken over by it.
std::optional<MailReading> decode_mail(std::string_view bytes);

// Reads the mail with the program of that sandbox, pictures last. The error is why nothing of it
// could be read; where only the pictures could not be, the rest is there and says so.
Result<MailReading, ReaderError> read_mail_apart(Sandbox& sandbox, std::string_view bytes);

// The pieces' moments as that zone's dates and times.
void write_moments(MailReading& reading, const Zone& zone);

}  // namespace standby::intake
