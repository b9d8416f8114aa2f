"""Messages on their way to a mail server. How soon an offer is handed over, how fast a queue is
sent, whether a long queue slows down joins, and what a storm at a provider's rate does to the order
and to the windows."""
import contextlib
import datetime
import os
import shutil
import sqlite3
import statistics
import threading
import time

import mails
import processes
from api import RESOURCE, Api, offer_id, public_id
from figures import Figure, at_least, at_most
from mails import MailSink
from processes import BenchError, Standby

GROUP = 'messages'
OFFERS_PER_SECOND = 200
HAND_OVER_SECONDS = 10
RESOURCES = 50
SENDERS = 16  # connections that free slots; each waits for its answer
QUEUED_MAILS = 20_000
LEFT_MEANWHILE = 50  # of these, while the queue was made: one a second
QUEUED_ROWS = 100_000
QUEUE_SECONDS = 1  # what is not sent grows with every join, so not for long
QUEUE_TURNS = 4
WAITING = 200_000
SEATS = 500
STORM_RATE = 20
STORM_WINDOW_SECONDS = 10  # many offers wait longer than this for their turn
METHOD = [
    'All mails go to `bench/anchors/mail_sink.cpp` on the same machine, which notes when the last',
    'byte of each was there. An offer counts from the moment at which its slot should be freed.',
    f'Joins beside a queue are made in {QUEUE_TURNS} turns of {QUEUE_SECONDS} s; the storm once, '
    f'with windows of {STORM_WINDOW_SECONDS} s.']


def run(bench):
    bench.sections[GROUP] = METHOD
    yield from hand_over_figures(bench.repetitions(
        'hand over', lambda number: hand_over(bench, number)))
    count = bench.scaled(QUEUED_MAILS)
    yield from drain_figures(
        bench.repetitions('drain', lambda number: drain(bench, count)), count)
    yield from queue_figures(bench)
    yield from storm_figures(bench, storm(bench))


def load_of(runs):
    """How busy the machine was, with this and with whatever else ran on it."""
    return f'machine load up to {runs.most("load"):.1f}'


def notes(*texts):
    return '; '.join(filter(None, texts))


# Released, then handed to the mail server.


def hand_over(bench, number):
    seconds = 2 if bench.quick else max(HAND_OVER_SECONDS, bench.seconds)
    count = int(OFFERS_PER_SECOND * seconds)
    data_dir, recipients = make_slots(bench, count)
    with MailSink(bench) as sink:
        with bench.serve(data_dir, flags=sink.flags()) as server:
            server.wait_until_idle()
            cpu_before = server.cpu_seconds()
            sent = free_slots(server, count, number)
            arrivals = sink.wait_for(count, 30)
            cpu = server.cpu_seconds() - cpu_before
            bench.discard(server)
    arrived = {arrival.recipient: arrival.at for arrival in arrivals}
    if len(arrivals) != count or len(arrived) != count:
        raise BenchError(f'{len(arrivals)} mails to {len(arrived)} people for {count} offers')
    took = [(arrived[recipients[entry]] - due) * 1000 for due, entry, _ in sent]
    answered = [(answer - due) * 1000 for due, _, answer in sent]
    behind = [(arrived[recipients[entry]] - answer) * 1000 for _, entry, answer in sent]
    return {'p50_ms': mails.percentile(took, 0.5), 'p99_ms': mails.percentile(took, 0.99),
            'most_ms': max(took), 'answer_p99_ms': mails.percentile(answered, 0.99),
            'behind_p99_ms': mails.percentile(behind, 0.99),
            'cpu_percent': 100 * cpu / seconds, 'load': os.getloadavg()[0]}


def make_slots(bench, count):
    """A data folder in which enough people wait for slots of many resources; everyone was told so
    already. Also returns the mail address of every entry."""
    data_dir = bench.fresh_data()
    people, recipients = [], {}
    for place in range(count):
        resource, number = place % RESOURCES + 1, place // RESOURCES + 1
        address = f'guest{resource}.{number}@example.org'
        recipients[public_id('ent', number, resource)] = address
        people.append(f'/v1/resources/{resource_name(resource)}/waitlist:join\t{Standby.KEY}\t'
                      f'{{"email":"{address}","name":"Guest {place}"}}\n')
    file = bench.folder('messages') / 'people.tsv'
    file.write_text(''.join(people))
    with bench.serve(data_dir) as server:
        with Api(server) as api:
            for resource in range(1, RESOURCES + 1):
                made = api.call('POST', '/v1/resources', {
                    'name': f'Salon {resource}', 'kind': 'slots', 'time_zone': 'UTC',
                    'rules': {'quiet_hours': None, 'claim_window': '12h'}})
                if made['id'] != resource_name(resource):
                    raise BenchError(f'expected {resource_name(resource)}, got {made["id"]}')
        # On one connection, so that the line is in the order of the file.
        bench.load.run('closed', server.address, 120, request='post-each', file=file,
                       connections=1)
    return data_dir, recipients


def resource_name(number):
    return public_id('res', number, 0)


def free_slots(server, count, seed):
    """Frees slots at even distances, whether or not the server keeps up. For each of them: when it
    was due, who got the offer, and when the answer was there."""
    starts_at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=30)
    body = {'starts_at': starts_at.strftime('%Y-%m-%dT%H:%M:%SZ'), 'duration': '45m'}
    begin = time.monotonic() + 0.2
    places = iter(range(count))
    done, failures = [], []

    def work():
        try:
            with Api(server) as api:
                for place in places:
                    due = begin + place / OFFERS_PER_SECOND
                    time.sleep(max(0, due - time.monotonic()))
                    resource = resource_name(place % RESOURCES + 1)
                    made = api.call('POST', f'/v1/resources/{resource}/openings',
                                    body | {'event_id': f'{seed}-{place}'})
                    done.append((due, made['offer']['entry_id'], time.monotonic()))
        except Exception as error:  # told below; a thread cannot
            failures.append(error)

    workers = [threading.Thread(target=work) for _ in range(SENDERS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if failures:
        raise BenchError(f'a slot could not be freed: {failures[0]!r}')
    return done


def hand_over_figures(runs):
    yield Figure(GROUP, f'released, then with the mail server, {OFFERS_PER_SECOND} offers/s: p99',
                 runs.median('p99_ms'), 'ms', 'the answer', runs.median('answer_p99_ms'),
                 target_text='< 100 ms', met=at_most(runs.median('p99_ms'), 99.999),
                 note=notes(runs.spread('p99_ms'), load_of(runs)))
    yield Figure(GROUP, 'the same, from the answer on: p99', runs.median('behind_p99_ms'), 'ms',
                 note=runs.spread('behind_p99_ms'))
    yield Figure(GROUP, 'the same, p50', runs.median('p50_ms'), 'ms', note=runs.spread('p50_ms'))
    yield Figure(GROUP, 'the same, processor time of the server', runs.median('cpu_percent'),
                 '% of a core', note=runs.spread('cpu_percent'))


# A queue is sent.


def drain(bench, count):
    data_dir, pending = queued(bench, count)
    with MailSink(bench) as sink:
        with bench.serve(data_dir, flags=sink.flags()) as server:
            cpu_before = server.cpu_seconds()
            arrivals = sink.wait_for(pending, 120)
            cpu = server.cpu_seconds() - cpu_before
            server.wait_until_idle(60)
            everything = sink.arrivals()
            bench.discard(server)
    people = {arrival.recipient for arrival in everything}
    if len(everything) != pending or len(people) != pending:
        raise BenchError(f'{len(everything)} mails to {len(people)} people, of {pending} queued')
    size = int(statistics.median(arrival.bytes for arrival in everything))
    with MailSink(bench) as sink:
        plain = mails.plain_sender_rate(sink, count, size)
    return {'mails': mails.rate(arrivals), 'plain': plain, 'bytes': size,
            'cpu_us': cpu * 1e6 / len(arrivals), 'load': os.getloadavg()[0]}


def queued(bench, count, provider=True):
    """A data folder in which so many people have joined and not been told so, and how many mails
    wait in it. Without a provider, nobody has to be told."""
    with MailSink(bench) as sink:
        with bench.serve(flags=sink.flags(rate=1) if provider else ()) as server:
            bench.joins(server, 7, seconds=120, count=count)
            server.wait_until_idle()
            server.stop()
    database = sqlite3.connect(server.data_dir / 'standby.db')
    pending, = database.execute('SELECT count(*) FROM outbox WHERE state = 0').fetchone()
    database.close()
    if pending < count - LEFT_MEANWHILE if provider else pending > 0:
        raise BenchError(f'{pending:,} mails wait after {count:,} joins')
    return server.data_dir, pending


def drain_figures(runs, count):
    yield Figure(GROUP, f'a queue of {count:,} mails is sent', runs.median('mails'), '/s',
                 'smtp-source', runs.median('plain'), runs.ratio('mails', 'plain'), '>= 1,000/s',
                 at_least(runs.median('mails'), 1_000),
                 notes(runs.spread('mails'), load_of(runs)))
    yield Figure(GROUP, 'the same, processor time of the server', runs.median('cpu_us'), 'us',
                 note=f'per mail of {runs.median("bytes"):,.0f} bytes')


# Joins beside a long queue.


def queue_figures(bench):
    rows = bench.scaled(QUEUED_ROWS)
    folders = {'queued': queued(bench, rows)[0],
               'empty': queued(bench, rows, provider=False)[0]}
    runs = bench.repetitions('joins beside a queue',
                             lambda number: beside_queue(bench, folders, number))
    for folder in folders.values():
        shutil.rmtree(folder, ignore_errors=True)
    ratio = runs.ratio('queued', 'empty')
    yield Figure(GROUP, f'joins while {rows:,} mails wait', runs.median('queued'), '/s',
                 'none waits', runs.median('empty'), ratio, '>= 0.90 of none',
                 at_least(ratio, 0.90),
                 notes(runs.ratio_spread('queued', 'empty'), load_of(runs)))
    yield Figure(GROUP, 'the same, processor time of the server', runs.median('queued_cpu_us'),
                 'us', 'none waits', runs.median('empty_cpu_us'),
                 runs.ratio('queued_cpu_us', 'empty_cpu_us'),
                 note=runs.ratio_spread('queued_cpu_us', 'empty_cpu_us'))
    yield Figure(GROUP, 'the same, beside a server without a mail provider',
                 runs.median('queued'), '/s', 'without', runs.median('local'),
                 runs.ratio('queued', 'local'), note=runs.ratio_spread('queued', 'local'))


def beside_queue(bench, folders, number):
    """Three servers that are used in turns, second by second: one whose provider takes a mail a
    second and has a long queue, one with the same provider and no queue yet, one without any."""
    with MailSink(bench) as sink, contextlib.ExitStack() as stack:
        servers = {}
        for name in ('queued', 'empty', 'local'):
            data_dir = bench.fresh_data()
            processes.run_to_end(['cp', '-r', folders.get(name, folders['empty']), data_dir])
            flags = () if name == 'local' else sink.flags(rate=1)
            servers[name] = stack.enter_context(bench.serve(data_dir, flags=flags))
        for server in servers.values():
            server.wait_until_idle()
            bench.warm_up(server, number)
        rates, cpu = {name: [] for name in servers}, {name: [] for name in servers}
        for turn in range(QUEUE_TURNS):
            # Whoever is first in one turn is last in the next.
            for name in sorted(servers, reverse=(turn + number) % 2 == 0):
                result = bench.joins(servers[name], 100 * number + turn,
                                     min(bench.seconds, QUEUE_SECONDS))
                rates[name].append(result['rate'])
                cpu[name].append(result['cpu_us'])
        for server in servers.values():
            bench.discard(server)
    return {**{name: statistics.mean(rates[name]) for name in servers},
            **{f'{name}_cpu_us': statistics.mean(cpu[name]) for name in servers},
            'load': os.getloadavg()[0]}


# A storm at a provider's rate.


def storm(bench):
    """Offers that are not answered roll on after the window, so the storm never ends by itself:
    what counts are the first ones."""
    waiting = bench.scaled(WAITING)
    seats = 40 if bench.quick else SEATS
    with MailSink(bench) as sink:
        data_dir = bench.waiting().copy(waiting)
        with bench.serve(data_dir, flags=sink.flags(rate=STORM_RATE)) as server:
            with Api(server) as api:
                api.call('PATCH', f'/v1/resources/{RESOURCE}', {'rules': {
                    'claim_window': f'{STORM_WINDOW_SECONDS}s', 'after_miss': 'remove'}})
                server.wait_until_idle()
                begin = time.monotonic()
                api.set_capacity(seats)
                arrivals = sink.wait_for(seats, 2 * seats / STORM_RATE + 10)
                # The last one was just sent; let the engine hear of it.
                time.sleep(0.5)
                offers = [api.call('GET', f'/v1/offers/{offer_id(number)}')
                          for number in range(1, seats + 1)]
            bench.discard(server)
    expected = [f'person{number}@example.org' for number in range(seats)]
    out_of_order = sum(arrival.recipient != person
                       for arrival, person in zip(arrivals, expected))
    windows = [window_seconds(offer) for offer in offers]
    return {'waiting': waiting, 'seats': seats, 'seconds': arrivals[seats - 1].at - begin,
            'most': mails.most_within(arrivals),
            'span': mails.shortest_span(arrivals, STORM_RATE + 1), 'out_of_order': out_of_order,
            'unsent': sum(window is None for window in windows),
            'short': sum(window is not None and window < STORM_WINDOW_SECONDS
                         for window in windows),
            'long': sum(window is not None and window > STORM_WINDOW_SECONDS
                        for window in windows)}


def window_seconds(offer):
    """From the sending to the end; None for an offer that was never sent."""
    if offer['sent_at'] is None:
        return None
    sent, ends = (datetime.datetime.fromisoformat(offer[name].replace('Z', '+00:00'))
                  for name in ('sent_at', 'expires_at'))
    return round((ends - sent).total_seconds(), 3)


def storm_figures(bench, seen):
    name = f'storm, {seen["seats"]} seats, {seen["waiting"]:,} waiting'
    bench.say(f'{name}: {seen}')
    ideal = (seen['seats'] - 1) / STORM_RATE
    yield Figure(GROUP, f'{name}: most mails in any second', seen['most'], '', 'rate', STORM_RATE,
                 target_text=f'<= {STORM_RATE}', met=at_most(seen['most'], STORM_RATE))
    yield Figure(GROUP, f'the same, {STORM_RATE + 1} mails in a row, the fastest',
                 seen['span'] * 1000, 'ms', target_text='>= 1,000 ms, -2% for the wire',
                 met=at_least(seen['span'], 0.98))
    yield Figure(GROUP, 'the same, until all were told', seen['seconds'], 's', 'at the rate', ideal,
                 seen['seconds'] / ideal, note=f'machine load {os.getloadavg()[0]:.1f}')
    yield Figure(GROUP, 'the same, offers that were never sent', seen['unsent'], '',
                 target_text='0', met=seen['unsent'] == 0)
    yield Figure(GROUP, f'the same, offers with less than their {STORM_WINDOW_SECONDS} s',
                 seen['short'], '', target_text='0', met=seen['short'] == 0,
                 note=f'{seen["long"]} with more')
    yield Figure(GROUP, 'the same, mails out of the order of the line', seen['out_of_order'], '',
                 target_text='0', met=seen['out_of_order'] == 0)
