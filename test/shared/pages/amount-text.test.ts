import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { locales } from '../../../src/checkout/server/languages.ts';

// It uses browser types, so it is imported by name.
const { money } = await import(path.resolve(import.meta.dirname, '../../../src/checkout/page/phrases.ts'));

afterEach(() => {
  vi.unstubAllGlobals();
});

test.for(Object.entries(locales))(
  'An amount in %s keeps its currency in one piece, with direction marks only in right-to-left text',
  ([language, { direction }]) => {
    vi.stubGlobal('document', { documentElement: { dir: direction } });
    const text = money(6700, 'CAD', language);
    const isMarked = direction === 'rtl';
    expect(/\u200e[^\u200e]*\$[^\u200e]*\u200e/.test(text)).toBe(isMarked);
    if (!isMarked) expect(text).not.toContain('\u200e');
    if (language === 'en') expect(money(1200, 'EUR', language)).toBe('€12.00');
  },
);
