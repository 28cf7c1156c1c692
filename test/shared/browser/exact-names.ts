// DISCOVERY MODE: temporary
import { appendFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
const changed = new WeakSet<object>();
const sites = new Map<string, Set<string>>();
const seen = new Set<string>();
const finders = ['getByLabel', 'getByText', 'getByTitle', 'getByAltText', 'getByPlaceholder', 'getByRole'];
function site(): string {
  const lines = new Error('x').stack!.split('\n').filter((l) => /\/test\//.test(l) && !/exact-names/.test(l));
  return (lines[0] ?? '?').replace(/^.*\/work\/wt\/trust-a\//, '').replace(/\)$/, '');
}
function segments(selector: string): string[] { return selector.split(' >> '); }
const isLax = (s: string) => /"i(\]|$)/.test(s) && s.startsWith('internal:') && !s.startsWith('internal:has');
const strict = (s: string) => s.replace(/"i(\]|$)/, '"s$1');
async function check(locator: any, what: string): Promise<void> {
  const selector: string = locator._selector;
  const parts = segments(selector);
  if (!parts.some(isLax)) return;
  const n = await locator._frame._queryCount(selector).catch(() => -1);
  if (n <= 0) return;
  for (let i = 0; i < parts.length; i++) {
    if (!isLax(parts[i]!)) continue;
    const changedParts = parts.map((s, j) => (j === i ? strict(s) : s)).join(' >> ');
    const m = await locator._frame._queryCount(changedParts).catch(() => -1);
    if (m === n || m < 0) continue;
    for (const where of sites.get(parts[i]!) ?? ['?']) {
      const line = JSON.stringify({ where, part: parts[i], lax: n, exact: m, what });
      if (!seen.has(line)) { seen.add(line); appendFileSync('/tmp/partials.jsonl', line + '\n'); }
    }
  }
}
export function nameExactly(page: Page): void {
  const frame = page.mainFrame();
  for (const finding of [frame, frame.locator('html'), frame.frameLocator('iframe')]) {
    const prototype: any = Object.getPrototypeOf(finding);
    if (changed.has(prototype)) continue;
    changed.add(prototype);
    for (const finder of finders) {
      const find = prototype[finder];
      prototype[finder] = function (what: unknown, options: unknown) {
        const made = find.call(this, what, options);
        const last = segments(made._selector).at(-1)!;
        if (isLax(last)) { const set = sites.get(last) ?? new Set(); set.add(site()); sites.set(last, set); }
        return made;
      };
    }
  }
  const proto: any = Object.getPrototypeOf(frame.locator('html'));
  if (proto.__d) return;
  proto.__d = true;
  for (const name of ['click', 'fill', 'check', 'uncheck', 'focus', 'press', 'pressSequentially', 'selectOption', 'hover', 'textContent', 'inputValue', 'getAttribute', 'isChecked', 'isDisabled', 'isEnabled', 'dispatchEvent', 'tap', 'evaluate', 'boundingBox', 'screenshot', 'innerText', 'setInputFiles', 'setChecked']) {
    const original = proto[name];
    if (!original) continue;
    proto[name] = async function (...args: unknown[]) {
      await originalWait.call(this, { state: 'attached' }).catch(() => {});
      await check(this, name);
      return original.apply(this, args);
    };
  }
  const originalWait = proto.waitFor;
  proto.waitFor = async function (options: any) {
    if (options?.state === 'hidden' || options?.state === 'detached') { await check(this, 'wait-gone'); return originalWait.call(this, options); }
    const result = await originalWait.call(this, options);
    await check(this, 'waitFor');
    return result;
  };
  for (const name of ['count', 'allTextContents', 'all', 'allInnerTexts', 'isVisible']) {
    const original = proto[name];
    proto[name] = async function (...args: unknown[]) { await check(this, name); return original.apply(this, args); };
  }
}
