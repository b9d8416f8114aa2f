// Second opinions about calendars: ical.js spreads out what an .ics text says, and tsdav reads a
// calendar as other programs do. Steps come as JSON lines {do, …}; each is answered by one line.
import { createInterface } from 'node:readline';
import ICAL from 'ical.js';
import { DAVClient } from 'tsdav';

/** The beginnings of all that takes time between the two instants, in seconds since 1970. */
function spread({ text, from, until }) {
    const calendar = new ICAL.Component(ICAL.parse(text));
    const zones = calendar.getAllSubcomponents('vtimezone');
    zones.forEach((zone) => ICAL.TimezoneService.register(zone));
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    const masters = events.filter((event) => !event.isRecurrenceException());
    events.filter((event) => event.isRecurrenceException()).forEach((exception) => {
        masters.find((event) => event.uid === exception.uid)?.relateException(exception);
    });
    const takesTime = (event) => event.component.getFirstPropertyValue('status') !== 'CANCELLED' &&
        event.component.getFirstPropertyValue('transp') !== 'TRANSPARENT';
    const found = [];
    const add = (event, start, end) => {
        const [begins, ends] = [start.toUnixTime(), end.toUnixTime()];
        if (takesTime(event) && begins < until && ends > from) {
            found.push(begins);
        }
    };
    for (const event of masters) {
        if (!event.isRecurring()) {
            add(event, event.startDate, event.endDate);
            continue;
        }
        const each = event.iterator();
        for (let next = each.next(); next && next.toUnixTime() < until; next = each.next()) {
            const { item, startDate, endDate } = event.getOccurrenceDetails(next);
            add(item, startDate, endDate);
        }
    }
    return found.sort((a, b) => a - b);
}

async function objects({ server, url, username, password }) {
    const client = new DAVClient({
        serverUrl: server, credentials: { username, password }, authMethod: 'Basic',
        defaultAccountType: 'caldav',
    });
    await client.login();
    const calendars = await client.fetchCalendars();
    const calendar = calendars.find((one) => one.url === url);
    const found = await client.fetchCalendarObjects({ calendar });
    return found.map(({ data }) => {
        const stored = new ICAL.Component(ICAL.parse(data));
        const event = new ICAL.Event(stored.getFirstSubcomponent('vevent'));
        return { uid: event.uid, summary: event.summary, starts: event.startDate.toUnixTime(),
            ends: event.endDate.toUnixTime() };
    });
}

const steps = { spread, objects };
for await (const line of createInterface({ input: process.stdin })) {
    const step = JSON.parse(line);
    try {
        console.log(JSON.stringify({ found: await steps[step.do](step) }));
    } catch (error) {
        console.log(JSON.stringify({ error: String(error) }));
    }
}
