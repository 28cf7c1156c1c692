import { expect, test } from 'vitest';
import { money } from '../../../src/checkout/page/amount-text.ts';
import { isRightToLeft, type Language, languages } from '../../../src/checkout/server/languages.ts';

test('An amount keeps its currency in one piece in every language, and has marks only where text runs from the right', () => {
  for (const language of Object.keys(languages) as Language[]) {
    const text = money(6700, 'CAD', language);
    const marked = /\u200e[^\u200e]*\$[^\u200e]*\u200e/.test(text);
    expect([language, marked]).toEqual([language, isRightToLeft(language)]);
    if (!isRightToLeft(language)) expect([language, text.includes('\u200e')]).toEqual([language, false]);
  }
  expect(money(1200, 'EUR', 'en')).toBe('€12.00');
});
