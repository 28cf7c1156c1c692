import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IMPORT_ROW_MAX_BYTES } from '../../../../src/core/entities/payment-method-import.ts';
import { type FileRow, rowInput } from '../../../../src/core/imports/import-row.ts';
import { readCsv, readJsonLines } from '../../../../src/core/imports/read-rows.ts';
import { property } from '../../../kit/property.ts';

const names = [
  'customer_id',
  'name',
  'metadata.note',
  'billing.address.city',
  'card.nick_name',
  'DESCRIPTION',
];
const cell = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed());
const record = fc.tuple(...names.map(() => cell)).filter((cells) => cells.some((text) => text !== ''));
const records = fc.array(record, { minLength: 1, maxLength: 40 });

async function rowsOf(reading: AsyncGenerator<FileRow>): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of reading) rows.push(row);
  return rows;
}

const membersOf = (values: readonly string[]) =>
  Object.fromEntries(names.map((name, i) => [name, values[i]]));

property(
  'Whatever is written as CSV is read as it was, with or without a byte order mark',
  records,
  fc.constantFrom('\n', '\r\n'),
  fc.boolean(),
  fc.nat({ max: 2_000 }),
  async (written, record_delimiter, bom, repeated) => {
    // Sometimes long enough for chunks to end within a row.
    const all = Array.from({ length: repeated > 1_900 ? 60 : 1 }, () => written).flat();
    const text = stringify([names, ...all], { record_delimiter, bom, quoted: true });
    const rows = await rowsOf(readCsv(Buffer.from(text)));
    expect(rows.map(([, members]) => members)).toEqual(all.map(membersOf));
    const lines = rows.map(([line]) => line);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
    expect(new Set(lines).size).toBe(lines.length);
  },
);

property(
  'Whatever is written as JSON Lines is read as it was, each row with its line',
  fc.array(fc.option(fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 })))),
  async (lines) => {
    const text = lines.map((line) => (line === null ? '' : JSON.stringify(line))).join('\n');
    const rows = await rowsOf(readJsonLines(Buffer.from(text)));
    const expected = lines.flatMap((line, i) =>
      line === null ? [] : [[i + 1, JSON.parse(JSON.stringify(line))]],
    );
    expect(rows).toEqual(expected);
  },
);

property(
  'No file makes a reader fail otherwise than by a problem that repeats nothing of it',
  fc.uint8Array({ maxLength: 400 }),
  fc.constantFrom(readCsv, readJsonLines),
  async (bytes, read) => {
    try {
      for (const [line, members] of await rowsOf(read(Buffer.from(bytes)))) {
        expect(line).toBeGreaterThan(0);
        if (members) rowInput(members);
      }
    } catch (error) {
      expect((error as Error).name).toBe('Problem');
    }
  },
);

test('A line that is too long or no object is a row without members', async () => {
  const long = JSON.stringify({ name: 'x'.repeat(IMPORT_ROW_MAX_BYTES) });
  const rows = await rowsOf(readJsonLines(Buffer.from([long, '[]', '1', '{"name":', '{}'].join('\n'))));
  expect(rows).toEqual([
    [1, null],
    [2, null],
    [3, null],
    [4, null],
    [5, {}],
  ]);
});

test("A row's members are read by position under our names, even names of the prototype", () => {
  expect(
    rowInput({
      'card.card_number': '4242424242424242',
      card_expiry_month: '12',
      'metadata.a': '1',
      'metadata.b': '2',
      recurring_enabled: 'true',
      line_number: '7',
      email: '',
      'connector_mandates.mca_1': 'tok',
    }),
  ).toEqual({
    card: { card_number: '4242424242424242', card_exp_month: '12' },
    metadata: { a: '1', b: '2' },
    recurring_enabled: true,
    connector_mandates: { mca_1: 'tok' },
  });
  const row = rowInput(
    JSON.parse('{"__proto__": {"polluted": true}, "metadata.__proto__": "x", "metadata": {"a": "1"}}'),
  );
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(row).sort()).toEqual(['__proto__', 'metadata', 'metadata.__proto__']);
});

test('Spreadsheet leftovers are ignored: rows of commas and empty unnamed columns', async () => {
  const text = [
    ',,,,',
    'customer_id,,name,,',
    'a,,Ann,,',
    ',,,,',
    'b,,Bob,,,,',
    'c,stray,Cem,,',
    'd,',
    '',
  ].join('\r\n');
  expect(await rowsOf(readCsv(Buffer.from(text)))).toEqual([
    [3, { customer_id: 'a', name: 'Ann' }],
    [5, { customer_id: 'b', name: 'Bob' }],
    [6, null],
    [7, null],
  ]);
});
