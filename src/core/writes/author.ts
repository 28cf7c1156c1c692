import { ApiKey } from '../entities/api-key.ts';
import type { AuditEntry } from '../entities/audit-entry.ts';
import { Operator } from '../entities/operator.ts';
import { TeamMember } from '../entities/team-member.ts';
import type { WritingContext } from '../foundation/context.ts';
import { actorIn } from './outbox/audit-log.ts';

/** An author, identified as in the audit log, with the name at the time of writing. */
export interface Author {
  readonly author_type: AuditEntry['actor_type'];
  readonly author_id: string | null;
  readonly author_name: string | null;
}

/** The caller as the author of an object to be stored. */
export async function authorOf(tx: WritingContext, merchantId: string): Promise<Author> {
  const { actor_id: id, actor_name: name, actor_type } = actorIn(tx.caller);
  const named = name ?? (id === null ? null : await nameOf(tx, merchantId, actor_type, id));
  return { author_type: actor_type, author_id: id, author_name: named };
}

async function nameOf(
  { transaction: { em } }: WritingContext,
  merchant_id: string,
  type: AuditEntry['actor_type'],
  id: string,
): Promise<string | null> {
  if (type === 'api_key') return (await em.findOne(ApiKey, { merchant_id, key_id: id }))?.name ?? null;
  if (type !== 'person') return null;
  const member = await em.findOne(TeamMember, { merchant_id, person_id: id });
  return member?.name ?? (await em.findOne(Operator, { person_id: id }))?.email ?? null;
}
