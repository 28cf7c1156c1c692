import { getNamedType } from 'graphql';
import { expect } from 'vitest';
import { figure } from '../../kit/figure.ts';
import { dataOf } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { disputeOpened, scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect } from '../graphql/subscriptions/live.ts';
import { closeStreams, follow } from '../graphql/subscriptions/live-stream.ts';
import { positionsOf, schema } from './graphql-fields.ts';

const fields = Object.values(schema.getSubscriptionType()!.getFields());

/** Each subscription's selection of its object. */
const selections: Readonly<Record<string, string>> = {
  paymentUpdated: 'payment { paymentId }',
  refundUpdated: 'refund { refundId paymentId reason }',
  disputeUpdated: 'dispute { disputeId paymentId }',
  payoutUpdated: 'payout { payoutId description }',
  webhookDelivered: 'webhookDelivery { deliveryId eventId objectId }',
};

const script = scriptedConnector();
const test = base.extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }));

/** A merchant that can change one object for each subscription. */
async function changing(service: TestService, word: string) {
  const profile = { webhook_details: { webhook_url: 'https://shop.example/hooks' } };
  const shop = await scriptedShop(service);
  const profileId = await shop.profile({ ...profile, profile_name: word, payment_response_hash_key: word });
  const inProfile = { profile_id: profileId };
  const { paymentId, transactionId } = await shop.paidPayment({ payment_id: `pay_${word}`, ...inProfile });
  const refundId = await shop.refund(paymentId, { refund_id: `ref_${word}`, ...inProfile });
  const opened = { connectorTransactionId: transactionId, connectorDisputeId: `dis_${word}` };
  const disputed = { id: `evt_${word}`, at: new Date().toISOString(), ...disputeOpened, ...opened };
  const payoutId = await shop.payout({ payout_id: `po_${word}`, status: 'requires_payout_method_data' });
  const eventId = await shop.event({
    event_id: `evt_${word}`,
    profile_id: profileId,
    payment_id: `pay_${word}`,
  });
  const run = async (name: string, input: object, selection: string) => {
    const { text, userErrors } = await mutate(service, shop.key, name, { ...input }, selection);
    if (userErrors.length > 0) throw new Error(text);
  };
  return {
    ...shop,
    values: {
      merchantId: shop.merchantId,
      paymentId,
      payoutId,
      eventId,
      profileId,
      after: (await dataOf(service, shop.key, '{ updatesCursor }')).updatesCursor as string,
    } as Record<string, string>,
    change: async () => {
      await run('updateRefund', { refundId, reason: word }, 'refund { status }');
      expect(await shop.sendWebhook([disputed])).toBe(200);
      await run('updatePayout', { payoutId, description: word }, 'payout { status }');
      await run('redeliverWebhook', { eventId }, 'webhookDelivery { status }');
    },
  };
}

test("No subscription reports another merchant's changes, with any arguments", async ({
  onTestFinished,
  service,
  task,
}) => {
  onTestFinished(closeAll);
  onTestFinished(closeStreams);
  expect(Object.keys(selections).sort()).toEqual(fields.map(({ name }) => name).sort());
  const attacker = await changing(service, 'aqxzmark7');
  const victim = await changing(service, 'bqxzmark7');
  const asked = fields.map(async (field) => {
    const client = await connect(service, attacker.key);
    const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
    const document = `subscription (${declared}) { ${field.name}(${passed}) { cursor ${selections[field.name]} } }`;
    const places = positionsOf('Subscription', field);
    expect(places.filter(({ path: [name] }) => victim.values[name!] === undefined)).toEqual([]);
    // Over WebSocket, and as an event stream.
    const transports = [
      (variables: Record<string, string>) => client.subscribe(document, variables),
      (variables: Record<string, string>) => follow(service, attacker.key, document, variables),
    ];
    const subscriptions = transports.flatMap((subscribe) => [
      { position: null, live: subscribe({}) },
      ...places.map(({ path: [name] }) => ({
        position: `${field.name}(${name}: ${getNamedType(field.args.find((one) => one.name === name)!.type)})`,
        live: subscribe({ [name!]: victim.values[name!]! }),
      })),
    ]);
    await client.roundTrip();
    return subscriptions;
  });
  const attempts = (await Promise.all(asked)).flat();
  await victim.change();
  await attacker.change();
  // Updates arrive in order: the victim's would have arrived with the attacker's own.
  for (const { live, position } of attempts) {
    if (position === null) await live.until((received) => JSON.stringify(received).includes('aqxzmark7'));
  }
  const answers = attempts.map(({ live }) => JSON.stringify([live.received, live.errors]));
  expect(answers.filter((text) => text.includes('bqxzmark7'))).toEqual([]);
  expect(answers.filter((text) => text.includes('aqxzmark7')).length).toBeGreaterThanOrEqual(
    2 * fields.length,
  );

  const own = await connect(service, victim.key);
  const seen = own.subscribe(
    'subscription ($after: String) { paymentUpdated(after: $after) { payment { paymentId } } }',
    { after: victim.values.after },
  );
  await seen.until((received) => JSON.stringify(received).includes('bqxzmark7'));
  figure(
    task,
    `0 leaks in ${attempts.length} subscriptions (${fields.length} fields, over WebSocket and as event streams)`,
  );
});
