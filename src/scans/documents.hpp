// Attachments of a mail as text: PDFs by their text or, page by page, as pictures; invitations to
// calendars; text files.
#pragma once

#include "intake/mail/mail_reading.hpp"
#include "scans/letters.hpp"

#include <chrono>
#include <cstddef>
#include <vector>

namespace standby::scans {

class Documents {
public:
    // Without a reader of letters, pictures are left for later.
    Documents(LetterReader* letters, std::chrono::steady_clock::time_point deadline)
        : letters_(letters), deadline_(deadline) {}

    // Nothing for what is part of the mail's looks: a logo in a signature.
    std::optional<intake::MailPiece> read(const intake::MailAttachment& attachment);

    [[nodiscard]] bool left_some() const { return left_some_; }

private:
    void read_pdf(const std::string& bytes, intake::MailPiece& piece);
    void read_picture(const std::string& bytes, intake::MailPiece& piece);
    void read_page(Result<Picture, intake::PieceProblem> page, intake::MailPiece& piece);
    // Whether one more page may be looked at.
    bool take_page(intake::MailPiece& piece);

    LetterReader* letters_;
    std::chrono::steady_clock::time_point deadline_;
    std::size_t pages_ = 0;  // that were looked at, of all attachments
    bool left_some_ = false;
};

// An invitation's title, places and words, with its moments left out.
void read_invitation(const std::string& bytes, intake::MailPiece& piece);

// What libraries need from files, before there are none.
void prepare_documents();

}  // namespace standby::scans
