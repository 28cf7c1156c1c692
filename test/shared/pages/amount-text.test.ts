import { expect, test } from 'vitest';
import {
  isRightToLeft,
  type Language,
  languages,
} from '../../../src/http/pages/checkout/languages/languages.ts';
import { money } from '../../../src/pages/checkout/amount-text.ts';

test('An amount keeps its currency in one piece in every language, with direction marks only in right-to-left text', () => {
  for (const language of Object.keys(languages) as Language[]) {
    const text = money(6700, 'CAD', language);
    const marked = /\u200e[^\u200e]*\$[^\u200e]*\u200e/.test(text);
    expect([language, marked]).toEqual([language, isRightToLeft(language)]);
    if (!isRightToLeft(language)) expect([language, text.includes('\u200e')]).toEqual([language, false]);
  }
  expect(money(1200, 'EUR', 'en')).toBe('€12.00');
});
