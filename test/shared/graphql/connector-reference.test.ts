import { expect } from 'vitest';
import { mutate, mutationError } from '../../kit/mutate.ts';
import { cards, graphqlCardOf, sandboxShop } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const scripted = scriptedConnector();
const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [scripted.connector] }))
  .extend('sandbox', ({ service }) => sandboxShop(service));

const card = { paymentMethod: 'card', paymentMethodData: { card: graphqlCardOf(cards.good) }, confirm: true };

test('reference_id is the reference sent to the connector', async ({ service, sandbox }) => {
  await service.database.rows.query(
    {
      text: `update connector_accounts set connector_name = 'scripted' where merchant_id = $1`,
      values: [sandbox.merchantId],
    },
    null,
  );
  const input = { amount: 1000, currency: 'EUR', captureMethod: 'manual', ...card };
  const shown =
    'payment { paymentId referenceId attempts { attemptId referenceId } captures { referenceId } }';
  const made = await mutate(service, sandbox.key, 'createPayment', input, shown);
  const { paymentId } = made.payload.payment;
  const { payload } = await mutate(service, sandbox.key, 'capturePayment', { paymentId }, shown);
  const { attempts, captures, referenceId } = payload.payment;
  expect(scripted.requests.authorize!.at(-1)!.reference).toBe(attempts[0].referenceId);
  expect(referenceId).toBe(attempts[0].attemptId);
  expect(scripted.requests.capture!.at(-1)!.reference).toBe(captures[0].referenceId);
});

test('External 3-D Secure without an authentication connector is refused', async ({ service, sandbox }) => {
  const input = {
    amount: 1000,
    currency: 'EUR',
    authenticationType: 'three_ds',
    requestExternalThreeDsAuthentication: true,
    ...card,
  };
  expect(await mutationError(service, sandbox.key, 'createPayment', input, '')).toEqual([
    'no_connector_available',
    'request_external_three_ds_authentication',
  ]);
  const plain = { ...input, requestExternalThreeDsAuthentication: false };
  const { payload } = await mutate(service, sandbox.key, 'createPayment', plain, 'payment { status }');
  expect(payload.payment.status).toBe('succeeded');
});
