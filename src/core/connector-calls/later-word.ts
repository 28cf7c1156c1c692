import type { Context } from '../foundation/context.ts';

/**
 * How far the connector's clock may differ from ours. A connector's answer has no time of its own: a word that is dated
 * up to this long before it counts as later.
 */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** What a connector decides about: an attempt, capture, refund or payout attempt. */
export interface Decided {
  connector_updated_at?: Date | null;
}

/** Whether a word is not older than the last one about an object. Of two of the same moment, the last to arrive counts. */
export const isLater = ({ connector_updated_at: last }: Decided, at: Date): boolean => !last || at >= last;

/** Records when the connector last decided about a locked object: `at`, or with its answer just now. */
export function noteDecision(ctx: Context, object: Decided, at: Date | null): void {
  object.connector_updated_at = at ?? new Date(ctx.ports.now().getTime() - CLOCKS_DIFFER_MS);
}
