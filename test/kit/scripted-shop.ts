import { randomBytes } from 'node:crypto';
import { appointOperator } from '../../src/core/team/operators.ts';
import { adminKey } from './admin-key.ts';
import { mapError, mappingId } from './error-mapping.ts';
import type { Values } from './insert.ts';
import { signedWebhook } from './scripted-connector.ts';
import type { SeededMerchant } from './seed.ts';
import { seedMerchant } from './seed.ts';
import type { TestService } from './service.ts';

const SECRET = 'whsec_of_the_test';
let transactions = 0;

/** A merchant with an account at the scripted connector. */
export interface ScriptedShop extends SeededMerchant {
  readonly account: string;
  /** Adds a charged payment and its attempt. */
  paidPayment(values?: Values): Promise<{ paymentId: string; transactionId: string }>;
  /** Adds an error mapping, which belongs to no merchant; resolves to its identifier. */
  errorMapping(values?: Values): Promise<string>;
  /** Adds a key of an administrator, which belongs to no merchant; resolves to its identifier. */
  adminKey(): Promise<string>;
  /** Adds a person; resolves to their identifier and e-mail address. */
  person(): Promise<{ personId: string; email: string }>;
  /** Adds an operator; resolves to the person's identifier. */
  operator(): Promise<string>;
  /** Adds another merchant account; resolves to its identifier. */
  anotherAccount(values?: Values): Promise<string>;
  /** Puts all connector accounts of the merchant in test mode. */
  testOnly(): Promise<void>;
  /** Makes its reconciliation active. */
  reconciles(): Promise<void>;
  /** Posts a webhook with these connector events, signed like the connector's; resolves to the response's status. */
  sendWebhook(events: readonly object[], secret?: string): Promise<number>;
}

export async function scriptedShop(service: TestService): Promise<ScriptedShop> {
  const shop = await seedMerchant(service);
  const account = await shop.connector({
    connector_name: 'scripted',
    connector_webhook_details: { merchant_secret: SECRET },
  });
  return {
    ...shop,
    account,
    paidPayment: async (values = {}) => {
      transactions += 1;
      const transactionId = `txn_${transactions}`;
      const connector = { connector: 'scripted', merchant_connector_id: account };
      const transaction = { ...connector, connector_transaction_id: transactionId };
      const paymentId = await shop.payment({
        profile_id: shop.profileId,
        attempt_count: 1,
        ...transaction,
        ...values,
      });
      await shop.attempt(paymentId, { attempt_id: `${paymentId}_1`, ...transaction });
      return { paymentId, transactionId };
    },
    errorMapping: async (values = {}) => {
      const error_mapping_id = mappingId();
      await mapError(service, error_mapping_id, { ...values, error_mapping_id });
      return error_mapping_id;
    },
    adminKey: async () => (await adminKey(service)).keyId,
    person: () => addPerson(service),
    operator: async () => {
      const { email, personId } = await addPerson(service);
      await appointOperator(service.contextFor({ kind: 'admin_key' }, 'test'), { email });
      return personId;
    },
    anotherAccount: async (values = {}) => (await seedMerchant(service, values)).merchantId,
    testOnly: async () => {
      const text = 'update connector_accounts set test_mode = true where merchant_id = $1';
      await service.database.rows.query({ text, values: [shop.merchantId] }, null);
    },
    reconciles: async () => {
      const text = `update merchant_accounts set is_recon_enabled = true, recon_status = 'active' where merchant_id = $1`;
      await service.database.rows.query({ text, values: [shop.merchantId] }, null);
    },
    sendWebhook: async (events, secret = SECRET) => {
      const url = `${service.url}/webhooks/${shop.merchantId}/${account}`;
      return (await fetch(url, signedWebhook(secret, events))).status;
    },
  };
}

/** Adds a person who cannot sign in. */
async function addPerson({ database }: TestService) {
  const personId = `per_${randomBytes(8).toString('hex')}`;
  const email = `${personId}@people.test`;
  const text = `insert into auth.persons (id, name, email, email_verified, created_at, updated_at)
                values ($1, 'Ann', $2, true, current_timestamp, current_timestamp)`;
  await database.rows.query({ text, values: [personId, email] }, null);
  return { personId, email };
}
