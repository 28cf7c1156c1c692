import { randomBytes } from 'node:crypto';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import type { Context } from '../../../src/core/foundation/context.ts';
import type { Row } from '../../../src/core/reads/index.ts';
import { createDatabase } from '../../kit/database.ts';
import type { Values } from '../../kit/insert.ts';
import { reconciling, type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../kit/service.ts';
import { lostResponsesTimeOut, type WrappedSandbox } from '../../kit/wrapped-sandbox.ts';

/** A merchant with sandbox accounts for payments and payouts. */
export interface SandboxShop extends SeededMerchant {
  readonly paymentAccount: string;
  readonly payoutAccount: string;
}

/** Two services on one database, with one manually advanced clock. */
export interface Pair {
  readonly services: readonly [TestService, TestService];
  /** Advances the time for both. */
  pass(ms: number): void;
  shop(accountMetadata?: object, account?: Values): Promise<SandboxShop>;
  /** The shop as a client of one of the services. */
  contextOf(shop: SeededMerchant, service?: number): Context;
  /** Looks up every due call; returns how many there were. */
  recoverDue(shop: SeededMerchant, service?: number): Promise<number>;
  query(text: string, ...values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Neither runs jobs: tests call their work directly. A response lost by the sandbox times out at once, unless it has
 * another wrapper.
 */
export async function startPair(
  options: TestServiceOptions = {},
  sandboxOf: (now: () => Date) => WrappedSandbox = lostResponsesTimeOut,
): Promise<Pair> {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const common: TestServiceOptions = {
    doesJobs: false,
    databaseUrl: await createDatabase(),
    encryptionKey: randomBytes(32),
    now,
    ...options,
  };
  const start = async () => {
    const sandbox = sandboxOf(now);
    const service = await startTestService({ ...common, ...sandbox });
    sandbox.publicUrl = service.url;
    return service;
  };
  const services = [await start(), await start()] as const;
  const { database } = services[0];
  const query = async (text: string, ...values: unknown[]) => {
    const rows = await database.rows.query({ text, values }, null);
    for (const { contextFor } of services)
      contextFor({ kind: 'admin_key' }, 'req_test').ports.settings.forget(null);
    return rows;
  };
  return {
    services,
    query,
    pass: (ms) => {
      ahead += ms;
    },
    shop: (metadata, account) => seedSandboxShop(services[0], metadata, account),
    contextOf: (shop, service = 0) => {
      const { keyId, merchantId } = shop;
      return services[service]!.contextFor({ kind: 'api_key', merchantId, keyId }, 'req_test');
    },
    recoverDue: async ({ merchantId }, service = 0) => {
      const now = new Date(Date.now() + ahead).toISOString();
      const text = `select call_id from connector_calls
                    where merchant_id = $1 and status = 'intended' and look_up_at <= $2`;
      const due = await query(text, merchantId, now);
      const ctx = services[service]!.contextFor({ kind: 'admin_key' }, 'req_test');
      for (const { call_id: id } of due) await recoverCall(ctx, merchantId, String(id));
      return due.length;
    },
    close: async () => {
      await services[0].close();
      await services[1].close();
    },
  };
}

/** Inserts a merchant with sandbox accounts into a service's database. */
export async function seedSandboxShop(
  service: TestService,
  metadata: object = {},
  values: Values = {},
): Promise<SandboxShop> {
  // What the invariants say of balance entries holds whatever happens.
  const shop = await seedMerchant(service, reconciling);
  const account = (type: string) =>
    shop.connector({
      connector_type: type,
      metadata,
      test_mode: true,
      payment_methods_enabled: [{ payment_method: 'card' }],
      ...values,
    });
  const paymentAccount = await account('payment_processor');
  const payoutAccount = await account('payout_processor');
  return { ...shop, paymentAccount, payoutAccount };
}
