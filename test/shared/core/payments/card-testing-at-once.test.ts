import { expect } from 'vitest';
import type { CardTestingGuardConfig } from '../../../../src/core/entities/values/profile-settings.ts';
import { cardOf, cards, type SandboxShop, sandboxShop, setColumns } from '../../../kit/sandbox-shop.ts';
import { testApart as base } from '../../../kit/test.ts';

const guards = (threshold: number): CardTestingGuardConfig => ({
  card_ip_blocking_status: 'enabled',
  card_ip_blocking_threshold: threshold,
  guest_user_card_blocking_status: 'enabled',
  guest_user_card_blocking_threshold: threshold,
  customer_id_blocking_status: 'enabled',
  customer_id_blocking_threshold: threshold,
  card_testing_guard_expiry: 600,
});

const test = base
  .extend('guarded', async ({ service }) => {
    const shop = await sandboxShop(service);
    const where = { merchant_id: shop.merchantId, profile_id: shop.profileId };
    await setColumns(service, 'business_profiles', where, { card_testing_guard_config: guards(3) });
    return shop;
  })
  .extend('pay', ({ client }) => async (shop: SandboxShop, number: string, more: object = {}) => {
    const id = await shop.open('customer_id' in more ? { customer_id: more.customer_id } : {});
    const body = { confirm: true, payment_method_data: { card: cardOf(number) }, ...more };
    const confirm = async () => {
      const { body: answer } = await client.post(`/payments/${id}`, { key: shop.key, body });
      return String(answer.status ?? answer.error.code);
    };
    let answer = await confirm();
    // On a busy machine, some concurrent ones wait too long for a connection.
    while (answer === 'overloaded') answer = await confirm();
    return answer;
  });

/** Each fails for a separate reason. */
const declining = [
  cards.declined,
  '4000000000009995',
  '4000000000009987',
  '4000000000009979',
  '4000000000000069',
];
const from = (address: string) => ({ browser_info: { ip_address: address } });
const count = (answers: string[], answer: string) => answers.filter((each) => each === answer).length;

test('Of sixty concurrent confirmations, at most the threshold reaches the connector', async ({
  guarded,
  pay,
}) => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => pay(guarded, cards.declined, from('192.0.2.7'))),
  );
  expect([count(answers, 'failed'), count(answers, 'blocked')]).toEqual([3, 57]);
});

test('New customers and missing addresses do not evade the guard', async ({ guarded, pay }) => {
  const answers: string[] = [];
  for (let i = 0; i < 12; i++) {
    answers.push(await pay(guarded, cards.declined, { customer_id: await guarded.customer() }));
  }
  expect(answers).toEqual([...Array(9).fill('failed'), ...Array(3).fill('blocked')]);
});

test('Many cards of one address are blocked', async ({ guarded, pay }) => {
  const answers: string[] = [];
  for (let i = 0; i < 12; i++) {
    answers.push(await pay(guarded, declining[i % declining.length]!, from('192.0.2.8')));
  }
  expect(answers).toEqual([...Array(9).fill('failed'), ...Array(3).fill('blocked')]);
});

test('A payment that succeeds releases its reservation', async ({ guarded, pay, service }) => {
  for (let i = 0; i < 8; i++) expect(await pay(guarded, cards.good, from('192.0.2.9'))).toBe('succeeded');
  const text = 'select coalesce(sum(failures), 0)::int as failures from card_testing_counters';
  expect(await service.database.rows.query({ text, values: [] }, guarded.merchantId)).toEqual([
    { failures: 0 },
  ]);
});
