import { expect } from 'vitest';
import {
  type ReportItem,
  ReportTruncatedError,
  type SettledLine,
} from '../../../../src/core/foundation/ports/connector-settlements.ts';
import { bookingOf, payToBank } from './stand-in/settlements.ts';
import { eventBody, signed } from './stand-in/webhooks.ts';
import { access, test, unique } from './world.ts';

const { signal } = new AbortController();
const request = { signal, since: new Date(1_793_000_000_000) };

const reading = test.extend(
  'read',
  ({ world }) =>
    async (id: string, after: number | null = null, cursor = '') => {
      const report = (await world.connector.listReports!(access, request)).find(
        ({ reference }) => reference === id,
      )!;
      const items: ReportItem[] = [];
      const place = after === null ? null : { lineNumber: after, cursor };
      for await (const item of world.connector.readReport!(access, { report, after: place, signal }))
        items.push(item);
      return {
        report,
        items,
        lines: items.flatMap((item): SettledLine[] => ('line' in item ? [item.line] : [])),
      };
    },
);

reading('A payout is a report of its balance transactions and of itself', async ({ read, world }) => {
  const id = unique('po');
  const eur = {
    id: 'ch_1',
    object: 'charge',
    amount: 1000,
    amount_captured: 1000,
    currency: 'eur',
    payment_intent: 'pi_1',
  };
  payToBank(world.standIn.state, id, [
    bookingOf('txn_charge', {
      ...{ amount: 2000, fee: 88, source: { ...eur, currency: 'usd', amount: 2000, amount_captured: 2000 } },
      fee_details: [
        { amount: 88, currency: 'usd', type: 'stripe_fee', application: null, description: null },
      ],
    }),
    bookingOf('txn_converted', { amount: 1234, fee: 66, exchange_rate: 1.234, source: eur }),
    bookingOf('txn_refund', {
      ...{ amount: -500, reporting_category: 'refund', type: 'refund' },
      source: { id: 're_1', object: 'refund', amount: 500, currency: 'usd', payment_intent: 'pi_1' },
    }),
    bookingOf('txn_dispute', { amount: -300, fee: 150, reporting_category: 'dispute', type: 'adjustment' }),
    bookingOf('txn_fee', { amount: -25, reporting_category: 'fee', type: 'stripe_fee' }),
  ]);
  const { lines, report } = await read(id);
  const sum = 1912 + 1168 - 500 - 450 - 25;
  expect(report).toEqual({
    reference: id,
    reportedAt: new Date(1_793_700_000_000),
    awaitsBank: false,
    transfer: {
      ...{ settlementReference: id, currency: 'USD', amount: sum, bankReference: `trace_${id}` },
      paidAt: new Date((1_793_700_000 + 172_800) * 1000),
    },
  });
  const shown = lines.map(({ connectorReference, currency, fee, gross, type }) => [
    ...[connectorReference, type, gross, fee, currency],
  ]);
  expect(shown).toEqual([
    [`txn_${id}`, 'transfer', -sum, 0, 'USD'],
    ['txn_charge', 'capture', 2000, 88, 'USD'],
    ['txn_converted', 'capture', 1000, null, 'EUR'],
    ['txn_refund', 'refund', -500, 0, 'USD'],
    ['txn_dispute', 'dispute', -300, 150, 'USD'],
    ['txn_fee', 'fee', 0, 25, 'USD'],
  ]);
  expect(lines[2]!.settled).toEqual({ net: 1168, fee: 66, currency: 'USD' });
  expect(lines[1]).toMatchObject({
    ...{ lineNumber: 2, orderReference: 'pi_1', settlementReference: id, settled: null },
    ...{ occurredAt: new Date(1_793_600_000_000), availableOn: new Date(1_793_700_000_000) },
  });
});

reading('A report is read page by page, from any line', async ({ read, world }) => {
  const id = unique('po');
  const bookings = Array.from({ length: 250 }, (_, i) => bookingOf(`txn_${id}_${i + 1}`, { amount: 10 }));
  payToBank(world.standIn.state, id, bookings);
  const before = world.standIn.bodies.length;
  const { items, lines } = await read(id);
  expect(lines.map(({ lineNumber }) => lineNumber)).toEqual(Array.from({ length: 251 }, (_, i) => i + 1));
  const pages = world.standIn.bodies.slice(before).filter(({ path }) => path === '/v1/balance_transactions');
  expect(pages).toHaveLength(3);
  const { lines: rest } = await read(id, 120, items[119]!.cursor!);
  expect(rest).toEqual(lines.slice(120));
});

reading('A payout whose balance transactions do not add up is truncated', async ({ read, world }) => {
  const id = unique('po');
  payToBank(world.standIn.state, id, [bookingOf('txn_a', {}), bookingOf('txn_b', {})]);
  const kept = world.standIn.state.bankPayouts.get(id)!;
  world.standIn.state.bankPayouts.set(id, { ...kept, bookings: kept.bookings.slice(0, 2) });
  await expect(read(id)).rejects.toThrow(ReportTruncatedError);
  await expect(read(id)).rejects.toThrow(`The 2 balance transactions of ${id} do not add up to the payout.`);
});

reading('Only automatic payouts that Stripe has reconciled, and sent, are reports', async ({ world }) => {
  const { state } = world.standIn;
  const given = [
    { automatic: false },
    { reconciliation_status: 'in_progress' },
    { status: 'pending' },
    { status: 'failed' },
    { status: 'in_transit' },
  ];
  const ids = given.map((more) => payToBank(state, unique('po'), [bookingOf('txn', {})], more).id);
  const offered = await world.connector.listReports!(access, request);
  const found = offered.filter(({ reference }) => ids.includes(reference));
  expect(found).toMatchObject([{ reference: ids[4], awaitsBank: true, transfer: { paidAt: null } }]);
});

reading('A movement in a currency or category that is not known is named', async ({ read, world }) => {
  const id = unique('po');
  payToBank(world.standIn.state, id, [
    bookingOf('txn_odd', { reporting_category: 'gravity', amount: -7 }),
    bookingOf('txn_new', { currency: 'us dollars', amount: 20 }),
    bookingOf('txn_good', { amount: 30 }),
  ]);
  const { items, lines } = await read(id);
  expect(lines.map(({ type }) => type)).toEqual(['transfer', 'adjustment', 'capture']);
  expect(items[2]).toEqual({
    ...{ refused: 'The vendor gave an amount without a currency.', lineNumber: 3, cursor: 'txn_new' },
  });
  expect(world.warnings).toContainEqual(expect.stringContaining('gravity'));
});

const heard = [
  ['payout.paid', true, ['report_ready']],
  ['payout.reconciliation_completed', true, ['report_ready']],
  ['payout.paid', false, []],
] as const;

test.for(heard)(
  'The webhook %s of an automatic payout (%s) says that a report is ready',
  async ([type, automatic, expected], { world }) => {
    const payout = payToBank(world.standIn.state, unique('po'), [bookingOf('txn', {})], { automatic });
    const planned = { id: unique('evt'), type, dueAt: world.now().getTime(), object: payout };
    const { body, headers } = signed(eventBody(planned), world.now());
    const webhook = { headers, body: Buffer.from(body) };
    const { events } = await world.connector.readWebhook!(access, webhook, signal);
    expect(events.map((one) => one.type)).toEqual(expected);
  },
);
