import type { Client } from 'pg';
import { OperatorError } from '../core/foundation/operator-error.ts';
import { schemas } from './orm-options.ts';

/** Thrown at start if the service's role could get around row-level security, or may not use the tables. */
export class DatabaseRoleError extends OperatorError {
  override readonly name = 'DatabaseRoleError';
}

interface RoleFacts {
  readonly role: string;
  readonly superuser: boolean;
  readonly bypasses: boolean;
  readonly owns: boolean;
}

/** Whether the session's role owns any of the tables. */
const owns = `exists (
  select from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in (${schemas.map((name) => `'${name}'`).join(', ')}) and c.relkind = 'r'
    and (pg_has_role(c.relowner, 'MEMBER') or pg_has_role(n.nspowner, 'MEMBER'))) as owns`;

/** Why the session's role must not serve requests, and how to fix it; null if it may. */
export async function findRoleFault(session: Client): Promise<string | null> {
  const { rows } = await session.query<RoleFacts>(`
    select r.rolname as role, r.rolsuper as superuser, r.rolbypassrls as bypasses, ${owns}
    from pg_roles r where r.rolname = current_user`);
  const { bypasses, owns: isOwner, role, superuser } = rows[0]!;
  // Members of every role include superusers, so the order matters.
  const can = superuser ? 'is a superuser' : bypasses ? 'has BYPASSRLS' : isOwner ? 'owns the tables' : null;
  if (can === null) return null;
  return (
    `The role ${role} of DATABASE_URL ${can}, so row-level security would not separate merchants. ` +
    'Make a role that only serves (create role switchyard_service login password …), use it in DATABASE_URL, ' +
    "set MIGRATION_DATABASE_URL to the tables' owner, and run: npm run migrate"
  );
}

/** Whether a session's role owns the tables, and so may change them. */
export async function ownsTables(session: Client): Promise<boolean> {
  const { rows } = await session.query<Pick<RoleFacts, 'owns'>>(`select ${owns}`);
  return rows[0]!.owns;
}

/** The role that a session acts as. */
export async function roleOf(session: Client): Promise<string> {
  const { rows } = await session.query<{ role: string }>('select current_user as role');
  return rows[0]!.role;
}

/**
 * Grants a role the privileges to serve, and none to change a table's definition. The audit log is append-only for it. Objects
 * of other owners in the schemas, such as an extension's functions, are left alone.
 */
export async function grantServing(owner: Client, role: string): Promise<void> {
  const to = owner.escapeIdentifier(role);
  const { rows } = await owner.query<Record<'tables' | 'sequences' | 'functions', string>>(`
    select string_agg(o.name, ', ') filter (where o.kind in ('r', 'p')) as tables,
      string_agg(o.name, ', ') filter (where o.kind = 'S') as sequences,
      string_agg(o.name, ', ') filter (where o.kind = 'f') as functions
    from (
      select c.oid::regclass::text as name, c.relkind as kind, c.relnamespace as schema, c.relowner as owner from pg_class c
      union all
      select p.oid::regprocedure::text, 'f', p.pronamespace, p.proowner from pg_proc p where p.prokind = 'f') o
    join pg_namespace n on n.oid = o.schema
    where n.nspname in (${schemas.map((name) => `'${name}'`).join(', ')}) and pg_has_role(o.owner, 'MEMBER')`);
  const { functions, sequences, tables } = rows[0]!;
  await owner.query(`
    grant usage on schema ${schemas.join(', ')} to ${to};
    grant select, insert, update, delete on ${tables} to ${to};
    grant usage, select on sequence ${sequences} to ${to};
    grant execute on function ${functions} to ${to};
    revoke update, delete on public.audit_log from ${to};
    revoke insert, update, delete on public.audit_anchors, public.audit_seals from ${to};
    revoke update, delete on public.unsealed_audit_entries from ${to};
    revoke insert, update, delete on public.migrations, public.migration_digests from ${to}`);
}
