import { adyenConnector } from '../../../../src/connectors/adyen/adyen.ts';
import type { PaymentContext } from '../../../../src/core/foundation/payment-context.ts';
import type { Connector, ConnectorAccess } from '../../../../src/core/foundation/ports/connector.ts';
import type {
  AuthorizeRequest,
  CallBasics,
} from '../../../../src/core/foundation/ports/connector-requests.ts';
import { testCards } from './stand-in/cards.ts';
import { HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/notifications.ts';
import { API_KEY, REVIEW_KEY, type StandIn, startStandIn } from './stand-in/server.ts';

/** The connector at a stand-in, called below the service. */
export interface Bench {
  readonly standIn: StandIn;
  readonly connector: Required<Connector>;
  readonly warnings: string[];
}

export async function startBench(baseUrl?: string): Promise<Bench> {
  const now = () => new Date();
  const standIn = await startStandIn(now);
  const warnings: string[] = [];
  const connector = adyenConnector({
    baseUrl: baseUrl ?? standIn.url,
    environment: 'test',
    now,
    warn: (facts, message) => void warnings.push(`${message} ${JSON.stringify(facts)}`),
  });
  return { standIn, connector: connector as Required<Connector>, warnings };
}

export const accessTo = (given: Partial<ConnectorAccess> = {}, keys: object = {}): ConnectorAccess => ({
  merchantId: 'merchant_1',
  merchantConnectorId: 'mca_1',
  credentials: { auth_type: 'BodyKey', api_key: API_KEY, key1: MERCHANT_ACCOUNT, key2: REVIEW_KEY, ...keys },
  ...{ settings: {}, metadata: {}, wallets: {} },
  webhookSecret: HMAC_KEY,
  additionalWebhookSecret: null,
  testMode: true,
  ...given,
});

let calls = 0;

/** The common parts of every call, with a distinct key. */
export const basics = (reference = `pay_${calls + 1}_1`): CallBasics => {
  calls += 1;
  return { idempotencyKey: `call_${calls}`, reference, signal: new AbortController().signal };
};

export const context: PaymentContext = {
  ...{ customer: null, connectorCustomerId: null, billing: null, methodBilling: null, shipping: null },
  ...{ browser: null, consent: null, lines: [], shippingCost: 0, orderTax: 0, surcharge: 0, surchargeTax: 0 },
  ...{ statementDescriptor: null, statementDescriptorSuffix: null, description: null, orderReference: null },
  ...{ metadata: {}, connectorMetadata: {}, inIframe: false, split: null, businessCountry: null },
};

export const cardOf = (number: string) =>
  ({
    kind: 'card',
    card: { number, expMonth: '03', expYear: '2030', holderName: 'Ann Example', cvc: '737' },
  }) as const;

export const charge = (given: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  ...basics(),
  amount: 1000,
  currency: 'EUR',
  method: cardOf(testCards.good),
  paymentMethodType: 'credit',
  credential: { kind: 'one_off' },
  ...{ capture: true, threeDs: false, challengeRequested: false, authentication: null },
  returnUrl: 'https://pay.example.com/return/m/p/s',
  context,
  terms: { incremental: false, extended: false, multipleCaptures: false, network: null },
  ...given,
});
