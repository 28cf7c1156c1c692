import { Migration } from '@mikro-orm/migrations';

/** Deleted sessions are no table beside the rows of merchants, with which a cluster does not join them. */
export class Migration20261128052833_ended_sessions extends Migration {
  override up(): void {
    this.addSql(notifySessionsEnded);
  }
}

/** As before: a session's merchants are those of its person, and an operator's is `*`. */
const notifySessionsEnded = `
  create or replace function notify_sessions_ended() returns trigger language plpgsql as $$
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
  end $$`;
