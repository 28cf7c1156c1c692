import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { SandboxContext } from './context.ts';
import { webhookHeaders } from './webhook-signature.ts';

/** Sends an event of a kind that means nothing, signed like every other; unsigned where the account has no secret. */
export const testWebhookOperation =
  (ctx: SandboxContext): NonNullable<Connector['sendTestWebhook']> =>
  async ({ webhookSecret: secret }, { signal, url }) => {
    const now = ctx.now();
    const body = JSON.stringify({ id: ctx.ids.make('test'), at: now.toISOString(), type: 'test' });
    const headers = webhookHeaders(secret, now, body);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  };
