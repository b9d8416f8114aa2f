#!/usr/bin/env python3
"""How well booking requests are read, measured on text that nobody of us wrote.

    intake_scores.py STANDBY

The corpora and the script that scores them lie beside the repository, in ../shared/corpora, and are
no part of it. Where they are absent this says so and exits with 77, which ctest shows as skipped.
docs/guide/intake.md has the figures and says what each of them is.
"""
import email.message
import json
import os
import re
import subprocess
import sys
import tempfile

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORPORA = os.path.normpath(os.path.join(REPOSITORY, '..', 'shared', 'corpora'))
SKIPPED = 77

# Shares of requests in which every scored field is right, of what concerns bookings: days and times
# to come, of the kinds that are read.
KINDS = 'type=date,time,datetime,daterange,timerange,datetimerange,holiday,none'
HITS = {'de': 0.85, 'fr': 0.85, 'es': 0.85, 'en': 0.75}
FORWARD_LANGUAGES = ('en', 'de', 'fr', 'es')


def score(files, floors, only, reader):
    """Runs score.py, shows what it says, and returns its figures and whether all floors hold."""
    with tempfile.NamedTemporaryFile(suffix='.json') as figures:
        command = [sys.executable, os.path.join(CORPORA, 'score.py'), '--json', figures.name]
        for floor in floors:
            command += ['--min', floor]
        for one in only:
            command += ['--only', one]
        command += [os.path.join(CORPORA, name) for name in files] + ['--'] + reader
        run = subprocess.run(command, capture_output=True, text=True)
        print(' '.join(files) + '\n' + run.stdout + run.stderr, end='')
        read = json.load(open(figures.name)) if run.returncode in (0, 1) else {}
    return read, run.returncode == 0


def score_labelled(reader):
    floors = ['date.P=0.97', 'date.R=0.90', 'time.P=0.97', 'time.R=0.90',
              'party_size.P=0.98', 'party_size.R=0.95']
    good = score(['booking-turns/dev.jsonl'], floors, [], reader)[1]
    good &= score(['booking-turns/train.jsonl'], floors, [], reader)[1]
    good &= score(['party-sizes/train.jsonl'], floors[4:], [], reader)[1]
    return good


def score_dates(reader):
    good = True
    for language, least in HITS.items():
        figures, ran = score([f'dates/{language}.jsonl'], [], [KINDS, 'when=future,None'], reader)
        hits = figures['all_right'] / figures['records'] if ran else 0
        print(f'hits in {language}: {hits:.3f}, {least} is asked')
        good &= hits >= least
    return good


def mail_of(record):
    mail = email.message.EmailMessage()
    mail['From'] = 'Staff <staff@example.org>'
    mail['Subject'] = re.sub(r'\s+', ' ', record['subject'] or 'a mail')
    mail.set_content(record['body'])
    return mail.as_bytes()


def score_forwards(standby):
    """Who wrote first: all that another reader of forwarded mails finds in these languages."""
    right = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for line in open(os.path.join(CORPORA, 'forwards', 'train.jsonl'), encoding='utf-8'):
            record = json.loads(line)
            if record['language'] not in FORWARD_LANGUAGES:
                continue
            path = os.path.join(folder, 'mail.eml')
            with open(path, 'wb') as file:
                file.write(mail_of(record))
            run = subprocess.run([standby, 'intake', 'try', '--json', path], capture_output=True,
                                 check=True)
            sender = json.loads(run.stdout)['sender']
            wanted = record['expect']
            found = sender['forwarded'] == wanted['forwarded']
            if wanted['forwarded']:
                found &= sender['email'] == wanted['from']['address']
                found &= sender['name'] == (wanted['from']['name'] or '')
            right += found
            total += 1
            if not found:
                print(f'  {record["id"]}: {sender}')
    print(f'forwards: {right} of {total} original senders')
    return right == total


def main():
    if not os.path.exists(os.path.join(CORPORA, 'score.py')):
        print('SKIPPED: there is no ../shared/corpora beside the repository, so nothing was '
              'measured. How well requests are read is NOT checked here.')
        return SKIPPED
    standby = sys.argv[1]
    reader = [standby, 'intake', 'try', '--jsonl']
    results = [score_labelled(reader), score_dates(reader), score_forwards(standby)]
    return 0 if all(results) else 1


if __name__ == '__main__':
    sys.exit(main())
