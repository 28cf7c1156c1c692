import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openGuardedPage, runs } from './chromium.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const names = ['Filters', 'Clear the filters', 'filters'];
const marked = names
  .map(
    (name) =>
      `<button>${name}</button><input aria-label="${name}" placeholder="${name}" title="${name}"><img alt="${name}">`,
  )
  .join('');
/** Each way to find an element by visible text. */
const ways = {
  getByRole: (within: Pick<Page, 'getByRole'>) => within.getByRole('button', { name: 'Filters' }),
  getByLabel: (within: Pick<Page, 'getByLabel'>) => within.getByLabel('Filters'),
  getByText: (within: Pick<Page, 'getByText'>) => within.getByText('Filters'),
  getByTitle: (within: Pick<Page, 'getByTitle'>) => within.getByTitle('Filters'),
  getByAltText: (within: Pick<Page, 'getByAltText'>) => within.getByAltText('Filters'),
  getByPlaceholder: (within: Pick<Page, 'getByPlaceholder'>) => within.getByPlaceholder('Filters'),
};

test('Tests match whole names everywhere', runs, async () => {
  const { close, page } = await openGuardedPage();
  try {
    await page.setContent(`<main>${marked}</main><iframe srcdoc='${marked}'></iframe>`);
    const framed = page.frameLocator('iframe');
    await framed.locator('img').nth(2).waitFor({ state: 'attached' });
    const found: Record<string, number[]> = {};
    for (const [way, find] of Object.entries(ways)) {
      const places = [page, page.mainFrame(), page.locator('main'), page.frames()[1]!, framed];
      found[way] = await Promise.all(places.map((place) => find(place as Page).count()));
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, [1, 1, 1, 1, 1]])));
    expect(await page.getByRole('button', { name: /filters/i }).count()).toBe(3);
    expect(await page.locator('main').getByText('Filters', { exact: false }).count()).toBe(3);
  } finally {
    await close();
  }
});

test('Every test browser matches exact names, and no test asks for partial names', async () => {
  const careless: string[] = [];
  let browsers = 0;
  for await (const file of glob('{test,docs/examples,deploy/packages/*/src}/**/*.{ts,tsx,js}', {
    cwd: root,
  })) {
    if (file.endsWith('browser/exact-names.test.ts')) continue;
    const source = await readFile(path.join(root, file), 'utf8');
    // Importing more than types from Playwright starts a browser.
    if (/^import (?!type )[^;]* from 'playwright(-core)?'/m.test(source)) {
      browsers++;
      if (!/nameExactly\(/.test(source)) careless.push(`${file}: nameExactly(page) is missing`);
    }
    if (/exact: false/.test(source)) careless.push(`${file}: a regular expression says that a part is meant`);
    if (/locator\((['"`])[^'"`]*(:has-text\(|text=[^"'/])/.test(source)) {
      careless.push(`${file}: getByText finds a whole text`);
    }
  }
  expect(careless).toEqual([]);
  expect(browsers).toBeGreaterThan(0);
});
