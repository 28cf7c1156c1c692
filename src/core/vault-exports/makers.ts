import { ADMINISTRATOR } from '../access/maker.ts';
import type { WritingContext } from '../foundation/context.ts';

/** The caller who made a person a member, gave them their role, or created a key. */
interface Made {
  readonly id: string;
  readonly by: string;
  /** Whether the made object is a key. Creators name keys freely, perhaps like a person. */
  readonly is_key: boolean;
  /** Whether the maker is an owner of the merchant account now. */
  readonly by_owner: boolean;
}

/** The makers of a merchant's people and keys. */
export interface Makers {
  /** The caller and, for a key, its creators, through other keys. */
  behind(id: string): ReadonlySet<string>;
  /**
   * Everyone to whom a person owes their membership, directly or through others: who invited them or gave them their
   * role.
   */
  above(id: string): ReadonlySet<string>;
  /** The same without owners and their makers: people invited by an owner are independent of each other. */
  aboveBelowOwners(id: string): ReadonlySet<string>;
}

/** The actor of an audit log entry, as a maker. */
const maker = `case when a.actor_type in ('person', 'api_key', 'organization_key') then a.actor_id end`;
const entry = (action: string, object: string) => `(select ${maker} from audit_log a
  where a.merchant_id = $1 and a.object_id = ${object} and a.action = '${action}' order by a.created_at desc limit 1)`;

/** The makers of older objects, from before makers were recorded, come from the audit log. */
const text = `
  with recursive walk(id, by, is_key) as (
    select null::text, sought, false from unnest($2::text[]) sought
    union
    select w.by, made.by, made.is_key from walk w cross join lateral (
      select coalesce(i.invited_by, ${entry('inviteMember', 'i.invitation_id')}) as by, false as is_key from invitations i
      where i.merchant_id = $1 and (i.accepted_by = w.by or (i.accepted_by is null and i.accepted_at is not null
        and i.email = (select m.email from team_members m where m.merchant_id = $1 and m.person_id = w.by)))
      union all
      select coalesce(m.role_given_by, ${entry('changeMemberRole', 'm.person_id')}), false from team_members m
      where m.merchant_id = $1 and m.person_id = w.by
      union all
      select coalesce(k.created_by, ${entry('createApiKey', 'k.key_id')}), true from api_keys k
      where k.merchant_id = $1 and k.key_id = w.by) made
    where made.by is not null and made.by <> '${ADMINISTRATOR}')
  select w.id, w.by, w.is_key, exists (select from team_members m
      where m.merchant_id = $1 and m.person_id = w.by and m.role = 'owner')
    and not exists (select from api_keys k where k.merchant_id = $1 and k.key_id = w.by) as by_owner
  from walk w where w.id is not null`;

/** Reads the makers of people and keys of a merchant, up to the administrators, with one statement. */
export async function readMakers(
  tx: WritingContext,
  merchantId: string,
  ids: readonly string[],
): Promise<Makers> {
  const made = await tx.rows.query<Made>(
    {
      text,
      values: [merchantId, ids],
      touches: { reads: ['invitations', 'team_members', 'api_keys', 'audit_log'] },
    },
    merchantId,
  );
  const walk = (from: string, passes: (one: Made) => boolean): Set<string> => {
    const met = new Set<string>();
    const open = [from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const one of made) {
        if (one.id !== id || met.has(one.by) || !passes(one)) continue;
        met.add(one.by);
        open.push(one.by);
      }
    }
    return met;
  };
  return {
    behind: (id) => walk(id, ({ is_key }) => is_key).add(id),
    above: (id) => walk(id, () => true),
    aboveBelowOwners: (id) => walk(id, ({ by_owner }) => !by_owner),
  };
}
