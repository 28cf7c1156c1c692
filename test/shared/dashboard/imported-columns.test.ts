import { expect, test } from 'vitest';
import { bankColumns } from '../../../src/core/settlements/files/bank-line.ts';
import { settlementColumns } from '../../../src/core/settlements/files/settlement-file-line.ts';
import {
  columnNamed,
  columnsIn,
  mappingOf,
  targetColumns,
} from '../../../src/dashboard/pages/imports/columns.ts';

test('The form of an import offers every column that the service reads', () => {
  const offered = (kind: 'settlement' | 'bank_statement') =>
    Object.fromEntries(targetColumns[kind].map(({ isRequired, name }) => [name, isRequired]));
  expect(offered('settlement')).toEqual(settlementColumns);
  expect(offered('bank_statement')).toEqual(bankColumns);
});

test('The columns of a CSV file are those of its first line', async () => {
  const columns = (text: string) => columnsIn(new File([text], 'file'));
  expect(await columns('Psp Reference;Betrag;"Net; of fee"\r\n1;2;3\r\n')).toEqual([
    'Psp Reference',
    'Betrag',
    'Net; of fee',
  ]);
  expect(await columns('\uFEFFa,"b ""c""",,a\n')).toEqual(['a', 'b "c"']);
  expect(await columns('a\tb\n')).toEqual(['a', 'b']);
  for (const other of ['PK\u0003\u0004,x', '<?xml version="1.0", encoding="UTF-8"?>', '', 'a\n'])
    expect(await columns(other)).toBe(null);
});

test('A mapping has the chosen columns, and those of the same name', () => {
  const columns = ['Amount', 'BOOKED_ON', 'Currency', 'Text'];
  expect(columnNamed(columns, 'booked_on')).toBe('BOOKED_ON');
  expect(mappingOf('bank_statement', columns, {})).toBe(null);
  expect(mappingOf('bank_statement', columns, { currency: ' ' })).toBe(null);
  expect(mappingOf('bank_statement', columns, { reference: 'Text', currency: '' })).toEqual({
    booked_on: 'BOOKED_ON',
    amount: 'Amount',
    reference: 'Text',
  });
});
