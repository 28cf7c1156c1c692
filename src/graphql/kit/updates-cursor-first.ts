import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../../core/foundation/context.ts';
import { encodeUpdatesCursor } from '../../core/writes/change-feed/cursor.ts';
import { endOfUpdates } from '../../core/writes/change-feed/read-changes.ts';
import type { GraphqlContext } from './context.ts';

async function cursorNow({ merchantId, now, rows }: Context): Promise<string> {
  const at = now();
  return encodeUpdatesCursor(await endOfUpdates(rows, merchantId), at);
}

/**
 * Finds out where the updates end before a document that asks for it reads anything else. Fields are read at the same
 * time: found out as one of them, the end might lie behind a change that the page beside it does not show yet, and a
 * subscription after it would never show it.
 */
export const updatesCursorFirst: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ contextValue, source }) {
        if (!contextValue.ctx || !source.includes('updatesCursor')) return;
        contextValue.updatesCursor = cursorNow(contextValue.ctx);
        // What goes wrong is the field's to tell: it waits for the same.
        await contextValue.updatesCursor.catch(() => {});
      },
    };
  },
};
