import { type ClaimedEvent, claimEvents, noteTold } from './due-events.ts';
import type { SandboxParts } from './parts.ts';
import { SIGNATURE_HEADER, signatureHeader } from './signature.ts';

/** What telling needs besides: how to send, and what to sign with. */
export interface TellingParts extends SandboxParts {
  /** Posts a body and answers the status. It has a limit of its own, below half a minute. */
  readonly send: (url: string, headers: Record<string, string>, body: string) => Promise<number>;
  /** The secret of an account's webhooks; null for one that has none. */
  readonly secretOf: (merchantId: string, merchantConnectorId: string) => Promise<string | null>;
}

/**
 * Tells the service, by webhook, of outcomes and disputes that have come about. Any number of processes may
 * do so at once: each event is claimed by one of them. It counts as told when it was answered with 2xx, and is
 * told again later otherwise, the same to the byte.
 *
 * @returns How many were told.
 */
export async function tellLateOutcomes(parts: TellingParts): Promise<number> {
  const claimed = await claimEvents(parts);
  const told = await Promise.all(claimed.map((event) => tell(parts, event)));
  return told.filter(Boolean).length;
}

async function tell(parts: TellingParts, event: ClaimedEvent): Promise<boolean> {
  const { merchant_id: merchantId, merchant_connector_id: accountId } = event;
  try {
    const secret = await parts.secretOf(merchantId, accountId);
    // Without a secret nobody could tell it from a forgery. It waits, as one may yet be given.
    if (secret === null || secret === '') return false;
    const url = `${parts.publicUrl()}/webhooks/${merchantId}/${accountId}`;
    const headers = {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signatureHeader(secret, parts.now(), Buffer.from(event.body)),
    };
    const status = await parts.send(url, headers, event.body);
    if (status < 200 || status > 299) return false;
  } catch {
    // Not told is not told, whatever the reason; the claim runs out and it comes up again.
    return false;
  }
  await noteTold(parts, event);
  return true;
}
