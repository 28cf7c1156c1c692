import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalsOf, isoCurrencies, majorUnits } from '../../../../src/core/foundation/currencies.ts';
import { AMOUNT_MAX } from '../../../../src/core/model/fields.ts';
import { collectFile } from '../../../../src/core/settlements/files/collected-file.ts';
import { DigestSet } from '../../../../src/core/settlements/files/digest-set.ts';
import { instantOf, minorUnits, Unreadable } from '../../../../src/core/settlements/files/file-values.ts';
import { settlementKind } from '../../../../src/core/settlements/files/line-kinds.ts';
import { previewFile } from '../../../../src/core/settlements/files/preview-file.ts';
import type { SettlementFileLine } from '../../../../src/core/settlements/files/settlement-file-line.ts';
import { workbook } from '../../../kit/workbook.ts';

const currency = fc.constantFrom(...isoCurrencies);
const amount = fc.integer({ min: -AMOUNT_MAX, max: AMOUNT_MAX });

test('An amount in major units is read exactly, in every currency', () => {
  fc.assert(
    fc.property(amount, currency, (minor, code) => {
      expect(minorUnits('gross', majorUnits(minor, code), code)).toBe(minor);
    }),
  );
  for (const code of isoCurrencies) expect(minorUnits('gross', majorUnits(-1, code), code)).toBe(-1);
});

test('A text is read as an amount only if it is digits with a point and no more decimals than the currency', () => {
  const text = fc.string({ unit: fc.constantFrom(..."0123456789.,-+ 'eE\u00a0"), maxLength: 12 });
  fc.assert(
    fc.property(text, currency, (value, code) => {
      const decimals = decimalsOf(code);
      const isAmount = new RegExp(decimals ? `^-?\\d{1,15}(\\.\\d{1,${decimals}})?$` : '^-?\\d{1,15}$').test(
        value,
      );
      const read = () => minorUnits('gross', value, code);
      if (!isAmount) return void expect(read).toThrow(Unreadable);
      expect(Number.isSafeInteger(read())).toBe(true);
    }),
  );
});

test.each([
  ['2026-11-30', '2026-11-30T00:00:00.000Z'],
  ['2026-11-30T14:05Z', '2026-11-30T14:05:00.000Z'],
  ['2026-11-30 14:05:06', '2026-11-30T14:05:06.000Z'],
  ['2026-11-30T14:05:06.789+02:00', '2026-11-30T12:05:06.789Z'],
  ['2026-11-30T14:05:06-0530', '2026-11-30T19:35:06.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
])('The time %s is %s', (text, expected) => {
  expect(instantOf('occurred_at', text).toISOString()).toBe(expected);
});

test.each([
  '2026-13-01',
  '2026-00-10',
  '2026-02-30',
  '2026-11-31',
  '30.11.2026',
  '11/30/2026',
  '2026-11-30T24:00',
  '2026-11-30T10:61',
  '1899-01-01',
  '46356',
  '',
])('The time %s is refused', (text) => {
  expect(() => instantOf('occurred_at', text)).toThrow(Unreadable);
});

test('A set of digests has what was added, and nothing else', () => {
  const digest = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'));
  fc.assert(
    fc.property(fc.array(digest, { maxLength: 200 }), (digests) => {
      const [set, expected] = [new DigestSet(), new Set<string>()];
      for (const one of [...digests, ...digests]) {
        expect(set.add(one)).toBe(!expected.has(one));
        expected.add(one);
      }
    }),
  );
  const many = new DigestSet();
  const numbered = (n: number) => createHash('md5').update(`${n}`).digest('base64url');
  for (let n = 0; n < 20_000; n++) expect(many.add(numbered(n))).toBe(true);
  for (let n = 0; n < 20_000; n++) expect(many.add(numbered(n))).toBe(false);
});

interface Row {
  readonly reference: string;
  readonly minor: number;
  readonly fee: number;
  readonly code: string;
}

const names = ['connector_reference', 'type', 'gross', 'fee', 'net', 'currency', 'occurred_at'] as const;
const cellsOf = ({ code, fee, minor, reference }: Row): Record<(typeof names)[number], string> => ({
  connector_reference: reference,
  type: 'capture',
  gross: majorUnits(minor, code),
  fee: majorUnits(fee, code),
  net: majorUnits(minor - fee, code),
  currency: code,
  occurred_at: '2026-11-30',
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const writers = {
  csv: (rows: readonly (readonly string[])[]) =>
    Buffer.from(rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')),
  'csv with a byte order mark and semicolons': (rows: readonly (readonly string[])[]) =>
    Buffer.from(`\ufeff${rows.map((cells) => `${cells.map(quoted).join(';')}\n`).join('')}`),
  xlsx: (rows: readonly (readonly string[])[]) => workbook(rows),
};

test.each(Object.entries(writers))('A file as %s is read whole, in pieces of any size', async (_, write) => {
  const reference = fc.string({
    minLength: 3,
    maxLength: 12,
    unit: fc.constantFrom(...'abcÄ€"\n,;\t=+@ 漢'),
  });
  const row = fc.record({
    reference: reference.map((text) => `r${text}r`),
    minor: fc.integer({ min: -1e9, max: 1e9 }),
    fee: fc.integer({ min: 0, max: 1e6 }),
    code: currency,
  });
  const rows = fc.uniqueArray(row, { minLength: 1, maxLength: 12, selector: ({ reference: of }) => of });
  const order = fc.shuffledSubarray([...names], { minLength: names.length });
  await fc.assert(
    fc.asyncProperty(rows, order, fc.integer({ min: 1, max: 200 }), async (given, columns, size) => {
      const cells = given.map(cellsOf).map((one) => columns.map((name) => one[name]));
      const content = write([columns, ...cells]);
      const { kind } = settlementKind(async () => new Map());
      const read: SettlementFileLine[] = [];
      const found = await previewFile(await collectFile(pieces(content, size)), null, kind, async (lines) => {
        read.push(...lines);
      });
      expect(found.refused).toEqual([]);
      const expected = given.map((one) => [one.reference, one.minor, one.fee, one.code]);
      expect(read.map((line) => [line.connectorReference, line.gross, line.fee, line.currency])).toEqual(
        expected,
      );
    }),
    { numRuns: 40 },
  );
});

async function* pieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
