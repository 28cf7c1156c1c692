import { expect } from 'vitest';
import { Payment } from '../../../../src/core/entities/payment.ts';
import { paymentDecision } from '../../../../src/core/payments/capture/payment-sums.ts';
import { countRows } from '../../../../src/core/reads/count.ts';
import { readPage } from '../../../../src/core/reads/page.ts';
import type { Condition } from '../../../../src/core/reads/predicates.ts';
import { readStats } from '../../../../src/core/reads/stats.ts';
import { test } from '../../../kit/test.ts';

/** Like PostgreSQL's cancellation of a statement. */
const timedOut = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

const since: Condition = { field: 'created', op: 'gte', value: '2026-01-01T00:00:00.000Z' };
const unserved: readonly (readonly [name: string, condition: Condition])[] = [
  ['a filter without an index', { field: 'net_amount', op: 'eq', value: 1 }],
  ['a computed field', { field: 'decline_code', op: 'eq', value: 'card_declined' }],
  ['a range of something else than time', { field: 'amount', op: 'gte', value: 1 }],
  ['a negation', { not: [{ field: 'status', op: 'eq', value: 'failed' }] }],
  ['an alternative without an index', { or: [[{ field: 'net_amount', op: 'eq', value: 1 }]] }],
  ['a flag that is not set', { field: 'disputed', op: 'eq', value: false }],
];
const served: readonly (readonly [name: string, condition: Condition])[] = [
  ['a filter with an index', { field: 'status', op: 'eq', value: 'failed' }],
  ['a range of times alone', since],
  ['a flag that is set', { field: 'disputed', op: 'eq', value: true }],
];

const words: readonly (readonly [name: string, condition: Condition])[] = [
  ['a search', { search: 'gold' }],
  [
    'an alternative with a search',
    { or: [[{ search: 'gold' }], [{ field: 'status', op: 'eq', value: 'failed' }]] },
  ],
];

const refusals = {
  unserved: { code: 'query_too_complex', param: 'created' },
  words: { code: 'overloaded', param: 'search' },
  served: { code: '57014' },
};

const readings = (
  Object.entries({ unserved, words, served }) as [keyof typeof refusals, typeof words][]
).flatMap(([kind, of]) =>
  of.flatMap(([name, condition]) =>
    [[condition], [since, condition]].map((where) => [name, where, refusals[kind]] as const),
  ),
);

test.for(readings)(
  'A slow list suggests narrowing %s or searching otherwise, or reports that the service is busy',
  async ([, where, refusal], { service, shop }) => {
    const ctx = {
      ...service.contextFor({ kind: 'admin_key' }, 'req_slow'),
      merchantId: shop.merchantId,
      rows: { query: () => Promise.reject(timedOut) },
    };
    const page = { columns: ['payment_id'], take: 'first', limit: 1, where } as const;
    const stats = {
      where,
      groupBy: [],
      interval: null,
      timeZone: 'UTC',
      decision: paymentDecision,
      sums: ['amount'],
    };
    const reads = [
      readPage(ctx, Payment, page),
      countRows(ctx, Payment, where, 10),
      readStats(ctx, Payment, stats),
    ];
    for (const read of reads) {
      await expect(read).rejects.toMatchObject(refusal);
    }
  },
);
