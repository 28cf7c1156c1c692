import type { CallBasics, ConnectorAccess } from '../../core/foundation/connector.ts';
import { disputeEvent, type SandboxDispute } from './dispute.ts';
import type { SandboxParts } from './parts.ts';
import { travel } from './settings.ts';

const DECIDED_AFTER_MS = 2_000;

/**
 * Takes evidence against a dispute. Evidence with `win` in it wins, with `lose` in it loses, and any other
 * leaves the dispute challenged; it is told in a moment.
 */
export function sandboxChallengeDispute(
  parts: SandboxParts,
  access: ConnectorAccess,
  disputeId: string,
  evidence: string,
  basics: CallBasics,
): Promise<void> {
  const status = /win/i.test(evidence) ? 'won' : /lose/i.test(evidence) ? 'lost' : 'challenged';
  return answerDispute(parts, access, disputeId, status, basics);
}

/** Takes a dispute as it is: the money is lost. */
export function sandboxAcceptDispute(
  parts: SandboxParts,
  access: ConnectorAccess,
  disputeId: string,
  basics: CallBasics,
): Promise<void> {
  return answerDispute(parts, access, disputeId, 'accepted', basics);
}

async function answerDispute(
  parts: SandboxParts,
  access: ConnectorAccess,
  disputeId: string,
  status: SandboxDispute['status'],
  { signal }: CallBasics,
): Promise<void> {
  await travel(access, signal);
  const key = [access.merchantId, access.merchantConnectorId, disputeId];
  const found = `select to_jsonb(d) as row from sandbox_disputes d
    where merchant_id = $1 and merchant_connector_id = $2 and dispute_id = $3`;
  const [row] = await parts.rows.query({ text: found, values: key }, access.merchantId);
  if (!row) throw new Error('The sandbox has no such dispute.');
  const at = new Date(parts.now().getTime() + DECIDED_AFTER_MS);
  const event = disputeEvent({ ...(row.row as SandboxDispute), status }, at);
  // What was decided stays so: a second answer, or the same one again, changes nothing and tells nothing.
  const text = `
    with answered as (
      update sandbox_disputes set status = $4
      where merchant_id = $1 and merchant_connector_id = $2 and dispute_id = $3
        and status in ('opened', 'challenged') and status <> $4
      returning 1
    )
    insert into sandbox_events
    select e.* from jsonb_populate_record(null::sandbox_events, $5::jsonb) e where exists (select from answered)`;
  await parts.rows.query({ text, values: [...key, status, JSON.stringify(event)] }, access.merchantId);
}
