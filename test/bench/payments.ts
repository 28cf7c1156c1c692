import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asking, ask, graphql } from './ask.ts';

const pay = `mutation Pay($input: CreatePaymentInput!) {
  createPayment(input: $input) { payment { paymentId status } userErrors { code } } }`;
const listenAt = `mutation Listen($input: UpdateBusinessProfileInput!) {
  updateBusinessProfile(input: $input) { userErrors { message } } }`;

/** All webhooks count as delivered after this long without one. */
const QUIET_MS = 2_000;

async function send<Data>({ url, headers }: Asking, query: string, variables = {}): Promise<Data> {
  const { method, path, body } = graphql(query, variables);
  const response = await fetch(url + path, { method, headers, body });
  return ((await response.json()) as { data: Data }).data;
}

/**
 * Creates and confirms card payments, first without a webhook endpoint, then with one that receives every event.
 */
export async function benchPayments(asking: Asking): Promise<void> {
  const found = await send<{ connectorAccounts: { nodes: { profileId: string }[] } }>(
    asking,
    '{ connectorAccounts(first: 1, filter: { connectorType: { in: [payment_processor] } }) { nodes { profileId } } }',
  );
  const { profileId } = found.connectorAccounts.nodes[0]!;
  const card = { cardNumber: '4242424242424242', cardExpMonth: '12', cardExpYear: '2099', cardCvc: '123' };
  const input = {
    profileId,
    ...{ amount: 6540, currency: 'USD', confirm: true, paymentMethod: 'card', paymentMethodData: { card } },
  };
  await ask('GraphQL create and confirm a payment', graphql(pay, { input }), asking);

  let [received, firstMs, lastMs] = [0, 0, 0];
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1;
      lastMs = performance.now();
      firstMs ||= lastMs;
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await send(asking, listenAt, { input: { profileId, webhookDetails: { webhookUrl } } });
  await ask('The same, every event delivered', graphql(pay, { input }), asking);
  const askedMs = performance.now();
  while (performance.now() - Math.max(lastMs, askedMs) < QUIET_MS) await sleep(100);
  receiver.close();
  receiver.closeAllConnections();
  const perSecond = (received / (lastMs - firstMs)) * 1_000;
  const behindMs = Math.max(0, Math.round(lastMs - askedMs));
  process.stdout.write(
    `${'  webhooks delivered meanwhile'.padEnd(48)} ${perSecond.toFixed(0).padStart(6)} webhooks/s   ${received} in all, the last ${behindMs} ms after the last payment\n`,
  );
}
