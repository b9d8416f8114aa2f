// The journeys' own watchman: what it must notice, it notices. Without this, a journey could pass
// because nobody looked.
import { Contract } from './harness/contract.ts';
import { expect, test } from './harness/test.ts';
import { Watch } from './harness/watch.ts';

const contract = new Contract();

const session = {
    method: 'GET',
    path: '/v1/session',
    status: 200,
    contentType: 'application/json',
    body: '{"member":null,"account":null,"needs_setup":true,"expires_at":null,'
        + '"recovery_codes_left":null,"passkey_domain":null,"can_reset_by_mail":false,"passkeys":[]}',
};

test('an answer that the contract promises is fine', () => {
    expect(contract.check(session)).toEqual([]);
});

test('an answer that the contract does not promise is noticed', () => {
    const unknownField = session.body.replace('{', '{"extra":1,');
    expect(contract.check({ ...session, body: unknownField })).toHaveLength(1);
    expect(contract.check({ ...session, body: '{}' })).toHaveLength(1);
    expect(contract.check({ ...session, body: 'no JSON' })).toHaveLength(1);
    expect(contract.check({ ...session, status: 500 })).toHaveLength(1);
    expect(contract.check({ ...session, contentType: 'text/html' })).toHaveLength(1);
    expect(contract.check({ ...session, path: '/v1/nowhere' })).toHaveLength(1);
});

test('an event that the contract does not promise is noticed', () => {
    const path = '/v1/resources/res_1/events';
    expect(contract.checkEvent(path, 'surprise', '{}')).toHaveLength(1);
    expect(contract.checkEvent(path, 'change', '{}')).toHaveLength(1);
});

test('errors, breaches of the policy and requests to others are noticed', async ({
    server,
    browser,
}) => {
    const watch = new Watch(server.url, contract);
    const context = await browser.newContext({ baseURL: server.url });
    await watch.attach(context);
    const page = await context.newPage();
    await page.goto('/');
    await page.evaluate(() => {
        const image = document.createElement('img');
        image.src = '/no.png';
        image.setAttribute('onerror', 'window.stolen = true');
        document.body.append(image);
        setTimeout(() => {
            throw new Error('broken');
        });
    });
    // Before the page is left: what it had still to say would go with it.
    await expect.poll(() => watch.findings.join('\n')).toMatch(/policy/i);
    await expect.poll(() => watch.findings.join('\n')).toMatch(/broken/);
    await page.goto('http://elsewhere.test/').catch(() => undefined);
    await expect.poll(() => watch.findings.join('\n')).toMatch(/elsewhere\.test/);
    await context.close();
});
