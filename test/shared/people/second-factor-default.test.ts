import { expect } from 'vitest';
import type { Ports } from '../../../src/core/foundation/ports/ports.ts';
import { createMerchantAccount } from '../../../src/core/merchant-accounts/merchant-accounts.ts';
import { noteMissingSecondFactors } from '../../../src/core/merchant-accounts/note-second-factor.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { testApart as test } from '../../kit/test.ts';

let merchants = 0;
/** The service's context with or without the second factor for new accounts. */
const contextOf = ({ contextFor }: TestService, expectsSecondFactor: boolean) => {
  const ctx = contextFor({ kind: 'admin_key' }, 'test');
  const ports: Ports = { ...ctx.ports, expectsSecondFactor };
  return { ...ctx, ports };
};

async function create(service: TestService, expectsSecondFactor: boolean): Promise<string> {
  const merchant_id = `mer_factor_${++merchants}`;
  await createMerchantAccount(contextOf(service, expectsSecondFactor), { merchant_id });
  return merchant_id;
}

const requiredOf = async ({ database }: TestService, merchantId: string) => {
  const text = 'select require_second_factor from merchant_accounts where merchant_id = $1';
  const [row] = await database.rows.query({ text, values: [merchantId] }, merchantId);
  return row!.require_second_factor;
};

const noticesOf = async ({ database }: TestService, merchantId: string) => {
  const text = `select kind, object_id, message, mail_due from notifications where merchant_id = $1`;
  return database.rows.query({ text, values: [merchantId] }, merchantId);
};

test('Only live accounts without a provider require a second factor from the start', async ({ service }) => {
  expect(contextOf(service, false).ports.environment).toBe('test');
  expect(service.contextFor({ kind: 'admin_key' }, 'test').ports.expectsSecondFactor).toBe(false);
  expect(await requiredOf(service, await create(service, true))).toBe(true);
  expect(await requiredOf(service, await create(service, false))).toBe(false);
});

test.for([
  [true, null],
  [false, { issuer: 'http://127.0.0.1:1', clientId: 'switchyard', clientSecret: 'a secret' }],
] as const)('In live mode, a second factor is expected: %s', async ([isExpected, oidc]) => {
  const service = await startTestService({ environment: 'live', oidc });
  try {
    const merchant_id = `mer_live_${isExpected}`;
    await createMerchantAccount(service.contextFor({ kind: 'admin_key' }, 'test'), { merchant_id });
    expect(await requiredOf(service, merchant_id)).toBe(isExpected);
  } finally {
    await service.close();
  }
});

test('Owners are notified when a second factor is no longer required', async ({ adminGraphql, service }) => {
  const merchantId = await create(service, true);
  const set = (requireSecondFactor: boolean) =>
    adminGraphql.mutate(
      'updateMerchantAccount',
      { merchantId, requireSecondFactor },
      'merchantAccount { requireSecondFactor }',
    );
  await set(true);
  expect(await noticesOf(service, merchantId)).toEqual([]);
  await set(false);
  const told = {
    kind: 'second_factor_off',
    object_id: merchantId,
    message: expect.stringMatching(/not required any more.*environment key/),
    mail_due: true,
  };
  expect(await noticesOf(service, merchantId)).toEqual([told]);
  await set(false);
  expect(await noticesOf(service, merchantId)).toHaveLength(1);
});

test('Owners of an account that never required one are notified once', async ({ service }) => {
  const [without, required] = [await create(service, false), await create(service, true)];
  expect(await noteMissingSecondFactors(contextOf(service, false))).toEqual([]);
  const first = await noteMissingSecondFactors(contextOf(service, true));
  expect(first).toContain(without);
  expect(first).not.toContain(required);
  expect(await noteMissingSecondFactors(contextOf(service, true))).toEqual([]);
  expect(await noticesOf(service, without)).toEqual([
    expect.objectContaining({ kind: 'second_factor_off', mail_due: true }),
  ]);
  expect(await requiredOf(service, without)).toBe(false);
  expect(await noticesOf(service, required)).toEqual([]);
});
