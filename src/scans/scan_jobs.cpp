#include "scans/scan_jobs.hpp"

#include "intake/mail/mail_reading.hpp"
#include "scans/documents.hpp"

#include <glib.h>
#include <iconv.h>
#include <libical/ical.h>
#include <omp.h>
#include <sys/resource.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace standby::scans {
namespace {

std::unique_ptr<LetterReader>& letters() {
    static std::unique_ptr<LetterReader> reader;
    return reader;
}

// Mails come in the code pages of their time, and the C library has these in files.
void prepare_code_pages() {
    for (const char* page :
         {"ISO-8859-1",   "ISO-8859-2",   "ISO-8859-7",   "ISO-8859-9",   "ISO-8859-15",
          "WINDOWS-1250", "WINDOWS-1251", "WINDOWS-1252", "WINDOWS-1253", "WINDOWS-1254",
          "KOI8-R",       "MACINTOSH",    "IBM850",       "UTF-16",       "UTF-7",
          "GB18030",      "SHIFT_JIS",    "ISO-2022-JP",  "EUC-KR",       "BIG5"}) {
        // It stays open, so that its tables stay here.
        ::iconv_open("UTF-8", page);
        ::iconv_open("UCS-4LE", page);
    }
}

void prepare_text() {
    // Whoever waits for an offer comes first.
    constexpr int nicest = 19;
    ::setpriority(PRIO_PROCESS, 0, nicest);
    prepare_code_pages();
    prepare_documents();
    prepare_pictures();
    // Everything that is made once.
    intake::read_mail("Subject: =?iso-8859-1?q?hello?=\n\nhello\n");
    g_date_time_unref(g_date_time_new_now_utc());
    intake::MailPiece piece;
    read_invitation("BEGIN:VEVENT\nDTSTART:20260304T101500Z\nEND:VEVENT\n", piece);
}

void prepare_scans() {
    // There are no threads in there. Tesseract asks for four of its own accord, which only a limit
    // on levels takes from it: at level none, every team has one member.
    ::omp_set_num_threads(1);
    ::omp_set_max_active_levels(0);
    prepare_text();
    letters() = LetterReader::make();
}

intake::ReaderAnswer run_mail_job(std::string, std::string bytes) {
    // A little before the end of the time that a mail has, so that what was read is not lost.
    constexpr std::chrono::seconds spare{15};
    const auto deadline = std::chrono::steady_clock::now() + intake::mail_time_max - spare;
    std::vector<intake::MailAttachment> attachments;
    intake::MailReading reading;
    reading.mail = intake::read_mail(bytes, &attachments);
    Documents documents(letters().get(), deadline);
    for (const intake::MailAttachment& attachment : attachments) {
        if (auto piece = documents.read(attachment);
            piece && reading.pieces.size() < intake::mail_pieces_max) {
            reading.pieces.push_back(*std::move(piece));
        }
    }
    reading.wants_scan = documents.left_some();
    return {.bytes = intake::encode_mail(reading)};
}

constexpr intake::ReaderJob jobs[] = {
    {.name = "probe", .run = intake::run_probe},
    {.name = intake::mail_job,
     .run = run_mail_job,
     .prepare = prepare_text,
     .on_forbidden = intake::OnForbidden::NothingThere},
    {.name = intake::scan_job,
     .run = run_mail_job,
     .prepare = prepare_scans,
     .on_forbidden = intake::OnForbidden::NothingThere},
};

}  // namespace

std::span<const intake::ReaderJob> scan_jobs() {
    return jobs;
}

}  // namespace standby::scans
