import type { ConnectorAccess, LookUp } from '../../core/foundation/connector.ts';
import type { SandboxParts } from './parts.ts';
import { travel } from './settings.ts';
import { findByKey } from './store.ts';
import { outcomeAsOf } from './transaction.ts';

/** What became of a call, by the key it was made under. */
export async function lookUp(
  parts: SandboxParts,
  access: ConnectorAccess,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<LookUp> {
  await travel(access, signal);
  const transaction = await findByKey(parts, access, idempotencyKey);
  return transaction ? outcomeAsOf(transaction, parts.now()) : { kind: 'not_found' };
}
