import { expect } from 'vitest';
import { leakedSecrets } from '../../kit/secrets.ts';
import { testApart as test } from '../../kit/test.ts';

const payoutCard = '4000056655665556';
const savedCard = '5555555555554444';
const payoutIban = 'GB29NWBK60161331926819';
const savedIban = 'FR1420041010050500013M02606';

test('Input on the pages without a key is stored only encrypted, and never shown', async ({
  api,
  service,
  shop,
}) => {
  const answers: string[] = [];
  const post = async (address: string, body: object) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    answers.push(await answer.text());
    return answer.status;
  };
  const methods = ['card', 'bank_transfer'].map((payment_method) => ({
    payment_method,
    recurring_enabled: false,
    installment_payment_enabled: false,
  }));
  await shop.connector({
    test_mode: true,
    connector_type: 'payout_processor',
    payment_methods_enabled: methods,
  });
  const linked = async () => {
    const { body } = await api.post('/payouts', { amount: 5, currency: 'EUR', payout_link: true });
    return body.payout_link.link as string;
  };
  const shown = { amount: 5, currency: 'EUR' };
  const card = { card_number: payoutCard, expiry_month: '12', expiry_year: '2039' };
  const bank = { sepa: { iban: payoutIban } };
  expect(await post(await linked(), { ...shown, payout_method_data: { card } })).toBe(200);
  expect(await post(await linked(), { ...shown, payout_method_data: { bank } })).toBe(200);
  // Refused, with the same secrets in wrong places.
  expect(await post(await linked(), { ...shown, payout_method_data: { card, bank } })).toBe(400);
  expect(await post(await linked(), { ...shown, payout_type: payoutCard, [payoutIban]: payoutIban })).toBe(
    400,
  );

  const config = { enabled_payment_methods: [{ payment_method: 'card' }, { payment_method: 'bank_debit' }] };
  const input = { customer_id: await shop.customer(), pm_collect_link_config: config };
  const { body } = await api.post('/payment_methods/collect', input);
  const saved = { card_number: savedCard, card_exp_month: '12', card_exp_year: '2039' };
  const bank_transfer = { bank_account_number: savedIban };
  expect(await post(body.link, { payment_method: 'card', card: saved })).toBe(200);
  expect(
    await post(body.link, { payment_method: 'bank_debit', payment_method_type: 'sepa', bank_transfer }),
  ).toBe(200);
  expect(await post(body.link, { payment_method: savedCard, card: saved })).toBe(400);

  const page = await (await fetch(body.link)).text();
  const secrets = [payoutCard, savedCard, payoutIban, savedIban];
  expect(await leakedSecrets(service, secrets)).toEqual([]);
  const seen = [...answers, page, ...service.statements].join('\n');
  expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
});
