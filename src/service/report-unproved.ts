import type { Logger } from 'pino';
import { readUnprovedDomains } from '../core/domains/announce-proofs.ts';
import type { Context } from '../core/foundation/context.ts';

/** The most domains that a start lists. */
const LISTED_MAX = 20;

/**
 * Lists in the log which domains of merchants' settings have to be proved, and by when: until then they have effect, as they
 * were named before domains had to be proved.
 */
export async function reportUnproved(ctx: Context, logger: Logger): Promise<void> {
  const domains = await readUnprovedDomains(ctx, LISTED_MAX + 1);
  if (domains.length === 0) return;
  logger.warn(
    { domains: domains.slice(0, LISTED_MAX), more: domains.length > LISTED_MAX },
    'merchants have to prove domains of their settings, or these lose their effect: see POST /domains',
  );
}
