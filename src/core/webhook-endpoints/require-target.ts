import type { WebhookDetails } from '../entities/values/webhook-details.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import type { Resolve } from '../foundation/webhook-targets.ts';
import { aim, TargetRefused } from './target.ts';

const PARAM = 'webhook_details.webhook_url';
/** How long a caller waits for a host name to be looked up. */
const RESOLVE_MAX_MS = 1_000;
/** How many callers may wait at once: each is in a transaction, whose connection others need. */
const WAITING_MAX = 3;

/**
 * Checks where webhooks are to go, when it is set. A name that cannot be resolved yet, or not soon, is taken: it
 * may come to exist, and each delivery checks again where it leads. Specification: Events.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export async function requireWebhookTarget(
  ctx: Pick<Context, 'webhookTargets'>,
  details: unknown,
): Promise<void> {
  const url = (details as WebhookDetails | null | undefined)?.webhook_url;
  if (typeof url !== 'string') return;
  const { allowLoopback, resolve } = ctx.webhookTargets;
  try {
    await aim(url, { allowLoopback, resolve: within(RESOLVE_MAX_MS, resolve) });
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    if (error.reason !== 'unresolved') throw invalidParameter(PARAM, `${PARAM} ${error.requirement}.`);
  }
}

let waiting = 0;

/** Gives a look-up up after a while, and does not begin one where many wait. */
function within(ms: number, resolve: Resolve): Resolve {
  return async (hostname) => {
    if (waiting >= WAITING_MAX) throw new Error('Too many wait for host names to be resolved.');
    waiting += 1;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The host name was not resolved in time.')), ms);
    });
    try {
      return await Promise.race([resolve(hostname), late]);
    } finally {
      clearTimeout(timer);
      waiting -= 1;
    }
  };
}
