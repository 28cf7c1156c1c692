import { beforeEach, expect } from 'vitest';
import { disputeOpened } from '../../../kit/scripted-connector.ts';
import {
  answering,
  answersSucceed,
  captureFailed,
  captureId,
  captureMade,
  manual,
  test,
} from './later-report.ts';

beforeEach(answersSucceed);

test('A capture beyond the authorization and a refund beyond the received amount are reported once as mismatches', async ({
  get,
  paid,
  tell,
  told,
}) => {
  const { id, transaction } = await paid(manual);
  for (const at of [1, 2]) expect(await tell(at, captureMade(transaction, { amount: 1100 }))).toBe(200);
  expect(await get(id)).toMatchObject({
    ...{ status: 'requires_capture', amountReceived: 0, amountCapturable: 1000, errorCode: 'not_as_asked' },
    errorMessage: expect.stringContaining('11.00 USD'),
    captures: [],
  });
  const refund = { connectorRefundId: 'ref_there', amount: 500, currency: 'USD', status: 'succeeded' };
  const made = { type: 'refund_made', connectorTransactionId: transaction, ...refund, reason: null };
  for (const at of [3, 4]) expect(await tell(at, made)).toBe(200);
  expect(await get(id)).toMatchObject({
    amountRefunded: 0,
    errorMessage: expect.stringContaining('5.00 USD'),
  });
  expect(await told(/not_as_asked/)).toEqual(['payment_not_as_asked', 'payment_not_as_asked']);
});

test('A failure reported before its refund or capture is kept until that is known', async ({
  get,
  paid,
  tell,
  told,
}) => {
  const { id, transaction } = await paid();
  const refund = { connectorRefundId: 'ref_early', amount: 300, currency: 'USD', status: 'succeeded' };
  const failed = { type: 'refund_failed', connectorRefundId: 'ref_early', code: 'returned', message: 'R.' };
  expect(await tell(2, failed)).toBe(200);
  const made = { type: 'refund_made', connectorTransactionId: transaction, ...refund, reason: null };
  expect(await tell(1, made)).toBe(200);
  expect(await get(id)).toMatchObject({
    amountRefunded: 0,
    refunds: [{ status: 'failed', errorCode: 'returned' }],
  });
  expect(await told(/refund/)).toEqual(['refund_failed']);
  await tell(3, made);
  expect(await get(id)).toMatchObject({ amountRefunded: 300, refunds: [{ status: 'succeeded' }] });

  const { id: held, transaction: authorization } = await paid(manual);
  expect(await tell(2, captureFailed(authorization, captureId))).toBe(200);
  expect(await tell(1, captureMade(authorization))).toBe(200);
  expect(await get(held)).toMatchObject({
    status: 'failed',
    amountReceived: 0,
    captures: [{ status: 'failed' }],
  });
});

test('A refund that succeeds after the money was refunded another way is a mismatch', async ({
  get,
  outcome,
  pay,
  refund,
  told,
}) => {
  answering('refund', 'failed');
  const id = await pay();
  const first = await refund(id);
  answering('refund', 'succeeded');
  await refund(id);
  await outcome(1, first, 'refund', 'succeeded');
  const { amountRefunded, refunds } = await get(id);
  expect(amountRefunded).toBe(1000);
  expect(refunds.find((one: { refundId: string }) => one.refundId === first)).toMatchObject({
    status: 'failed',
    errorCode: 'not_as_asked',
  });
  expect(await told(/not_as_asked/)).toEqual(['refund_not_as_asked']);
});

test("A dispute that is won, then lost, or the reverse, ends with the connector's last report", async ({
  get,
  graphql,
  pay,
  refund,
  tell,
  told,
}) => {
  for (const [first, last] of [
    ['won', 'lost'],
    ['lost', 'won'],
  ] as const) {
    const id = await pay();
    const { connectorTransactionId } = (await get(id)).attempts[0];
    const of = { ...disputeOpened, connectorTransactionId, connectorDisputeId: `dis_${id}`, amount: 1000 };
    await tell(1, of);
    await tell(2, { ...of, status: first });
    await tell(4, { ...of, status: last });
    // A replay of the older report, under another identifier.
    await tell(2, { ...of, status: first });
    expect((await told(/dispute/)).slice(-3)).toEqual([
      'dispute_opened',
      `dispute_${first}`,
      `dispute_${last}`,
    ]);
    expect(await refund(id)).toMatch(last === 'won' ? /^ref_/ : /^amount_exceeds_available$/);
  }
  const { disputeStats } = await graphql.data('{ disputeStats(groupBy: [STATUS]) { status count } }');
  expect(disputeStats).toHaveLength(2);
});

test('A payout that failed and arrives, or returns and arrives again, shows the last report', async ({
  outcome,
  payOut,
  payoutShown: shown,
  told,
}) => {
  answering('payout', 'failed');
  const failed = await payOut();
  expect((await shown(failed)).status).toBe('failed');
  await outcome(1, failed, 'fulfill', 'succeeded');
  const arrived = { status: 'success', errorCode: null, attempts: [{ status: 'success' }] };
  expect(await shown(failed)).toEqual(arrived);
  await outcome(2, failed, 'fulfill', 'failed');
  expect(await shown(failed)).toMatchObject({ status: 'reversed', errorCode: 'refused' });
  await outcome(1, failed, 'fulfill', 'succeeded');
  expect((await shown(failed)).status).toBe('reversed');
  await outcome(3, failed, 'fulfill', 'succeeded');
  expect(await shown(failed)).toEqual(arrived);
  expect(await told(/payout/)).toEqual([
    ...['payout_initiated', 'payout_failed', 'payout_success', 'payout_reversed', 'payout_success'],
  ]);
});
