// How the journeys are run: Debian's Chromium, no retries (a journey that fails now and then is a
// defect), and nothing from the network. Each journey starts a server of its own.
import { defineConfig } from '@playwright/test';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

export default defineConfig({
    testDir: './journeys',
    testMatch: '**/*.journey.ts',
    outputDir: process.env.STANDBY_JOURNEY_OUT ?? join(tmpdir(), 'standby-journeys'),
    reporter: [['list']],
    workers: 1,
    retries: 0,
    forbidOnly: true,
    timeout: 120_000,
    expect: { timeout: 15_000 },
    use: {
        browserName: 'chromium',
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        actionTimeout: 15_000,
        navigationTimeout: 20_000,
        launchOptions: {
            executablePath: process.env.STANDBY_CHROMIUM ?? '/usr/bin/chromium',
            args: [
                '--no-sandbox',
                '--disable-gpu',
                '--disable-background-networking',
                '--disable-component-update',
                '--disable-sync',
                '--no-first-run',
            ],
        },
    },
});
