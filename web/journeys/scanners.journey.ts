// Mail scanners open every link before the guest does, and some run the scripts of what they open.
// None of it may claim, decline or end anything.
import { expect, pathOf, test } from './harness/test.ts';

const agents = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) SafeLinks/1.0',
    'Mozilla/5.0 (compatible; Barracuda Sentinel)',
    'curl/7.88.1',
];

test('scanners that run scripts and follow every link leave the offer live', async ({
    api,
    visit,
    server,
    watch,
}) => {
    watch.allowStatus(404, 410);
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const mia = await api.join(salon, { name: 'Mia' });
    await api.freeSlot(salon, { service: 'Colour' });
    const offer = await api.offerOf(mia);
    const page = await visit();
    const opened = new Set<string>();
    const waiting = [pathOf(offer.claim_url), pathOf(mia.status_url)];
    while (waiting.length > 0 && opened.size < 40) {
        const path = waiting.shift() as string;
        if (opened.has(path)) {
            continue;
        }
        opened.add(path);
        // What is no page, such as a calendar file, ends as a download; asking for it is enough.
        await page.goto(path).catch(() => undefined);
        const links = await page
            .locator('a[href], link[href], form[action]')
            .evaluateAll((nodes) =>
                nodes.map((node) => node.getAttribute('href') ?? node.getAttribute('action') ?? ''),
            );
        for (const link of links) {
            const url = new URL(link, server.url + path);
            if (url.origin === server.url && url.protocol === 'http:') {
                waiting.push(url.pathname + url.search);
            }
        }
        await page.mouse.move(300, 300);
        await page.keyboard.press('Tab');
    }
    expect(opened.size).toBeGreaterThan(2);
    expect((await api.offerOf(mia)).state).toBe('live');
    expect((await api.entry(mia)).state).toBe('offered');
});

test('ten thousand GETs and HEADs leave the offer live', async ({ api, server }) => {
    const salon = await api.makeResource({ name: 'Salon Aster' });
    const mia = await api.join(salon, { name: 'Mia' });
    await api.freeSlot(salon);
    const offer = await api.offerOf(mia);
    const link = server.url + pathOf(offer.claim_url);
    const variants = [link, `${link}?action=claim`, `${link}?action=decline`, `${link}/`];
    let sent = 0;
    const statuses = new Map<number, number>();
    const scanner = async (number: number): Promise<void> => {
        while (sent < 10_000) {
            const turn = sent++;
            const answer = await fetch(variants[turn % variants.length] as string, {
                method: turn % 3 === 0 ? 'HEAD' : 'GET',
                headers: { 'User-Agent': agents[number % agents.length] as string },
                redirect: 'manual',
            });
            await answer.arrayBuffer();
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }
    };
    await Promise.all(Array.from({ length: 16 }, (_, number) => scanner(number)));
    expect(statuses.get(200)).toBeGreaterThan(5_000);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect((await api.offerOf(mia)).state).toBe('live');
    const claimed = await fetch(link, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'action=claim',
    });
    expect(claimed.status).toBeLessThan(400);
    expect((await api.entry(mia)).state).toBe('accepted');
});
