import { BREAK, type DocumentNode, visit } from 'graphql';
import type { Context } from '../../core/foundation/context.ts';
import { encodeUpdatesCursor, endOfUpdates } from '../../core/writes/change-feed.ts';
import type { GraphqlContext } from '../kit/context.ts';

async function cursorNow({ merchantId, rows, ports: { now } }: Context): Promise<string> {
  const at = now();
  return encodeUpdatesCursor(await endOfUpdates(rows, merchantId), at);
}

const selecting = new WeakMap<DocumentNode, boolean>();

/** Whether a document selects `updatesCursor`. */
function selectsUpdatesCursor(document: DocumentNode): boolean {
  let selects = selecting.get(document);
  if (selects === undefined) {
    selects = false;
    visit(document, {
      Field: ({ name }) => {
        if (name.value !== 'updatesCursor') return undefined;
        selects = true;
        return BREAK;
      },
    });
    selecting.set(document, selects);
  }
  return selects;
}

/**
 * Reads `updatesCursor`, if a document selects it, before any other field. Fields resolve concurrently: otherwise the
 * cursor might include a change that the page beside it does not show yet, and a subscription from it would miss that
 * change.
 */
export async function readUpdatesCursorFirst(graphql: GraphqlContext, document: DocumentNode): Promise<void> {
  if (!graphql.ctx || !selectsUpdatesCursor(document)) return;
  graphql.updatesCursor = cursorNow(graphql.ctx);
  // A failure is reported by the field, which awaits the same promise.
  await graphql.updatesCursor.catch(() => {});
}
