import { INACTIVE_DAYS } from '../../../core/foundation/permissions.ts';
import { lookUp } from './table-functions.ts';

/** Consequences of changes to people's accounts and sessions, and the look-up of a session. */
export const personFunctions = (): string[] => [
  // better-auth looks for one before it makes one, which two requests at once may both do.
  'create unique index accounts_by_account_id on auth.accounts (provider_id, account_id)',

  // Nobody may register a passkey for another person: it would not sign that person in.
  'create unique index passkeys_by_credential_id on auth.passkeys (credential_id)',

  // Whatever changes a password keeps the three before it, which a new one has to differ from.
  `
    create function keep_former_passwords() returns trigger language plpgsql as $$
    begin
      new.former_passwords := (select coalesce(jsonb_agg(p order by n), '[]') from (
        select p, n from jsonb_array_elements(jsonb_build_array(old.password) || coalesce(old.former_passwords, '[]'))
          with ordinality as e(p, n) order by n limit 3) kept);
      return new;
    end $$`,
  'alter table auth.accounts add column former_passwords jsonb null',
  `
    create trigger passwords_replaced before update of password on auth.accounts
      for each row when (old.password is not null and new.password is distinct from old.password)
      execute function keep_former_passwords()`,

  'alter table auth.sessions add column last_active_at timestamptz not null default current_timestamp',

  // A person with one merchant account acts in it; one with more has to name one. Where they were not seen for 90 days they
  // are inactive.
  lookUp(
    `find_session(sought text, named text, at timestamptz, active_since timestamptz, out session_id text, out person_id text,
         out merchant_id text, out role text, out suspended boolean, out lacks_second_factor boolean)`,
    `select s.id, s.user_id, m.merchant_id, m.role, m.suspended, m.required and not s.second_factor
       into find_session.session_id, find_session.person_id, find_session.merchant_id, find_session.role,
         find_session.suspended, find_session.lacks_second_factor
       from auth.sessions s left join lateral (
         select min(t.merchant_id) as merchant_id, min(t.role) as role,
           bool_or(a.suspended_at is not null) as suspended, bool_or(a.require_second_factor) as required
         from team_members t join merchant_accounts a on a.merchant_id = t.merchant_id
         where t.person_id = s.user_id and (named is null or t.merchant_id = named)
           and coalesce(t.last_seen_at, t.joined_at) > at - interval '${INACTIVE_DAYS} days'
         having count(*) = 1) m on true
       where s.token = sought and s.expires_at > at and s.last_active_at > active_since`,
  ),

  // The end of a session ends the person's requests and sockets in every process, whoever deletes it. An
  // operator's merchant is `*`. Deleted sessions are not joined with the rows of merchants: a cluster does not.
  `
  create function notify_sessions_ended() returns trigger language plpgsql as $$
  declare
    seen text := coalesce(current_setting('switchyard.merchant_id', true), '');
    persons text[] := array(select distinct user_id from ended);
    merchants text[];
  begin
    perform set_config('switchyard.merchant_id', '*', true);
    merchants := array(select distinct merchant_id from team_members where person_id = any(persons));
    if exists (select from operators where person_id = any(persons)) then
      merchants := merchants || '*'::text;
    end if;
    perform pg_notify('switchyard_key_changes', jsonb_build_array(m)::text) from unnest(merchants) m;
    perform set_config('switchyard.merchant_id', seen, true);
    return null;
  end $$`,
  `
    create trigger sessions_ended after delete on auth.sessions referencing old table as ended
      for each statement execute function notify_sessions_ended()`,

  `
    create function keep_team_members() returns trigger language plpgsql as $$
    declare
      seen text := coalesce(current_setting('switchyard.merchant_id', true), '');
    begin
      perform set_config('switchyard.merchant_id', '*', true);
      update team_members set name = new.name, email = new.email where person_id = new.id;
      perform set_config('switchyard.merchant_id', seen, true);
      return null;
    end $$`,
  `
    create trigger persons_renamed after update of name, email on auth.persons
      for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
      execute function keep_team_members()`,
];
