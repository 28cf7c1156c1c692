import { expect } from 'vitest';
import { acceptsEveryKind, IBAN } from '../../../kit/bank-methods.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';

const test = base
  .extend('shop', async ({ service }) => {
    const shop = await sandboxShop(service);
    await shop.sandbox({ connector_type: 'payout_processor', payment_methods_enabled: acceptsEveryKind });
    return shop;
  })
  .extend('send', ({ graphql }) => async (values: object) => {
    const order = { amount: 500, currency: 'EUR', confirm: true, autoFulfill: true, ...values };
    const fields = 'payout { status payoutType payoutMethodId attempts { payoutMethodType } }';
    return (await graphql.mutate('createPayout', order, fields)).payload.payout;
  });

test.for([
  [
    'sepa',
    'EUR',
    { iban: IBAN, bankName: 'Bank', bankAccountHolderName: 'Ann' },
    { bank_account_number: IBAN, bank_routing_number: null, bank_account_holder_name: 'Ann' },
  ],
  [
    'ach',
    'USD',
    { bankAccountNumber: '000123456789', bankRoutingNumber: '110000000', bankCity: 'Boston' },
    { bank_account_number: '000123456789', bank_routing_number: '110000000', bank_city: 'Boston' },
  ],
  [
    'bacs',
    'GBP',
    { bankAccountNumber: '00012345', bankSortCode: '20-00-00' },
    { bank_account_number: '00012345', bank_routing_number: '200000' },
  ],
  [
    'becs',
    'AUD',
    { bankAccountNumber: '000123456', bankBsbNumber: '062000' },
    { bank_account_number: '000123456', bank_routing_number: '062000' },
  ],
] as const)(
  'A recurring payout to an account saves it for later payouts: %s',
  async ([scheme, currency, account, kept], { send, service, shop }) => {
    const customerId = await shop.customer();
    const bank = { [scheme]: account };
    const first = await send({ currency, customerId, recurring: true, payoutMethodData: { bank } });
    expect(first).toMatchObject({ status: 'success', payoutMethodId: expect.stringMatching(/^pm_/) });

    const text = 'select * from payment_methods where payment_method_id = $1';
    const [saved] = await service.database.rows.query({ text, values: [first.payoutMethodId] }, null);
    expect(saved).toMatchObject({
      payment_method: 'bank_transfer',
      payment_method_type: scheme,
      recurring_enabled: false,
    });
    const own = service.contextFor({ kind: 'admin_key' }, 'req_test');
    const key = [saved!.merchant_id, saved!.payment_method_id];
    const bound = { table: 'payment_methods', column: 'bank_transfer', key };
    expect(own.ports.encryption.decrypt(saved!.bank_transfer as Buffer, bound as never)).toMatchObject(kept);

    const next = await send({ currency, customerId, payoutMethodId: first.payoutMethodId });
    expect(next).toMatchObject({
      status: 'success',
      payoutType: 'bank',
      attempts: [{ payoutMethodType: scheme }],
    });
    const again = await send({ currency, customerId, recurring: true, payoutMethodData: { bank } });
    expect(again.payoutMethodId).toBe(first.payoutMethodId);
  },
);

test('A recurring payout to a wallet is sent and saves nothing', async ({ send, shop }) => {
  const customerId = await shop.customer();
  const payoutMethodData = { wallet: { venmo: { telephoneNumber: '5550001' } } };
  expect(await send({ currency: 'USD', customerId, recurring: true, payoutMethodData })).toMatchObject({
    status: 'success',
    payoutMethodId: null,
  });
});
