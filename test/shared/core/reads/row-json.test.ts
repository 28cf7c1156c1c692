import fc from 'fast-check';
import { expect } from 'vitest';
import type { Context } from '../../../../src/core/foundation/context.ts';
import { allPermissions } from '../../../../src/core/foundation/permissions.ts';
import { resourceOf, restNames } from '../../../../src/core/model/index.ts';
import { restValue } from '../../../../src/core/model/rest-view.ts';
import { readList, readPage, shownLists, WrittenPage } from '../../../../src/core/reads/index.ts';
import { isoTime } from '../../../../src/core/reads/row-texts.ts';
import { loadDemo } from '../../../../src/dev/demo/load.ts';
import { operations } from '../../../../src/rest/operations.ts';
import type { ResponseShape } from '../../../../src/rest/response-shapes.ts';
import { budget } from '../../../kit/figure.ts';
import { property, seed } from '../../../kit/property.ts';
import { seedMerchant } from '../../../kit/seed.ts';
import { test as base } from '../../../kit/test.ts';

/** Texts with characters that JSON escapes, list separators, and markers of nested objects. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.toWellFormed().replaceAll('\u0000', '')),
  fc.constantFrom(
    '"',
    '\\',
    ', \n ',
    ':{',
    ':[',
    '"},\n {"',
    '\u2028',
    '👩‍🚀',
    '{"a": 1}',
    'true',
    'null',
    '',
  ),
);
const json = fc.dictionary(
  text,
  fc.oneof(text, fc.integer(), fc.constant(null), fc.dictionary(text, text, { maxKeys: 2 })),
  { maxKeys: 3 },
);

const lists = operations.map(({ response }) => response).filter(({ write }) => write);

/** A page as written, and as its rows are presented. */
async function bothOf(ctx: Context, { target, view }: ResponseShape) {
  const written = await readList(ctx, target, view, [], { limit: 100 });
  const { read } = shownLists(ctx, target, view);
  const request = { columns: [...restNames(target, view)], take: 'first', limit: 100, lists: read } as const;
  const { rows } = await readPage(ctx, target, request);
  return { written, presented: rows.map((row) => restValue(target, view, row)) };
}

const test = base
  .extend(
    'contextOf',
    ({ service }) =>
      (merchantId: string) =>
        service.contextFor(
          { kind: 'api_key', merchantId, keyId: 'key_1', permissions: new Set(allPermissions) },
          'req_test',
        ),
  )
  .extend('demo', { scope: 'file' }, async ({ service }) => {
    const { database, encryption } = service;
    const [keys] = await loadDemo({ database, encryption, amounts: { payments: 300, merchants: 1 } });
    return keys!.merchantId;
  });

test('The comparison covers at least one list', () => {
  expect(lists.length).toBeGreaterThan(5);
});

test.for(lists.map((list) => [list.target.name, list] as const))(
  'A list of %s is byte for byte the same as its presented rows',
  async ([, list], { contextOf, demo, service }) => {
    const isAdmins = resourceOf(list.target).reach === 'installation';
    const ctx = isAdmins ? service.contextFor({ kind: 'admin_key' }, 'req_test') : contextOf(demo);
    const { presented, written } = await bothOf(ctx, list);
    expect(written).toBeInstanceOf(WrittenPage);
    expect((written as WrittenPage).json).toBe(JSON.stringify(presented));
    expect((written as WrittenPage).size).toBe(presented.length);
  },
);

test('Payments with any texts and any JSON are byte for byte as presented', async ({
  contextOf,
  service,
}) => {
  const payments = lists.find(({ shape }) => shape === 'pages')!;
  const values = fc.record({
    description: text,
    metadata: json,
    order_details: fc.constant([{ product_name: ':{' }]),
  });
  const refund = fc.record({ reason: text, metadata: fc.option(json) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(values, fc.array(refund, { maxLength: 2 })), { maxLength: 3 }),
      async (rows) => {
        const shop = await seedMerchant(service);
        for (const [payment, refunds] of rows) {
          const paymentId = await shop.payment(payment);
          for (const each of refunds) await shop.refund(paymentId, each);
          await shop.attempt(paymentId, { error_message: payment.description });
        }
        const { presented, written } = await bothOf(contextOf(shop.merchantId), payments);
        expect((written as WrittenPage).json).toBe(JSON.stringify(presented));
      },
    ),
    { seed, numRuns: budget(40, 6) },
  );
});

property(
  'A time in UTC as PostgreSQL writes it becomes the time of ISO 8601',
  fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
  (time) => {
    const [date, rest] = time.toISOString().split('T') as [string, string];
    // PostgreSQL drops trailing zeros of a fraction.
    const written = rest.replace(/\.?0*Z$/, '');
    expect(isoTime(`${date} ${written}+00`)).toBe(time.toISOString());
  },
);
