import { expect } from 'vitest';
import { bankColumns } from '../../../src/core/settlements/files/bank-line.ts';
import { settlementColumns } from '../../../src/core/settlements/files/settlement-file-line.ts';
import { workbook } from '../../kit/workbook.ts';
import { bankFaults, type Fault, goodRows, settlementFaults } from './file-faults.ts';
import {
  camt,
  camtBalance,
  camtEntry,
  csvOf,
  goodLine,
  statementOf,
  financeTest as test,
} from './finance-files.ts';

const kinds = {
  settlement: { targets: settlementColumns, faults: settlementFaults },
  bank_statement: { targets: bankColumns, faults: bankFaults },
};

const quoted = (cell: string) => (/[",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const formats = {
  csv: (rows: readonly (readonly string[])[]) =>
    Buffer.from(rows.map((cells) => `${cells.map(quoted).join(',')}\n`).join('')),
  xlsx: (rows: readonly (readonly string[])[]) => workbook(rows),
};

test.for(
  Object.entries(kinds).flatMap(([kind, of]) =>
    Object.entries(formats).map(([format, write]) => ({
      ...of,
      kind: kind as keyof typeof kinds,
      format,
      write,
    })),
  ),
)(
  'Each faulty line of a $kind as $format is named with its reason, and the good ones count',
  async ({ faults, kind, targets, write }, { files }) => {
    const names = Object.keys(targets);
    expect([...new Set(faults.map(({ column }) => column))].sort()).toEqual([...names].sort());
    const good = goodRows[kind];
    const bad = ({ column, value }: Fault, n: number) => ({ ...good(n), [column]: value });
    const rows = faults.flatMap((fault, i) => [bad(fault, 2 * i + 1), good(2 * i + 2)]);
    const table = [
      names,
      ...rows.map((row) => names.map((name) => row[name]!)),
      names.map((name) => good(2)[name]!),
    ];
    const send = kind === 'settlement' ? files.settle : files.state;

    const { body: preview } = await send(write(table));
    expect(preview.error).toBeUndefined();
    const twice = { line: table.length, reason: 'The file has this line twice: only the first counts.' };
    const { data: refused } = await files.get(`/settlements/imports/${preview.import_id}/refused?limit=100`);
    const expected = [
      ...faults.map(({ reason }, i) => ({ line: 2 * i + 2, reason: expect.stringMatching(reason) })),
      twice,
    ];
    expect(refused.map(({ line, reason }: { line: number; reason: string }) => ({ line, reason }))).toEqual(
      expected,
    );
    // The preview has the first of them.
    expect(preview.refused).toEqual(expected.slice(0, 20));
    expect(preview).toMatchObject({ lines_read: table.length - 1, lines_refused: faults.length + 1 });

    const done = await files.confirm(preview.import_id);
    expect(done).toMatchObject({ status: 'done', lines_taken: faults.length, lines_duplicate: 0 });
    if (kind === 'settlement') {
      const [settlement] = await files.settlements();
      expect(settlement).toMatchObject({
        line_count: faults.length,
        net: faults.length * 1050,
        currency: 'USD',
      });
      const { data: lines } = await files.get(`/settlements/${settlement.settlement_id}/lines?limit=100`);
      // What a spreadsheet would run is data.
      expect(lines[0].order_reference).toBe('=HYPERLINK("https://example.com/2")');
    } else {
      const { data: lines } = await files.get('/bank_statements/lines?limit=100');
      expect(lines).toHaveLength(faults.length);
    }
  },
);

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const whole = csvOf(goodLine(1));
const lol = camt(camtEntry('10.00')).replace(
  '<Document',
  '<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]><Document',
);
const tooMany = csvOf(
  ...Array.from({ length: 10_001 }, (_, n) => `txn_${n},capture,"1,00",,,EUR,2026-11-30,,`),
);

test.for<[name: string, kind: 'settle' | 'state', file: string | Buffer, message: RegExp]>([
  ['is empty', 'settle', '', /^file is empty/],
  ['has a header only', 'settle', csvOf(), /^file has no lines/],
  [
    'has a line with a card number for its header',
    'settle',
    '4242424242424242,capture\n',
    /must have a header/,
  ],
  ['is in UTF-16', 'settle', utf16(whole), /^file is in UTF-16/],
  ['is in UTF-16', 'state', utf16(statementOf('2026-12-02,1.00,EUR,a,b')), /^file is in UTF-16/],
  [
    'is in Latin-1',
    'settle',
    latin1(csvOf(goodLine(1), 'ü,capture,1,0,1,EUR,2026-11-30,,')),
    /line 3 has a character of Latin-1/,
  ],
  [
    'is in Latin-1',
    'state',
    latin1(statementOf('2026-12-02,1.00,EUR,Müller,b')),
    /line 2 has a character of Latin-1/,
  ],
  ['ends inside a line', 'settle', whole.slice(0, -20), /seems to be truncated/],
  ['ends inside a cell in quotes', 'settle', `${whole}"txn`, /ends inside a cell in quotes/],
  [
    'ends inside a line',
    'state',
    statementOf('2026-12-02,1.00,EUR,a,b').slice(0, -3),
    /seems to be truncated/,
  ],
  ['has other totals', 'settle', csvOf(goodLine(1), ',total,11.00,,,EUR,,,'), /has totals for EUR/],
  ['is a cut workbook', 'settle', workbook([['a']]).subarray(0, -40), /seems to be truncated/],
  [
    'is a damaged workbook',
    'settle',
    workbook([['a']], { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' }),
    /is not well-formed XML/,
  ],
  [
    'is a workbook with a document type',
    'settle',
    workbook([['a']], { 'xl/sharedStrings.xml': '<!DOCTYPE sst><sst/>' }),
    /has a document type/,
  ],
  [
    'is another archive',
    'settle',
    workbook([['a']], { 'xl/workbook.xml': '<other/>' }),
    /no worksheet|no lines|has no column/,
  ],
  [
    'has a part of more bytes than it declares',
    'settle',
    workbook([['a']], {}, { 'xl/worksheets/sheet1.xml': 20 }),
    /is a damaged ZIP archive/,
  ],
  [
    'has a part that is too large',
    'settle',
    workbook([['a']], {}, { 'xl/worksheets/sheet1.xml': 2 ** 30 + 1 }),
    /parts of at most 1 GiB/,
  ],
  [
    'has a text without end',
    'settle',
    workbook([['a']], { 'xl/sharedStrings.xml': `<sst>${' '.repeat(3 * 1024 * 1024)}</sst>` }),
    /has a text that is too long/,
  ],
  ['is XML', 'settle', '<?xml version="1.0"?><a/>', /must be CSV or a workbook/],
  ['is other XML', 'state', '<?xml version="1.0"?><a/>', /no bank statement in CAMT.053/],
  ['has entities', 'state', lol, /has a document type, which is refused/],
  [
    'ends inside an element',
    'state',
    camt(camtEntry('10.00')).slice(0, -40),
    /is not well-formed XML, or is truncated/,
  ],
  [
    'has another closing balance',
    'state',
    camt(camtBalance('OPBD', '5.00'), camtBalance('CLBD', '16.00'), camtEntry('10.00')),
    /closing balance/,
  ],
  [
    'has another number of entries',
    'state',
    camt('<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries></TtlNtries></TxsSummry>', camtEntry('10.00')),
    /another number of entries/,
  ],
  [
    'has another sum of entries',
    'state',
    camt('<TxsSummry><TtlNtries><Sum>10.01</Sum></TtlNtries></TxsSummry>', camtEntry('10.00')),
    /another sum/,
  ],
  [
    'has more than 10 000 bad lines',
    'settle',
    tooMany,
    /More than 10000 lines of file cannot be read.*line 2: gross has a comma/,
  ],
])('A file that %s counts for nothing (%s)', async ([, kind, file, message], { files }) => {
  const { body, status } = await files[kind](file);
  expect([status, body.error?.code]).toEqual([400, expect.stringMatching(/^(invalid|missing)_parameter$/)]);
  expect(body.error.message).toMatch(message);
  expect((await files.get('/settlements/imports')).data).toEqual([]);
});

test('Booked entries of CAMT.053 count if balances and totals agree, pending ones do not', async ({
  files,
}) => {
  const totals = '<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries><Sum>15.5</Sum></TtlNtries></TxsSummry>';
  const [opening, closing] = [camtBalance('OPBD', '5.00'), camtBalance('CLBD', '9.50')];
  const entries = [camtEntry('10.00'), camtEntry('5.50', { debit: true })];
  const { body: agreed } = await files.state(camt(totals, opening, closing, ...entries));
  expect(agreed).toMatchObject({ format: 'camt', lines_read: 2, lines_refused: 0 });
  expect(agreed.sums).toEqual([{ currency: 'EUR', lines: 2, gross: 450, fee: 0, net: 450 }]);
  const { body: pending } = await files.state(camt(...entries, camtEntry('1.00', { status: 'PDNG' })));
  expect(pending.refused).toEqual([{ line: 3, reason: 'The entry is pending: only booked entries count.' }]);
});
