import { expect } from 'vitest';
import { rateLimits } from '../../../src/config/limit-defaults.ts';
import { createCustomer } from '../../../src/core/customers/customers.ts';
import { Customer } from '../../../src/core/entities/customer.ts';
import type { Caller } from '../../../src/core/foundation/context.ts';
import { type Role, requireAccess, roles, working } from '../../../src/core/foundation/permissions.ts';
import { readOne } from '../../../src/core/reads/index.ts';
import { once } from '../../../src/core/writes/idempotency.ts';
import { keyOf } from '../../../src/http/load/live-connection-limits.ts';
import { RateLimits } from '../../../src/http/load/rate-limits.ts';
import { test } from '../../kit/test.ts';

const person = (merchantId: string, personId: string, role: Role = 'owner'): Caller => ({
  kind: 'person',
  merchantId,
  personId,
  sessionId: `session of ${personId}`,
  role,
  permissions: new Set(roles[role]),
  secondFactorAt: null,
});

test('Rate limits count each person separately, wherever they are', async () => {
  const limits = new RateLimits({ ...rateLimits, reads: 1 });
  const spend = (caller: Caller, address: string) => limits.spend('reads', { caller, address });
  await spend(person('acme', 'ada'), '203.0.113.7');
  await expect(spend(person('acme', 'ada'), '198.51.100.7')).rejects.toThrow('1 reads per minute');
  await spend(person('acme', 'bob'), '203.0.113.7');
  await spend({ kind: 'api_key', merchantId: 'acme', keyId: 'ada' }, '203.0.113.7');
  const quotas = [
    person('acme', 'ada'),
    person('acme', 'bob'),
    { kind: 'api_key', merchantId: 'acme', keyId: 'ada' } as const,
    { kind: 'admin_key' } as const,
  ].map(keyOf);
  expect(new Set(quotas).size).toBe(quotas.length);
  expect(keyOf(person('acme', 'ada'))).toBe(keyOf(person('acme', 'ada', 'analyst')));
});

test('Each person has separate idempotency keys', async ({ service, shop }) => {
  const run = (caller: Caller, answer: string) =>
    once(
      service.contextFor(caller, 'test'),
      { key: 'key-1', operation: 'test', input: {} },
      async () => answer,
    );
  const ada = person(shop.merchantId, 'ada');
  expect(await run(ada, 'first')).toEqual({ answer: 'first', replayed: false });
  expect(await run(ada, 'second')).toEqual({ answer: 'first', replayed: true });
  const others: Caller[] = [
    person(shop.merchantId, 'bob'),
    { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId },
  ];
  for (const caller of others) expect(await run(caller, 'own')).toEqual({ answer: 'own', replayed: false });
});

test('A person may do what their role allows, and a refusal names the missing permission', async ({
  service,
  shop,
}) => {
  const as = (role: Role) => service.contextFor(person(shop.merchantId, 'ada', role), 'test');
  const writing = { permission: 'customers:write', reach: 'shared' } as const;
  requireAccess(as('operator'), writing);
  const customerId = await createCustomer(working(as('operator')), { name: 'Ann Bee' });
  expect(() => requireAccess(as('analyst'), writing)).toThrow(
    'The role analyst does not have the permission customers:write.',
  );
  const named = async (role: Role) => (await readOne(as(role), Customer, customerId, ['name']))?.name;
  expect([await named('operator'), await named('analyst')]).toEqual(['Ann Bee', 'A••• B•••']);
});
