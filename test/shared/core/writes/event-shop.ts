import { expect } from 'vitest';
import { objectClassOf } from '../../../../src/core/entities/event-objects.ts';
import type { Context } from '../../../../src/core/foundation/context.ts';
import { restNames, restValue } from '../../../../src/core/model/index.ts';
import { readWhole } from '../../../../src/core/reads/index.ts';
import { clientOf } from '../../../kit/client.ts';
import { type RecordedEvent, recordedEvents } from '../../../kit/events.ts';
import type { Values } from '../../../kit/insert.ts';
import { mutate } from '../../../kit/mutate.ts';
import { graphqlCardOf } from '../../../kit/sandbox-shop.ts';
import { disputeOpened, signedWebhook } from '../../../kit/scripted-connector.ts';
import { type SeededMerchant, seedMerchant } from '../../../kit/seed.ts';
import type { TestService } from '../../../kit/service.ts';

const SECRET = 'whsec_of_the_events';
const takesCards = [{ payment_method: 'card' }];
/** Fields never in an event, whatever the object contains. */
const credentials = { client_secret: null, ephemeral_key: null };

let told = 0;

/** A merchant that sends commands over the API, and its records. */
export interface EventShop extends SeededMerchant {
  readonly service: TestService;
  /** The account at the connector that pays. */
  readonly account: string;
  /** Runs a command; returns its object's identifier. */
  run(mutation: string, input: Values): Promise<string>;
  /** Creates a payment and confirms it at once, with this card number. */
  pay(cardNumber: string, input?: Values): Promise<string>;
  /** Creates a payout and sends it at once, to this card number. */
  payOut(cardNumber: string, input?: Values): Promise<string>;
  /** The connector reports the outcome of its last call for an object. */
  settle(objectId: string, outcome: object): Promise<void>;
  /** The connector's transaction of a payment or payout. */
  transactionOf(table: 'payments' | 'payouts', id: string): Promise<string>;
  /** The connector reports on an earlier call for an object. */
  report(objectId: string, event: object): Promise<void>;
  /** The connector reports a dispute of a payment; returns the dispute's identifier. */
  dispute(paymentId: string, values?: object): Promise<string>;
  /** The context of this merchant's commands. */
  context(): Context;
  events(): Promise<RecordedEvent[]>;
  /** The types of the recorded events, in order. */
  types(): Promise<string[]>;
  /** An event's object as REST currently shows it. */
  shown(event: RecordedEvent): Promise<Values>;
}

/** Inserts a merchant that is paid through a connector of this name. */
export async function eventShop(service: TestService, connector = 'sandbox'): Promise<EventShop> {
  const shop = await seedMerchant(service);
  const accountFor = (type: string) =>
    shop.connector({
      connector_type: type,
      connector_name: connector,
      connector_webhook_details: { merchant_secret: SECRET },
      payment_methods_enabled: takesCards,
      test_mode: true,
    });
  const account = await accountFor('payment_processor');
  await accountFor('payout_processor');
  const events = () => recordedEvents(service.database, shop.merchantId);
  const query = async (text: string, ...values: unknown[]) =>
    (await service.database.rows.query({ text, values }, shop.merchantId))[0]!;

  const run = async (mutation: string, input: Values) => {
    // A mutation without a name concerns a payment.
    const [noun = 'Payment'] = /(Payment|Payout|Refund|Dispute)$/.exec(mutation) ?? [];
    const object = noun.toLowerCase();
    const { errors, payload, userErrors } = await mutate(
      service,
      shop.key,
      mutation,
      input,
      `${object} { ${object}Id }`,
    );
    expect([errors, userErrors]).toEqual([[], []]);
    return payload[object][`${object}Id`] as string;
  };
  const webhook = async (objectId: string, event: object) => {
    const text = 'select merchant_connector_id as id from connector_calls where object_id = $1 limit 1';
    const { id } = await query(text, objectId);
    told += 1;
    const at = contextOf(service, shop).ports.now().toISOString();
    const sent = [{ id: `said_${told}`, at, ...event }];
    const url = `${service.url}/webhooks/${shop.merchantId}/${id}`;
    expect((await fetch(url, signedWebhook(SECRET, sent))).status).toBe(200);
  };

  return {
    ...shop,
    service,
    account,
    run,
    events,
    context: () => contextOf(service, shop),
    pay: (cardNumber, input = {}) =>
      run('createPayment', {
        amount: 1000,
        currency: 'USD',
        confirm: true,
        paymentMethodData: { card: graphqlCardOf(cardNumber) },
        ...input,
      }),
    payOut: (cardNumber, input = {}) =>
      run('createPayout', {
        amount: 1000,
        currency: 'USD',
        confirm: true,
        autoFulfill: true,
        payoutMethodData: { card: { cardNumber, expiryMonth: '12', expiryYear: '2039' } },
        ...input,
      }),
    transactionOf: async (table, id) => {
      const text = `select connector_transaction_id as id from ${table} where ${table.slice(0, -1)}_id = $1`;
      return String((await query(text, id)).id);
    },
    report: webhook,
    settle: async (objectId, outcome) => {
      const text = 'select call_id from connector_calls where object_id = $1 order by call_id desc limit 1';
      const { call_id: idempotencyKey } = await query(text, objectId);
      await webhook(objectId, { type: 'outcome', call: { idempotencyKey }, outcome });
    },
    dispute: async (paymentId, values = {}) => {
      const text = 'select connector_transaction_id as id from payments where payment_id = $1';
      const { id } = await query(text, paymentId);
      await webhook(paymentId, {
        ...disputeOpened,
        connectorTransactionId: id,
        connectorDisputeId: `dis_${paymentId}`,
        ...values,
      });
      return String(
        (await query('select dispute_id as id from disputes where payment_id = $1', paymentId)).id,
      );
    },
    types: async () => (await events()).map(({ event_type: type }) => type),
    shown: async (event) => {
      const target = objectClassOf(event.event_type);
      const names = restNames(target, 'event');
      const whole = await shownByRest(service, shop, event);
      const hidden = Object.fromEntries(Object.entries(credentials).filter(([name]) => names.includes(name)));
      return { ...Object.fromEntries(names.map((name) => [name, whole[name]])), ...hidden };
    },
  };
}

function contextOf(service: TestService, { keyId, merchantId }: SeededMerchant): Context {
  return service.contextFor({ kind: 'api_key', merchantId, keyId }, 'req_test');
}

type Shown = Record<string, unknown>;

/** Payments, refunds and disputes as the list of payments shows them; no list has payouts. */
async function shownByRest(service: TestService, shop: SeededMerchant, event: RecordedEvent): Promise<Shown> {
  const { object_id: id, object_type: type, payment_id: paymentId } = event;
  if (type === 'payout') {
    const ctx = contextOf(service, shop);
    const target = objectClassOf(event.event_type);
    return restValue(target, 'plain', (await readWhole(ctx, target, id))!);
  }
  const { body } = await clientOf(service).get('/payments/list?limit=100', { key: shop.key });
  const payments = body[0].data as Record<string, Shown[]>[];
  const payment = payments.find(({ payment_id }) => (payment_id as unknown) === paymentId)!;
  if (type === 'payment') {
    const text = 'select reversals from payments where payment_id = $1';
    const [rest] = await service.database.rows.query({ text, values: [id] }, shop.merchantId);
    return { ...payment, ...rest };
  }
  if (type === 'refund') return payment.refunds!.find(({ refund_id }) => refund_id === id)!;
  const dispute = payment.disputes!.find(({ dispute_id }) => dispute_id === id)!;
  // Nested in its payment it omits the payment and the fields shared with it.
  const text =
    'select payment_id, amount, currency, connector, profile_id from disputes where dispute_id = $1';
  const [rest] = await service.database.rows.query({ text, values: [id] }, shop.merchantId);
  return { ...dispute, ...rest };
}
