import { expect } from 'vitest';
import { runs } from './chromium.ts';
import { test } from './dashboard.ts';

/** How far visible content may shift while a page loads: cumulative layout shift, of which 0.1 counts as good. */
const SHIFT_MAX = 0.05;

/** Runs before the page's own scripts: sums shifts without user input. */
const OBSERVE = `(() => {
  globalThis.shift = 0;
  const add = (entries) => {
    for (const { hadRecentInput, value } of entries) if (!hadRecentInput) globalThis.shift += value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  globalThis.shiftNow = () => {
    add(observer.takeRecords());
    return globalThis.shift;
  };
})()`;
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

test('Settings does not shift when the account arrives after the page', runs, async ({ as, service }) => {
  const { page } = await as('owner');
  let isHeld = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${service.url}/graphql`, async (route) => {
    // The account's own query; the page's other data arrives at once.
    if (isHeld && /businessProfiles/.test(route.request().postData() ?? '')) await held;
    await route.continue();
  });
  await page.addInitScript(OBSERVE);
  await page.goto(`${service.url}/dashboard/settings`);
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  // Painted without the account, as on a slow connection.
  await page.evaluate(PAINTED);
  isHeld = false;
  release();
  await page.getByRole('heading', { name: 'Merchant account' }).waitFor();
  await page.getByRole('heading', { name: 'Your sign-in' }).waitFor();
  await page.evaluate(PAINTED);
  expect(await page.evaluate('shiftNow()')).toBeLessThan(SHIFT_MAX);
});
