import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { isFullRun } from '../../kit/figure.ts';
import { test as base } from '../../kit/test.ts';
import { openGuardedPage, overflowOf, phone, runs, runsInFull, TRANSITIONS } from './chromium.ts';

/** The pages, and the element that shows that each is ready. */
const pages = [
  { path: '/graphiql', usable: '.graphiql-query-editor .CodeMirror-line' },
  { path: '/docs', usable: '.opblock' },
];
const [graphiql, docs] = pages as [(typeof pages)[0], (typeof pages)[0]];

/** A megabyte is a million bytes. */
const FIRST_LOAD_MAX_BYTES = 1_000_000;

const test = base.extend(
  'open',
  ({ service }, { onCleanup }) =>
    async ({ path, usable }: (typeof pages)[0], options: BrowserContextOptions = {}) => {
      const opened = await openGuardedPage(options);
      onCleanup(() => opened.close());
      const visit = async (page: Page, at = path, sign = usable) => {
        await page.goto(service.url + at);
        await page.locator(sign).first().waitFor();
      };
      return { ...opened, visit };
    },
);

const patiently = { timeout: 60_000 };

test(
  'A key typed into one page is there in the other, in the same tab only',
  runsInFull,
  async ({ open }) => {
    const { page, visit } = await open(graphiql);
    await visit(page);
    expect(await page.locator('#api-key-kept').textContent()).toBe(
      'Enter a key, or use your dashboard sign-in.',
    );
    await page.getByLabel('API key').fill(' sk_test_typed ');
    expect(await page.locator('#api-key-kept').textContent()).toBe('Kept in this tab only.');
    await page.getByRole('link', { name: 'REST' }).click();
    await page.locator(docs.usable).first().waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe('sk_test_typed');
    expect(await page.getByLabel('Remember on this device').isChecked()).toBe(false);
    await page.goBack();
    expect(await page.getByLabel('API key').inputValue()).toBe('sk_test_typed');

    const other = await page.context().newPage();
    await visit(other);
    expect(await other.getByLabel('API key').inputValue()).toBe('');
    expect(await other.evaluate('JSON.stringify(localStorage)')).not.toContain('sk_test_typed');
  },
);

test.for(pages)(
  '$path remembers a key on request until it is cleared',
  runsInFull,
  async (which, { open }) => {
    const { page, visit } = await open(which);
    await visit(page);
    await page.getByLabel('API key').fill('sk_test_kept');
    await page.getByLabel('Remember on this device').check();
    expect(await page.locator('#api-key-kept').textContent()).toBe('Kept on this device.');

    const other = await page.context().newPage();
    const elsewhere = which === docs ? graphiql : docs;
    await visit(other, elsewhere.path, elsewhere.usable);
    expect(await other.getByLabel('API key').inputValue()).toBe('sk_test_kept');
    expect(await other.getByLabel('Remember on this device').isChecked()).toBe(true);

    await other.getByRole('button', { name: 'Forget' }).click();
    expect(await other.getByLabel('API key').inputValue()).toBe('');
    expect(await other.getByRole('button', { name: 'Forget' }).isDisabled()).toBe(true);
    // The first tab is notified.
    await expect.poll(() => page.getByLabel('API key').inputValue(), patiently).toBe('');
    const stored = '[localStorage, sessionStorage].map((storage) => JSON.stringify(storage)).join()';
    expect(await page.evaluate(stored)).not.toContain('sk_test_kept');

    await page.getByLabel('API key').fill('sk_test_again');
    await page.getByLabel('Remember on this device').check();
    await page.getByLabel('Remember on this device').uncheck();
    expect(await page.locator('#api-key-kept').textContent()).toBe('Kept in this tab only.');
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('sk_test_again');
  },
);

// GraphiQL on a phone: graphiql.test.ts.
test.for(isFullRun ? pages : [docs])(
  '$path does not scroll sideways on a phone',
  runs,
  async (which, { open }) => {
    const { page, visit } = await open(which, phone);
    await visit(page);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const key = (await page.getByLabel('API key').boundingBox())!;
    expect([key.x >= 0, key.x + key.width <= 390, key.width >= 150]).toEqual([true, true, true]);
  },
);

/** axe's findings in parts of GraphiQL and Swagger UI, which their projects must fix. */
const libraries: readonly [id: string, target: RegExp][] = [
  ['nested-interactive', /graphiql-tab|li:nth-child|opblock-summary-control/],
  // The text area next to it handles the scrolling keys.
  ['scrollable-region-focusable', /CodeMirror-scroll|microlight/],
  ['select-name', /select/],
];

test.for(pages)(
  "The first load of $path is below 1 MB, follows the system's dark mode, and passes axe in both modes",
  runs,
  async (which, { open }) => {
    const { page, visit } = await open(which, { colorScheme: 'light' });
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const received: number[] = [];
    network.on('Network.loadingFinished', ({ encodedDataLength }) => received.push(encodedDataLength));
    await visit(page);
    await page.waitForLoadState('networkidle');
    const bytes = received.reduce((sum, length) => sum + length, 0);
    // The page, its script, its style sheet and the displayed schema or document.
    expect(received.length).toBeGreaterThanOrEqual(4);
    expect(bytes).toBeGreaterThan(200_000);
    expect(bytes).toBeLessThan(FIRST_LOAD_MAX_BYTES);

    const lightness = async (selector: string, of: 'backgroundColor' | 'color') => {
      const read = `getComputedStyle(document.querySelector('${selector}')).${of}`;
      const [red, green, blue] = String(await page.evaluate(read))
        .match(/\d+/g)!
        .map(Number);
      return (red! + green! + blue!) / (3 * 255);
    };
    await page.evaluate(axe.source);
    const find = async (options: axe.RunOptions) => {
      const wanted: axe.RunOptions = { resultTypes: ['violations'], preload: false, ...options };
      const { passes, violations } = (await page.evaluate(
        `axe.run(${JSON.stringify(wanted)})`,
      )) as axe.AxeResults;
      const found = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, target: target.join(' ') })))
        .filter(({ id, target }) => !libraries.some(([rule, part]) => rule === id && part.test(target)));
      expect(found).toEqual([]);
      return passes.map(({ id }) => id);
    };
    const surfaces = ['#bar', which === docs ? 'body' : '.graphiql-container'];
    for (const surface of surfaces) expect(await lightness(surface, 'backgroundColor')).toBeGreaterThan(0.9);
    expect(await find({})).toEqual(expect.arrayContaining(['color-contrast', 'label']));
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const surface of surfaces)
      await expect.poll(() => lightness(surface, 'backgroundColor'), patiently).toBeLessThan(0.2);
    // Its text follows automatically.
    const text = which === docs ? '.info h1' : '#bar';
    await expect.poll(() => lightness(text, 'color'), patiently).toBeGreaterThan(0.6);
    await expect.poll(() => page.evaluate(TRANSITIONS), patiently).toBe(0);
    expect(await find({ runOnly: ['color-contrast'] })).toEqual(['color-contrast']);
  },
);
