import { Migration } from '@mikro-orm/migrations';
import { INACTIVE_DAYS } from '../../core/foundation/permissions.ts';
import { lookUp } from './baseline/table-functions.ts';

/**
 * A session says when it showed a second factor, a password or a sign-in at the provider. The release before looks sessions up
 * by `find_session`, and its own say only whether they began with a second factor.
 */
export class Migration20261129164500_session_proofs extends Migration {
  override up(): void {
    this.addSql(
      `alter table auth.sessions add column "second_factor_at" timestamptz null, add column "password_at" timestamptz null,
         add column "provider_at" timestamptz null`,
    );
    this.addSql(findSessionProved);
  }
}

const findSessionProved = lookUp(
  `find_session_proved(sought text, named text, at timestamptz, active_since timestamptz, out session_id text,
       out person_id text, out merchant_id text, out role text, out suspended boolean, out lacks_second_factor boolean,
       out second_factor_at timestamptz)`,
  `select s.id, s.user_id, m.merchant_id, m.role, m.suspended, m.required and not s.second_factor,
         coalesce(s.second_factor_at, case when s.second_factor then s.created_at end)
     into find_session_proved.session_id, find_session_proved.person_id, find_session_proved.merchant_id,
       find_session_proved.role, find_session_proved.suspended, find_session_proved.lacks_second_factor,
       find_session_proved.second_factor_at
     from auth.sessions s left join lateral (
       select min(t.merchant_id) as merchant_id, min(t.role) as role,
         bool_or(a.suspended_at is not null) as suspended, bool_or(a.require_second_factor) as required
       from team_members t join merchant_accounts a on a.merchant_id = t.merchant_id
       where t.person_id = s.user_id and (named is null or t.merchant_id = named)
         and coalesce(t.last_seen_at, t.joined_at) > at - interval '${INACTIVE_DAYS} days'
       having count(*) = 1) m on true
     where s.token = sought and s.expires_at > at and s.last_active_at > active_since`,
);
