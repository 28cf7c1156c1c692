import { beforeEach, expect } from 'vitest';
import { answering, answersSucceed, captureMade, manual, test } from './later-report.ts';

beforeEach(answersSucceed);

const answers = ['pending', 'failed', 'succeeded'] as const;
/** The amount reported by a connector instead of the requested 1000 USD. */
const others = [
  { amount: 400, currency: 'USD' },
  { amount: 1000, currency: 'SEK' },
] as const;
const walked = answers.flatMap((answer) => others.map((moved) => ({ answer, ...moved })));
const codes = { errorCode: 'not_as_asked' };

test.for(walked)(
  'A capture reported with another amount is not counted: %j',
  async ({ answer, ...moved }, { api, calls, get, paid, tell, told }) => {
    const { id, transaction } = await paid(manual);
    answering('capture', answer);
    await api.post(`/payments/${id}/capture`);
    const [call] = await calls(id, 'capture');
    const connectorCaptureId = `capture_${call!.call_id}`;
    const before = await get(id);
    const report = captureMade(transaction, { connectorCaptureId, ...moved });
    for (const at of [600, 700]) expect(await tell(at, report)).toBe(200);
    const after = await get(id);
    expect(after).toMatchObject({ ...codes, status: before.status, amountReceived: before.amountReceived });
    expect(after.captures).toMatchObject([{ ...codes, status: before.captures[0].status }]);
    expect(await told(/not_as_asked/)).toEqual(['payment_not_as_asked']);
    if (answer === 'succeeded') return;
    await tell(800, captureMade(transaction, { connectorCaptureId }));
    expect(await get(id)).toMatchObject({ status: 'succeeded', amountReceived: 1000, errorCode: null });
  },
);

test.for(walked)(
  'A refund reported with another amount is not counted: %j',
  async ({ answer, ...moved }, { calls, get, paid, refund, tell, told }) => {
    const { id, transaction } = await paid();
    answering('refund', answer);
    const refundId = await refund(id, 1000);
    const [call] = await calls(refundId, 'refund');
    const before = await get(id);
    const refundMade = {
      ...{ type: 'refund_made', connectorTransactionId: transaction, status: 'succeeded', reason: null },
      ...{ connectorRefundId: `refund_${call!.call_id}`, amount: 1000, currency: 'USD' },
    };
    for (const at of [600, 700]) expect(await tell(at, { ...refundMade, ...moved })).toBe(200);
    const after = await get(id);
    expect(after.amountRefunded).toBe(before.amountRefunded);
    expect(after.refunds).toMatchObject([{ ...codes, status: before.refunds[0].status }]);
    expect(await told(/not_as_asked/)).toEqual(['refund_not_as_asked']);
    if (answer === 'succeeded') return;
    await tell(800, refundMade);
    const { amountRefunded, refunds } = await get(id);
    expect([amountRefunded, refunds]).toMatchObject([1000, [{ status: 'succeeded', errorCode: null }]]);
  },
);
