import type { Page } from 'playwright-core';

/** Playwright's locators. */
const finders = ['getByLabel', 'getByText', 'getByTitle', 'getByAltText', 'getByPlaceholder'] as const;
type Finder = (typeof finders)[number] | 'getByRole';
type Find = (what: unknown, options?: { exact?: boolean }) => unknown;

const changed = new WeakSet<object>();

/**
 * Makes the page, and every other page of this process, find elements by their whole name. To Playwright `Filters`
 * matches any name containing these letters, so a test that presses *Filters* could also match *Clear the filters*,
 * only on runs in which that is already visible. For a part of a name use {@link partOf}.
 */
export function nameExactly(page: Page): void {
  const frame = page.mainFrame();
  for (const finding of [frame, frame.locator('html'), frame.frameLocator('iframe')]) {
    const prototype: Record<Finder, Find> = Object.getPrototypeOf(finding);
    if (changed.has(prototype)) continue;
    changed.add(prototype);
    for (const finder of [...finders, 'getByRole'] as const) {
      const find = prototype[finder];
      prototype[finder] = function (what, options) {
        return find.call(this, what, { exact: true, ...options });
      };
    }
  }
}

/** A part of a name, such as the identifier in a heading with a status. */
export const partOf = (text: string): RegExp => new RegExp(RegExp.escape(text));
