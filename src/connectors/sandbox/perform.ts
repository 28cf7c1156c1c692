import type { CallBasics, ConnectorAccess, Outcome } from '../../core/foundation/connector.ts';
import { failureOf } from './failures.ts';
import type { SandboxParts } from './parts.ts';
import { silence, travel } from './settings.ts';
import { type Effect, hearAgain, write } from './store.ts';
import { outcomeAsOf, type SandboxTransaction } from './transaction.ts';

/** More requests than this at once for one authorization, and some are left without an answer. */
const TRIES_MAX = 200;

/**
 * Does what a request asks for, once for its key however often and by however many it is asked. Each try
 * decides from what is there and writes only if it still is; whoever was overtaken decides anew.
 */
export async function perform(
  parts: SandboxParts,
  access: ConnectorAccess,
  request: CallBasics,
  decide: () => Promise<Effect>,
): Promise<SandboxTransaction> {
  await travel(access, request.signal);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const before = await hearAgain(parts, access, request.idempotencyKey);
    if (before) return before;
    const written = await write(parts, await decide());
    if (written) return written;
  }
  throw new Error('Too many requests change this sandbox transaction at once.');
}

/** Performs a request and answers its outcome as of now. Live accounts are refused: no money is here. */
export async function answer(
  parts: SandboxParts,
  access: ConnectorAccess,
  request: CallBasics,
  decide: () => Promise<Effect>,
): Promise<Outcome> {
  if (!access.testMode) return failureOf('test_mode_only', null);
  const transaction = await perform(parts, access, request, decide);
  const own = transaction.kind === 'authorize' || transaction.kind === 'payout';
  // It is done and written down by now; only the answer is lost. Whoever asks again is answered.
  if (own && transaction.behaviour === 'timeout' && transaction.calls === 1) await silence(request.signal);
  return outcomeAsOf(transaction, parts.now());
}
