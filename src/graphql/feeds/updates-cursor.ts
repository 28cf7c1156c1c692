import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../../core/foundation/context.ts';
import { encodeUpdatesCursor, endOfUpdates } from '../../core/writes/change-feed.ts';
import type { GraphqlContext } from '../kit/context.ts';

async function cursorNow({ merchantId, rows, ports: { now } }: Context): Promise<string> {
  const at = now();
  return encodeUpdatesCursor(await endOfUpdates(rows, merchantId), at);
}

/**
 * Reads `updatesCursor` before any other field of its document. Fields resolve concurrently: read as one of them, the
 * cursor might lie behind a change that the page beside it does not show yet, and a subscription after it would
 * miss that change.
 */
export const updatesCursorFirst: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ contextValue, source }) {
        if (!contextValue.ctx || !source.includes('updatesCursor')) return;
        contextValue.updatesCursor = cursorNow(contextValue.ctx);
        // A failure is reported by the field, which awaits the same promise.
        await contextValue.updatesCursor.catch(() => {});
      },
    };
  },
};
