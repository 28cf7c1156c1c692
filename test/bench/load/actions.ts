import { exampleTabs } from '../../../src/graphql/examples.ts';
import { type BenchRequest, graphql } from '../measure.ts';
import { get, keyOf, type Merchant, openRequest, payRequest, post, refundRequest } from '../requests.ts';

/** A merchant of the load. Later requests use the objects created for it. */
export interface LoadMerchant extends Merchant {
  readonly merchantId: string;
  /** Succeeded payments, the latest last. */
  readonly paid: string[];
  readonly customers: string[];
}

/** Sends a request, counts it under the action's name, and returns the response; null if it was refused or failed. */
export type Send = (request: BenchRequest) => Promise<Answer | null>;

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the request.
export type Answer = any;

/** What an action is counted with: a payment, a dashboard that is looked at, or the rest. */
export type ActionKind = 'payments' | 'dashboards' | 'others';

/** An action of merchants and their dashboards. */
export interface Action {
  readonly name: string;
  readonly kind: ActionKind;
  /** The weight among all actions. */
  readonly share: number;
  run(send: Send, merchant: LoadMerchant): Promise<void>;
}

/** Identifiers that a merchant stores for later requests. */
const KEPT = 100;

function keep(ids: string[], id: string | undefined): void {
  if (id === undefined) return;
  ids.push(id);
  if (ids.length > KEPT) ids.shift();
}

const anyOf = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)];

const read = (
  name: string,
  kind: ActionKind,
  share: number,
  of: (merchant: LoadMerchant) => BenchRequest,
): Action => ({
  name,
  kind,
  share,
  run: async (send, merchant) => void (await send(of(merchant))),
});

/** An action on an existing object; it does nothing without one. */
const on = (
  name: string,
  kind: ActionKind,
  share: number,
  ids: (merchant: LoadMerchant) => readonly string[],
  of: (merchant: LoadMerchant, id: string) => BenchRequest,
): Action => ({
  name,
  kind,
  share,
  run: async (send, merchant) => {
    const id = anyOf(ids(merchant));
    if (id !== undefined) await send(of(merchant, id));
  },
});

const query = (text: string, variables: (merchant: LoadMerchant) => object = () => ({})) => {
  return (merchant: LoadMerchant) => graphql(text, variables(merchant), keyOf(merchant.key));
};

const mutation =
  (field: string, input: string, payload: string) => (merchant: LoadMerchant, values: object) =>
    graphql(
      `mutation Load($input: ${input}!) { ${field}(input: $input) { ${payload} userErrors { code message } } }`,
      { input: values },
      keyOf(merchant.key),
    );

const onePayment = `query Payment($id: ID!) { payment(paymentId: $id) {
  paymentId status amount currency amountCapturable amountReceived errorCode
  attempts { attemptId status connector errorCode } captures { captureId status amount }
  refunds { refundId status amount } disputes { disputeId disputeStatus }
  customer { customerId name email } } }`;
const month = `query Month($from: DateTime!) {
  paymentStats(filter: { created: { gte: $from } }, groupBy: [STATUS], interval: DAY) { bucket status currency count amount } }`;
const [dashboard, , search, events] = exampleTabs;
const DAY_MS = 86_400_000;
/** The query parameters that a list of saved methods requires. */
const terms = new URLSearchParams({
  accepted_currency: 'USD',
  accepted_country: 'US',
  minimum_amount: '0',
  maximum_amount: '100000',
  recurring_payment_enabled: 'false',
  installment_payment_enabled: 'false',
}).toString();

const capture = mutation('capturePayment', 'CapturePaymentInput', 'payment { status }');
const cancel = mutation('cancelPayment', 'CancelPaymentInput', 'payment { status }');
const createCustomer = mutation('createCustomer', 'CreateCustomerInput', 'customer { customerId }');
const createPayout = mutation('createPayout', 'CreatePayoutInput', 'payout { payoutId status }');

const paidBy = ({ paid }: LoadMerchant) => paid;
const customersOf = ({ customers }: LoadMerchant) => customers;
const manual = (merchant: LoadMerchant): BenchRequest => {
  const request = payRequest(merchant);
  const body = JSON.parse(request.body!) as { variables: { input: object } };
  Object.assign(body.variables.input, { captureMethod: 'manual' });
  return { ...request, body: JSON.stringify(body) };
};
const paymentIdIn = (answer: Answer): string | undefined => answer?.data?.createPayment?.payment?.paymentId;

/** A day of merchants and their dashboards: seven of ten actions are reads. */
export const actions: readonly Action[] = [
  read('list payments (REST)', 'others', 15, (merchant) => get(merchant, '/payments/list?limit=20')),
  read(
    'page of payments with four lists',
    'dashboards',
    16,
    query(dashboard!.query, () => ({ first: 20 })),
  ),
  on('one payment', 'dashboards', 12, paidBy, (merchant, id) => query(onePayment, () => ({ id }))(merchant)),
  read(
    'search',
    'dashboards',
    7,
    query(search!.query, () => ({ search: 'example' })),
  ),
  read(
    'statistics of 30 days',
    'dashboards',
    6,
    query(month, () => ({ from: new Date(Date.now() - 30 * DAY_MS).toISOString() })),
  ),
  read('events with deliveries', 'dashboards', 7, query(events!.query)),
  on('saved methods (REST)', 'others', 7, customersOf, (merchant, id) =>
    get(merchant, `/customers/${id}/payment_methods?${terms}`),
  ),
  {
    name: 'pay by card',
    kind: 'payments',
    share: 10,
    run: async (send, merchant) => keep(merchant.paid, paymentIdIn(await send(payRequest(merchant)))),
  },
  {
    name: 'authorize, then capture',
    kind: 'payments',
    share: 4,
    run: async (send, merchant) => {
      const paymentId = paymentIdIn(await send(manual(merchant)));
      if (paymentId === undefined) return;
      await send(capture(merchant, { paymentId }));
      keep(merchant.paid, paymentId);
    },
  },
  {
    name: 'authorize, then cancel',
    kind: 'payments',
    share: 2,
    run: async (send, merchant) => {
      const paymentId = paymentIdIn(await send(manual(merchant)));
      if (paymentId !== undefined) await send(cancel(merchant, { paymentId }));
    },
  },
  on('refund', 'payments', 4, paidBy, refundRequest),
  {
    name: 'open, then update (REST)',
    kind: 'payments',
    share: 3,
    run: async (send, merchant) => {
      const paymentId = paymentIdIn(await send(openRequest(merchant)));
      if (paymentId !== undefined)
        await send(post(merchant, `/payments/${paymentId}`, { description: 'A mixed day' }));
    },
  },
  {
    name: 'create customer',
    kind: 'others',
    share: 3,
    run: async (send, merchant) => {
      const answer = await send(createCustomer(merchant, { name: 'Ada', email: 'ada@example.com' }));
      keep(merchant.customers, answer?.data?.createCustomer?.customer?.customerId);
    },
  },
  on('update customer (REST)', 'others', 2, customersOf, (merchant, id) =>
    post(merchant, `/customers/${id}`, { name: 'Ada Lovelace' }),
  ),
  {
    name: 'pay out',
    kind: 'payments',
    share: 2,
    run: async (send, merchant) => {
      const card = { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '2039' };
      const details = { payoutType: 'card', payoutMethodData: { card }, confirm: true, autoFulfill: true };
      await send(createPayout(merchant, { amount: 500, currency: 'USD', ...details }));
    },
  },
];
