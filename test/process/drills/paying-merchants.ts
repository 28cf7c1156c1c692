import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { exampleTabs } from '../../../src/graphql/examples.ts';
import { clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { mutate } from '../../kit/mutate.ts';
import { type ServiceProcess, startProcess } from '../../shared/reliability/process.ts';
import type { LoadRequest } from '../reliability/load-plan.ts';

const card = { cardNumber: '4242424242424242', cardExpMonth: '12', cardExpYear: '2039', cardCvc: '123' };
const charge = {
  ...{ amount: 100, currency: 'EUR', confirm: true },
  ...{ paymentMethod: 'card', paymentMethodData: { card } },
};
const pay = `mutation Pay($input: CreatePaymentInput!) { createPayment(input: $input) { payment { paymentId status } } }`;

/** The requests of a merchant with cards in the sandbox. */
export interface PayingMerchant {
  /** A successful payment, of the kind `money`. */
  readonly payment: LoadRequest;
  /** A list over REST and the dashboard's query, of the kind `reads`. */
  reads(rows: number): LoadRequest[];
}

/** A process of the service without rate limits, and its merchants. */
export interface PayingService {
  readonly service: ServiceProcess;
  merchant(merchantId: string): Promise<PayingMerchant>;
  end(): Promise<void>;
}

export async function startPayingService(): Promise<PayingService> {
  const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;
  const service = await startProcess({
    DATABASE_URL: await createDatabase(),
    ADMIN_API_KEY: adminApiKey,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    NODE_ENV: 'production',
    RATE_LIMITS: 'false',
    SWITCHYARD_ENV: 'test',
  });
  const asked = { url: service.url, statements: [] };
  return {
    service,
    merchant: async (merchantId) => {
      const account = { key: adminApiKey, body: { merchant_id: merchantId } };
      expect((await clientOf(service).post('/accounts', account)).status).toBe(200);
      const named = { merchantId, name: 'test' };
      const { payload } = await mutate(asked, adminApiKey, 'createApiKey', named, 'secret');
      const connector = {
        ...{ connectorName: 'sandbox', connectorType: 'payment_processor', connectorAccountDetails: {} },
        paymentMethodsEnabled: [{ paymentMethod: 'card' }],
      };
      const selection = 'connectorAccount { merchantConnectorId }';
      const made = await mutate(asked, payload.secret, 'createConnectorAccount', connector, selection);
      expect(made.payload?.connectorAccount, made.text).toBeTruthy();
      return requestsWith(payload.secret);
    },
    end: async () => {
      service.child.kill('SIGKILL');
      await service.ended;
    },
  };
}

function requestsWith(key: string): PayingMerchant {
  const headers = { 'api-key': key, 'content-type': 'application/json' };
  const graphql = (query: string, variables: object) =>
    ({ method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query, variables }) }) as const;
  return {
    payment: { kind: 'money', ...graphql(pay, { input: charge }) },
    reads: (rows) => [
      { kind: 'reads', method: 'GET', path: `/payments/list?limit=${rows}`, headers },
      { kind: 'reads', ...graphql(exampleTabs[0]!.query, { first: rows }) },
    ],
  };
}
