import type { TestService } from '../../kit/service.ts';
import { fullWorld, type World } from '../conformance/world.ts';

/** A merchant with objects to use in requests. */
export interface FuzzWorld {
  readonly keys: Readonly<Record<string, string>>;
  /** Identifiers and secrets of its objects, by parameter name. */
  readonly known: Readonly<Record<string, string>>;
  /** The identifiers in an operation's path, of a suitable object: a new one if the operation changes it. */
  pathOf(path: string): Promise<Readonly<Record<string, string>>>;
}

const CARDS = [{ payment_method: 'card', recurring_enabled: true, installment_payment_enabled: false }];

/** Creates a merchant with one object of each kind, with all columns set, and an account that accepts cards. */
export async function fuzzWorld(service: TestService): Promise<FuzzWorld> {
  const world = await fullWorld(service);
  const { shop } = world;
  const sandbox = { connector_name: 'sandbox', test_mode: true };
  const cardAccount = await shop.connector({ ...sandbox, payment_methods_enabled: CARDS });
  const sends = { connector_type: 'payout_processor', payment_methods_enabled: CARDS };
  const sender = await shop.connector({ ...sandbox, ...sends });
  const openPayment = () => newPayment(world);
  const paymentId = await openPayment();

  const subjects: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
    '/payments/{payment_id}': async () => ({ payment_id: await openPayment() }),
    '/payments/{payment_id}/3ds/authentication': async () => ({ payment_id: world.waitingPaymentId }),
    '/payouts/{payout_id}': async () => ({ payout_id: await newPayout(world) }),
    '/payouts/{payout_id}/fulfill': async () => ({ payout_id: await confirmedPayout(world, sender) }),
  };
  const known = {
    account_id: shop.merchantId,
    connector_id: cardAccount,
    client_secret: world.clientSecret,
    customer_id: world.customerId,
    ending_before: paymentId,
    merchant_connector_id: cardAccount,
    merchant_id: shop.merchantId,
    method_id: world.methodId,
    payment_id: world.openPaymentId,
    payment_method_id: world.methodId,
    default_payment_method_id: world.methodId,
    payout_id: world.openPayoutId,
    profile_id: shop.profileId,
    refund_id: world.refundId,
    starting_after: paymentId,
  };
  return {
    keys: { api_key: shop.key, publishable_key: shop.publishableKey, admin_key: service.adminApiKey },
    known,
    pathOf: async (path) => ({ ...known, ...(await subjects[path]?.()) }),
  };
}

function newPayment({ clientSecret, shop }: World): Promise<string> {
  const open = { status: 'requires_payment_method', amount_received: 0 };
  return shop.payment({ ...open, profile_id: shop.profileId, client_secret: clientSecret });
}

const newPayout = ({ customerId, shop }: World) =>
  shop.payout({ status: 'requires_payout_method_data', customer_id: customerId });

const confirmedPayout = ({ customerId, shop }: World, sender: string) =>
  shop.payout({
    status: 'requires_fulfillment',
    customer_id: customerId,
    payout_type: 'card',
    payout_method_data: { card: { last4: '4242', card_exp_month: '12', card_exp_year: '2039' } },
    card_number: '4242424242424242',
    routing: { type: 'single', data: { connector: 'sandbox', merchant_connector_id: sender } },
  });
