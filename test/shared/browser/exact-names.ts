import type { Page } from 'playwright-core';

/** What Playwright finds elements by. */
const finders = ['getByLabel', 'getByText', 'getByTitle', 'getByAltText', 'getByPlaceholder'] as const;
type Finder = (typeof finders)[number] | 'getByRole';
type Find = (what: unknown, options?: { exact?: boolean }) => unknown;

const changed = new WeakSet<object>();

/**
 * Lets the page, and every other page of this process, find elements by their whole name. To Playwright `Filters` is any
 * name with these letters in it, so that a test which presses *Filters* also finds *Clear the filters*, on those runs in
 * which it is shown already. For a part of a name there is {@link partOf}.
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

/** A part of a name, such as the identifier in a heading that also has a status. */
export const partOf = (text: string): RegExp => new RegExp(RegExp.escape(text));
