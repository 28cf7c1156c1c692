import type { Router } from 'express';
import { openConnectorAccount } from '../../core/connector-calls/call-connector.ts';
import { MerchantAccount } from '../../core/entities/merchant-account.ts';
import type { Connector } from '../../core/foundation/connector.ts';
import type { Context } from '../../core/foundation/context.ts';
import { readOne } from '../../core/reads/index.ts';
import { sandboxRoutes } from './challenge-page.ts';
import { type SandboxClock, startSandboxClock } from './clock.ts';
import type { SandboxParts } from './parts.ts';
import { sandboxConnector } from './sandbox.ts';

/** The sandbox as a service has it: a connector to call, pages for customers, and a clock of its own. */
export interface Sandbox {
  readonly connector: Connector;
  /** The pages, for a context that may read merchants' names. */
  routes(contextFor: (requestId: string) => Context): Router;
  start(contextFor: (requestId: string) => Context, onError: (error: unknown) => void): SandboxClock;
}

/** Puts the sandbox together from what the service runs on. */
export function installSandbox(parts: SandboxParts): Sandbox {
  return {
    connector: sandboxConnector(parts),
    routes: (contextFor) =>
      sandboxRoutes({
        ...parts,
        merchantNameOf: async (merchantId) => {
          const ctx = contextFor('sandbox');
          const merchant = await readOne(ctx, MerchantAccount, merchantId, ['merchant_name']);
          return (merchant?.merchant_name as string | null | undefined) ?? null;
        },
      }),
    start: (contextFor, onError) =>
      startSandboxClock(
        {
          ...parts,
          secretOf: async (merchantId, accountId) =>
            (
              await openConnectorAccount(contextFor('sandbox'), {
                merchant_id: merchantId,
                merchant_connector_id: accountId,
              })
            )?.access.webhookSecret ?? null,
        },
        onError,
      ),
  };
}
