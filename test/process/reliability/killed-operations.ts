import { createPayment } from '../../../src/core/payments/create-payment.ts';
import type { PaymentCreation } from '../../../src/core/payments/payment-inputs.ts';
import { confirmPayout } from '../../../src/core/payouts/confirm-payout.ts';
import { createPayout } from '../../../src/core/payouts/create-payout.ts';
import type { Row } from '../../../src/core/reads/index.ts';
import type { TestService } from '../../kit/service.ts';
import { payOutTo, payWith } from '../../shared/reliability/cards.ts';
import type { SandboxShop } from '../../shared/reliability/pair.ts';
import type { KillPlan } from './kill-plan.ts';

type Query = (text: string, ...values: unknown[]) => Promise<Row[]>;

/** An object for an operation, and the request for it. */
export interface Prepared {
  readonly id: string;
  request(apiKey: string, idempotencyKey: string): KillPlan['request'];
}

/** An operation that moves money, its response when done, and how often the money moved. */
export interface MovingOperation {
  readonly call: string;
  readonly done: string;
  prepare(service: TestService, shop: SandboxShop): Promise<Prepared>;
  moved(query: Query, id: string): Promise<number>;
}

const AMOUNT = 1_500;

const contextOf = (service: TestService, { keyId, merchantId }: SandboxShop) =>
  service.contextFor({ kind: 'api_key', merchantId, keyId }, 'req_test');

async function payment(service: TestService, shop: SandboxShop, values: Partial<PaymentCreation>) {
  const given = { amount: AMOUNT, currency: 'EUR', profile_id: shop.profileId, ...values } as PaymentCreation;
  return (await createPayment(contextOf(service, shop), given)).paymentId;
}

const rest = (id: string, path: string, body: object): Prepared => ({
  id,
  request: (apiKey, idempotencyKey) => ({
    path,
    headers: {
      'content-type': 'application/json',
      'api-key': apiKey,
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
  }),
});

const graphql = (id: string, name: string, as: string, input: object): Prepared => ({
  id,
  request: (apiKey, idempotencyKey) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) {
      ${as} { status } userErrors { code message } } }`;
    const variables = { input: { ...input, idempotencyKey } };
    return {
      path: '/graphql',
      headers: { 'content-type': 'application/json', 'api-key': apiKey },
      body: JSON.stringify({ query, variables }),
    };
  },
});

/** How often an amount at the sandbox contains the whole amount: once, if it happened once. */
const timesAtSandbox = (column: 'captured' | 'refunded') => async (query: Query, id: string) => {
  const [row] = await query(
    `select coalesce(sum(t.${column}), 0) as moved from sandbox_transactions t
     join connector_calls c on c.merchant_id = t.merchant_id and c.call_id = t.idempotency_key
     where c.object_id = $1 and t.kind = 'authorize'`,
    id,
  );
  return Number(row!.moved) / AMOUNT;
};

export const operations: Readonly<Record<string, MovingOperation>> = {
  confirm: {
    call: 'authorize',
    done: '"status":"succeeded"',
    prepare: async (service, shop) => {
      const id = await payment(service, shop, { payment_method_data: payWith('good') });
      return rest(id, `/payments/${id}`, { confirm: true });
    },
    moved: timesAtSandbox('captured'),
  },
  capture: {
    call: 'capture',
    done: '"status":"succeeded"',
    prepare: async (service, shop) => {
      const method = { payment_method_data: payWith('good') };
      const id = await payment(service, shop, { ...method, capture_method: 'manual', confirm: true });
      return graphql(id, 'capturePayment', 'payment', { paymentId: id });
    },
    moved: timesAtSandbox('captured'),
  },
  refund: {
    call: 'refund',
    done: '"status":"succeeded"',
    prepare: async (service, shop) => {
      const id = await payment(service, shop, { payment_method_data: payWith('good'), confirm: true });
      return graphql(id, 'createRefund', 'refund', { paymentId: id });
    },
    moved: timesAtSandbox('refunded'),
  },
  fulfil: {
    call: 'fulfill',
    done: '"status":"success"',
    prepare: async (service, shop) => {
      const ctx = contextOf(service, shop);
      const to = { payout_method_data: payOutTo('good'), profile_id: shop.profileId };
      const id = await createPayout(ctx, { amount: AMOUNT, currency: 'EUR', ...to });
      await confirmPayout(ctx, id, {});
      return rest(id, `/payouts/${id}/fulfill`, {});
    },
    moved: async (query, id) => {
      const [row] = await query(
        `select count(*) as times from sandbox_transactions t
         join connector_calls c on c.merchant_id = t.merchant_id and c.call_id = t.idempotency_key
         where c.object_id = $1 and t.kind = 'payout' and t.outcome->>'kind' = 'succeeded'`,
        id,
      );
      return Number(row!.times);
    },
  },
};
