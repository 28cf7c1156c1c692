import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locales } from '../../../../src/checkout/server/languages.ts';
import { filledText, mailText, ownWords, plainName } from '../../../../src/core/foundation/mail-text.ts';
import { property } from '../../../kit/property.ts';

test.for([
  ['Acme', 'Acme'],
  ['  Maison  d’Été ', 'Maison d’Été'],
  ['7-Eleven', '7-Eleven'],
  ['Café 1886', 'Café 1886'],
  ['モーニング娘。', 'モーニング娘。'],
  ['A.B.C. Ltd.', 'A.B.C. Ltd.'],
  ['Booking.com', 'Booking com'],
  ['Acme\n\nYour account is closed. Call +49 (0)900 12-34-56.', 'Acme Your account is closed. Call .'],
  ['Go to https://evil.example/?a=b now', 'Go to now'],
  ['Go to pay.evil.example', 'Go to pay evil example'],
  ['Go to evil。example, e\u200bvil\u2060.example', 'Go to evil example, evil example'],
  ['Write to me@evil.example', 'Write to'],
  ['Call ０９００１２３４ or ٠٩٠٠١٢٣٤', 'Call or'],
  ['Left \u202eelpmaxe.live\u202c', 'Left elpmaxe live'],
  ['12me@evil.example345', ''],
  ['+49 900 123456', ''],
  ['', ''],
] as const)('The name %j is %j in a message', ([written, shown]) => {
  expect(plainName(written)).toBe(shown);
});

/** Texts with the parts of addresses and numbers in any order. */
const written = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(
        'https://evil.example',
        'evil.example',
        'me@evil.example',
        '0900 123 456',
        '\r\n',
        '.',
        '@',
      ),
      fc.constantFrom(
        '://',
        'www.',
        '１２３',
        '4',
        '٣٤',
        '\u200d',
        '\u202e',
        '。',
        ' ',
        '-',
        '\u0301',
        '\u{1F600}',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

property(
  'A name in a message is one short line without addresses and long numbers, and stays the same',
  written,
  (text) => {
    const name = plainName(text);
    expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]| {2}|^ | $/u);
    expect(name).not.toMatch(/@|:\/\//);
    expect(name).not.toMatch(/[\p{L}\p{N}]\.\p{L}{2}/u);
    const digits = /\p{Nd}(?:[ ()./-]{0,3}\p{Nd}){4}/u;
    expect(name).not.toMatch(digits);
    expect([...name].length).toBeLessThanOrEqual(60);
    expect(plainName(name)).toBe(name);
  },
);

property('Whoever a link is from, its message says nothing else in any language', written, (text) => {
  const seller = plainName(text);
  for (const { mails } of Object.values(locales)) {
    const { after, pay, receive, save } = mails;
    for (const template of [
      pay.subject,
      pay.before,
      receive.before,
      receive.subject,
      save.before,
      save.subject,
      after,
    ]) {
      const filled = filledText(template, { seller: text, amount: ownWords('€49.00') });
      const [first = '', ...others] = template.replaceAll('{amount}', '€49.00').split('{seller}');
      expect(filled).toBe([first, ...others].join(seller));
      expect(filled).not.toContain('\n');
    }
  }
});

test("The service's own words stay unchanged on one line", () => {
  expect(mailText`Report ${ownWords('rep_0123456789\nof a.csv')}: ${'me@evil.example'}${5}`).toBe(
    'Report rep_0123456789 of a.csv: 5',
  );
});
