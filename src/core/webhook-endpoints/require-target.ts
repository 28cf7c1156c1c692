import type { WebhookDetails } from '../entities/values/profile-settings.ts';
import { invalidParameter } from '../foundation/errors.ts';
import type { Ports } from '../foundation/ports/ports.ts';
import type { Resolve } from '../foundation/ports/target-rules.ts';
import { resolveTarget, TargetRefused } from '../foundation/resolve-target.ts';

/** DNS timeout. */
const LOOKUP_MAX_MS = 1_000;
/** Concurrent look-ups: each holds a transaction, and with it a database connection. */
const LOOKUPS_MAX = 3;

/**
 * Checks a webhook URL when it is set. A host name that does not resolve yet, or not in time, is accepted: every
 * attempt resolves and checks it again. Specification: Events.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireWebhookTarget(ports: Pick<Ports, 'webhookTargets'>, details: unknown): Promise<void> {
  const url = (details as WebhookDetails | null | undefined)?.webhook_url;
  return requireTarget(ports, url, 'webhook_details.webhook_url');
}

/** Checks a webhook URL as {@link requireWebhookTarget} does, under the name of its parameter. */
export async function requireTarget(
  ports: Pick<Ports, 'webhookTargets'>,
  url: unknown,
  param: string,
): Promise<void> {
  if (typeof url !== 'string') return;
  const { allowLoopback, resolve } = ports.webhookTargets;
  try {
    await resolveTarget(url, { allowLoopback, resolve: within(LOOKUP_MAX_MS, resolve) });
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    if (error.reason !== 'unresolved') throw invalidParameter(param, `${param} ${error.requirement}.`);
  }
}

let waiting = 0;

/** Limits the time of a lookup, and rejects at once while too many are waiting. */
function within(ms: number, resolve: Resolve): Resolve {
  return async (hostname) => {
    if (waiting >= LOOKUPS_MAX) throw new Error('Too many DNS lookups are waiting.');
    waiting += 1;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The host name was not resolved in time.')), ms);
    });
    try {
      return await Promise.race([resolve(hostname), timeout]);
    } finally {
      clearTimeout(timer);
      waiting -= 1;
    }
  };
}
