import { type DocumentNode, type FieldNode, valueFromASTUntyped, visit } from 'graphql';
import type { Context } from '../../core/foundation/context.ts';
import { encodeUpdatesCursor, endOfUpdates } from '../../core/writes/change-feed.ts';
import { type GraphqlContext, merchantContext } from '../kit/context.ts';

async function cursorNow({ rows, ports: { now } }: Context, merchantId: string): Promise<string> {
  const at = now();
  return encodeUpdatesCursor(await endOfUpdates(rows, merchantId), at);
}

const selecting = new WeakMap<DocumentNode, readonly FieldNode[]>();

/** The fields of a document that select `updatesCursor`. */
function cursorsOf(document: DocumentNode): readonly FieldNode[] {
  const known = selecting.get(document);
  if (known) return known;
  const fields: FieldNode[] = [];
  visit(document, {
    Field: (field) => {
      if (field.name.value === 'updatesCursor') fields.push(field);
    },
  });
  selecting.set(document, fields);
  return fields;
}

/** The context of the merchant that a field follows, and its identifier; null if the field refuses it. */
function followedBy(graphql: GraphqlContext, field: FieldNode): [Context, string] | null {
  const named = field.arguments?.find(({ name }) => name.value === 'merchantId')?.value;
  const value = named && valueFromASTUntyped(named, graphql.variables);
  try {
    return merchantContext(graphql, value === undefined || value === null ? null : String(value));
  } catch {
    return null;
  }
}

/**
 * Reads each `updatesCursor`, if a document selects it, before any other field. Fields resolve concurrently: otherwise the
 * cursor might include a change that the page beside it does not show yet, and a subscription from it would miss that
 * change.
 */
export async function readUpdatesCursorFirst(graphql: GraphqlContext, document: DocumentNode): Promise<void> {
  const fields = cursorsOf(document);
  if (!graphql.ctx || fields.length === 0) return;
  const cursors = new Map<string, Promise<string>>();
  for (const field of fields) {
    const [ctx, merchantId] = followedBy(graphql, field) ?? [];
    if (ctx && merchantId && !cursors.has(merchantId)) cursors.set(merchantId, cursorNow(ctx, merchantId));
  }
  graphql.updatesCursors = cursors;
  // A failure is reported by the field, which awaits the same promise.
  await Promise.allSettled(cursors.values());
}
