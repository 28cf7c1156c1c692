import path from 'node:path';
import { expect, test } from 'vitest';
import { AttemptStatus } from '../../../src/core/entities/payment-enumerations.ts';
import { PaymentMethodKind } from '../../../src/core/entities/values/payment-method-data.ts';
import type { EnumerationOf } from '../../../src/core/model/index.ts';

interface FilterField {
  readonly kind: string;
  readonly name: string;
  readonly label: string;
  readonly field: string;
  readonly options?: readonly string[];
}
type Filters = readonly FilterField[];

/** Imports a module of the dashboard, compiled for browsers. */
const load = (file: string) => import(path.resolve(import.meta.dirname, '../../../src/dashboard', file));
const { filterOf }: { filterOf: (of: { filters: Filters }, params: URLSearchParams) => object } =
  await load('list/address.ts');
const { methods }: { methods: readonly string[] } = await load('list/definition.ts');
const { unreadOf }: { unreadOf: (filters: Filters, params: URLSearchParams) => Unread[] } =
  await load('list/unread.ts');
const { attemptFilters }: { attemptFilters: Filters } = await load('list/attempt-filters.ts');

interface Unread {
  readonly name: string;
  readonly value: string;
  readonly known: string | null;
}

const reachedOf = ({ unreached, values }: EnumerationOf) =>
  values.filter((value) => !unreached.includes(value)).sort();

test('Attempts can be filtered by each of their possible statuses and methods', () => {
  const { options } = attemptFilters.find(({ name }) => name === 'status')!;
  expect([...options!].sort()).toEqual(reachedOf(AttemptStatus));
  expect([...methods].sort()).toEqual(reachedOf(PaymentMethodKind));
});

const filters: readonly FilterField[] = [
  { kind: 'choice', name: 'status', label: 'Status', field: 'status', options: ['failed', 'succeeded'] },
  { kind: 'flag', name: 'read', label: 'Read', field: 'read' },
  { kind: 'time', name: 'created', label: 'Created', field: 'created' },
  { kind: 'text', name: 'currency', label: 'Currency', field: 'currency' },
  { kind: 'amount', name: 'amount', label: 'Amount', field: 'amount' },
];
const read = (query: string) => {
  const params = new URLSearchParams(query);
  const unread = unreadOf(filters, params).map(({ known, name, value }) => [name, value, known]);
  return [Object.keys(filterOf({ filters }, params)), unread];
};

test.for([
  ['status=failed,nope', ['status'], [['status', 'nope', 'failed']]],
  ['status=nope', [], [['status', 'nope', null]]],
  ['read=maybe', [], [['read', 'maybe', null]]],
  ['created=2026-02-30..2026-03-01', ['created'], [['created', '2026-02-30', null]]],
  ['created=2028-02-29..', ['created'], []],
  ['created=2026-11-22T10:00:00.000Z..', ['created'], []],
  ['created=0000-01-01..9999-12-31', [], [['created', '0000-01-01, 9999-12-31', null]]],
  ['amount=12..', ['or'], []],
  ['amount=12..&currency=EUR', ['currency', 'amount'], []],
  ['amount=12.345..&currency=EUR', ['currency'], [['amount', '12.345', null]]],
  ['amount=nope..', [], [['amount', 'nope', null]]],
  ['amount=999999999999..&currency=CLF', ['currency'], [['amount', '999999999999', null]]],
  ['', [], []],
] as const)('A list ignores the unreadable filters of %s', ([query, filtered, unread]) => {
  expect(read(query)).toEqual([filtered, unread]);
});
