import { expect } from 'vitest';
import { retryDuePayments } from '../../../../src/core/payments/authorize/retry-due.ts';
import { hoursByAdvice, retryLimitsOf } from '../../../../src/core/payments/retry/network-limits.ts';
import { consenting, consentOf } from '../../../kit/consent.ts';
import { mapError } from '../../../kit/error-mapping.ts';
import { mutate } from '../../../kit/mutate.ts';
import { cards, sandboxShop, setColumns } from '../../../kit/sandbox-shop.ts';
import { testApart as base } from '../../../kit/test.ts';

const HOUR_MS = 3_600_000;
const policy = { max_attempts: 2, within_days: 30, hours_between: [24, 72] };

const test = base
  .extend('mapped', { scope: 'file' }, async ({ service }) => {
    await mapError(service, 'card_declined', { decision: 'retry' });
    return true;
  })
  .extend('shop', async ({ service, mapped }) => {
    expect(mapped).toBe(true);
    return sandboxShop(service);
  })
  .extend('merchant', ({ service, shop }) => consentOf(service, shop))
  .extend('profile', ({ api, shop }) => async (values: object) => {
    const path = `/account/${shop.merchantId}/business_profile/${shop.profileId}`;
    return api.post(path, values);
  })
  .extend('behave', ({ service, shop }) => (metadata: object) => {
    return setColumns(service, 'connector_accounts', { merchant_connector_id: shop.account }, { metadata });
  })
  /** A declined off-session charge of a saved card. */
  .extend('decline', ({ behave, merchant, shop }) => async () => {
    const customerId = await shop.customer();
    await behave({});
    const { mandateId } = await merchant.pay(consenting(customerId, cards.good));
    await behave({ decline: 'always' });
    const payment = await merchant.pay({ customerId, mandateId });
    expect(payment.status).toBe('failed');
    return payment.paymentId as string;
  })
  .extend(
    'read',
    ({ api }) =>
      async (id: string) =>
        (await api.get(`/payments/${id}`)).body,
  )
  .extend('typesOf', ({ service, shop }) => async (id: string) => {
    const text = 'select event_type as type from events where payment_id = $1 order by sequence';
    const rows = await service.database.rows.query<{ type: string }>({ text, values: [id] }, shop.merchantId);
    return rows.map(({ type }) => type);
  })
  .extend('runAt', ({ service }) => (at: Date) => {
    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    return retryDuePayments({ ...ctx, ports: { ...ctx.ports, now: () => at } });
  });

const after = (time: string, hours: number) => new Date(Date.parse(time) + hours * HOUR_MS);

test('A declined off-session charge is retried by the policy, and then no more', async ({
  behave,
  decline,
  graphql,
  profile,
  read,
  runAt,
  typesOf,
}) => {
  expect((await profile({ retry_policy: policy })).body.retry_policy).toEqual(policy);
  const id = await decline();
  const first = await read(id);
  const [attempt] = first.attempts;
  const wait = Date.parse(first.next_retry_at) - Date.parse(attempt.created_at);
  expect(Math.round(wait / HOUR_MS)).toBe(24);
  const query = 'query ($id: ID!) { payment(paymentId: $id) { nextRetryAt status } }';
  expect((await graphql.data(query, { id })).payment).toEqual({
    nextRetryAt: first.next_retry_at,
    status: 'failed',
  });
  await runAt(after(first.next_retry_at, -0.01));
  expect(await read(id)).toMatchObject({ attempt_count: 1 });
  const due = new Date(first.next_retry_at);
  // Of two processes, one retries.
  await Promise.all([runAt(due), runAt(due)]);
  const second = await read(id);
  expect(second).toMatchObject({ status: 'failed', attempt_count: 2 });
  expect(second.next_retry_at).toBe(after(first.next_retry_at, 72).toISOString());
  await behave({});
  await runAt(new Date(second.next_retry_at));
  expect(await read(id)).toMatchObject({ status: 'succeeded', attempt_count: 3 });
  expect((await read(id)).next_retry_at ?? null).toBeNull();
  const types = await typesOf(id);
  expect(types.filter((type) => type === 'payment_retry_scheduled')).toHaveLength(2);
  expect(types.at(-1)).toBe('payment_succeeded');

  const other = await decline();
  for (const _ of policy.hours_between) await runAt(new Date((await read(other)).next_retry_at));
  expect(await read(other)).toMatchObject({ status: 'failed', attempt_count: 3 });
  expect((await read(other)).next_retry_at ?? null).toBeNull();
});

test('Without a policy, a mapping or an absent customer nothing is retried', async ({
  behave,
  decline,
  merchant,
  profile,
  read,
  shop,
}) => {
  expect(await read(await decline())).not.toHaveProperty('next_retry_at');
  await profile({ retry_policy: policy });
  const customerId = await shop.customer();
  const present = await merchant.pay(consenting(customerId, cards.good));
  expect(present.status).toBe('failed');
  expect(await read(present.paymentId as string)).not.toHaveProperty('next_retry_at');
  await behave({});
  const paymentMethodId = await merchant.saveCard(customerId, '4000000000009995', { recurringEnabled: true });
  const unmapped = await merchant.pay({ customerId, offSession: true, paymentMethodId });
  expect(unmapped).toMatchObject({ status: 'failed', errorCode: 'insufficient_funds' });
  expect(await read(unmapped.paymentId as string)).not.toHaveProperty('next_retry_at');
});

test('A retry is cancelled by the merchant on both faces, once, and by what makes it impossible', async ({
  api,
  decline,
  profile,
  read,
  runAt,
  service,
  shop,
  typesOf,
}) => {
  await profile({ retry_policy: policy });
  const id = await decline();
  const cancelled = await api.post(`/payments/${id}/cancel_retry`);
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'failed']);
  const again = await mutate(
    service,
    shop.key,
    'cancelPaymentRetry',
    { paymentId: id },
    'payment { status }',
  );
  expect(again.payload.userErrors[0].code).toBe('unexpected_state');
  expect((await typesOf(id)).at(-1)).toBe('payment_retry_cancelled');

  const impossible = await decline();
  const { mandate_id: mandate, next_retry_at: due } = await read(impossible);
  expect((await api.post(`/mandates/revoke/${mandate}`)).status).toBe(200);
  await runAt(new Date(due));
  expect(await read(impossible)).toMatchObject({ status: 'failed', attempt_count: 1 });
  expect((await typesOf(impossible)).at(-1)).toBe('payment_retry_cancelled');
  expect(await runAt(new Date(due))).toBe(0);

  const blocked = await decline();
  const waiting = await read(blocked);
  const { body: ruleset } = await api.post('/rulesets', {
    ...{ decision: 'risk', name: 'Everything', profile_id: shop.profileId },
    ...{ rules: [], default: { risk: 'block' } },
  });
  await api.post(`/rulesets/${ruleset.ruleset_id}/activate`);
  await runAt(new Date(waiting.next_retry_at));
  expect(await read(blocked)).toMatchObject({ error_code: 'blocked', attempt_count: 1 });
  expect((await typesOf(blocked)).slice(-2).sort()).toEqual(['payment_failed', 'payment_retry_cancelled']);
  expect(await runAt(new Date(waiting.next_retry_at))).toBe(0);
  await api.post(`/rulesets/${ruleset.ruleset_id}/deactivate`);

  const abandoned = await decline();
  const scheduled = await read(abandoned);
  await profile({ retry_policy: null });
  await runAt(new Date(scheduled.next_retry_at));
  expect(await read(abandoned)).toMatchObject({ status: 'failed', attempt_count: 1 });
  expect((await typesOf(abandoned)).at(-1)).toBe('payment_retry_cancelled');
});

test("A card's retries stay within its network's limits, also of several payments at once", async ({
  decline,
  merchant,
  profile,
  read,
  runAt,
  service,
  shop,
}) => {
  await profile({ retry_policy: { ...policy, hours_between: [1] } });
  const id = await decline();
  const { customer_id: customerId, fingerprint, mandate_id: mandateId, next_retry_at: due } = await read(id);
  const { attempts } = retryLimitsOf('Visa')[0]!;
  // Earlier charges of the card leave room for one more within the month.
  while ((await countOf()) < attempts - 1) await merchant.pay({ customerId, mandateId });
  await runAt(new Date(Date.parse(due) + HOUR_MS));
  expect(await countOf()).toBe(attempts);
  await runAt(new Date(Date.parse(due) + 2 * HOUR_MS));
  expect(await countOf()).toBe(attempts);

  async function countOf(): Promise<number> {
    const text = `select count(*)::int as number from attempts a join payments p using (merchant_id, payment_id)
      where p.fingerprint = $1 and p.off_session and a.merchant_id = $2`;
    const values = [fingerprint, shop.merchantId];
    const [row] = await service.database.rows.query<{ number: number }>({ text, values }, shop.merchantId);
    return row!.number;
  }
});

test('A policy with invalid hours is refused by its path', async ({ profile }) => {
  for (const hours of [[], [0], [1.5], ['24'], 24, Array.from({ length: 16 }, () => 1)]) {
    const refused = await profile({ retry_policy: { ...policy, hours_between: hours } });
    expect([refused.status, refused.body.error?.param]).toEqual([400, 'retry_policy.hours_between']);
  }
});

test("Mastercard's advice is obeyed", () => {
  expect([null, '02', '25', '30'].map(hoursByAdvice)).toEqual([0, 0, 24, 240]);
  expect(['01', '03', '04', '21', '41'].map(hoursByAdvice)).toEqual([null, null, null, null, null]);
});
