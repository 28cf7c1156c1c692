import { Migration } from '@mikro-orm/migrations';
import { lookUp } from './baseline/table-functions.ts';

/**
 * Domains that merchants prove to control. Those that settings name already act for 90 days, unless somebody else proves
 * them.
 */
export class Migration20261129170517_domains extends Migration {
  override up(): void {
    this.addSql(
      `create table "domains" ("merchant_id" text not null, "domain_id" text not null, "domain_name" text not null, "scope" text not null, "status" text not null, "token" text not null, "dns_record" text generated always as ('_switchyard.' || domain_name) stored not null, "file_url" text generated always as ('https://' || domain_name || '/.well-known/switchyard-domain-verification.txt') stored not null, "proved_by" text null, "failures" int4 not null default 0, "failure_reason" text null, "verified_at" timestamptz(3) null, "checked_at" timestamptz(3) null, "next_check_at" timestamptz(3) null, "acts_until" timestamptz(3) null, "announced_at" timestamptz(3) null, "contested" boolean not null default false, "created_at" timestamptz(3) not null, "modified_at" timestamptz(3) not null, primary key ("merchant_id", "domain_id"))`,
    );
    this.addSql(
      `create index "domains_by_created_at" on "domains" ("merchant_id", "created_at", "domain_id")`,
    );
    this.addSql(
      `create index "domains_across_merchants" on "domains" ("created_at", "merchant_id", "domain_id") where domain_id > ''`,
    );
    this.addSql(
      `create index "domains_by_domain_name" on "domains" ("merchant_id", "domain_name", "created_at", "domain_id")`,
    );
    this.addSql(
      `create index "domains_by_status" on "domains" ("merchant_id", "status", "created_at", "domain_id")`,
    );
    this.addSql(
      `create index "domains_acting" on "domains" ("domain_name", "acts_until") where status <> 'verified' and acts_until is not null`,
    );
    this.addSql(`create index "domains_due" on "domains" ("next_check_at") where status = 'verified'`);
    this.addSql(
      `create index "domains_to_announce" on "domains" ("created_at") where status <> 'verified' and acts_until is not null and announced_at is null`,
    );
    this.addSql(
      `alter table "domains" add constraint "domains_of_merchant" unique ("merchant_id", "domain_name")`,
    );
    this.addSql(
      `create unique index "domains_proved" on "domains" ("domain_name") where status = 'verified'`,
    );
    this.addSql(
      `alter table "domains" add constraint "domains_scope_check" check (scope in ('merchant', 'organization'))`,
    );
    this.addSql(
      `alter table "domains" add constraint "domains_status_check" check (status in ('pending', 'verified', 'failed'))`,
    );
    this.addSql(
      `alter table "domains" add constraint "domains_proved_by_check" check (proved_by in ('dns', 'file'))`,
    );
    this.addSql(`alter table "domains" enable row level security`);
    this.addSql(`alter table "domains" force row level security`);
    this.addSql(
      `create policy "tenancy" on "domains" using (merchant_id = (select current_setting('switchyard.merchant_id', true)) or (select current_setting('switchyard.merchant_id', true)) = '*')`,
    );
    this.addSql(findProofs);
    this.addSql(findOwners);
    this.addSql(contestProof);
    this.addSql(`select set_config('switchyard.merchant_id', '*', true)`);
    this.addSql(fill);
  }
}

/**
 * The proofs that cover hosts, for a merchant: of the names that are sought, those that are proved, and those that act
 * without.
 */
const findProofs = lookUp(
  'find_domain_proofs(sought text[], of text, at timestamptz, out proofs jsonb)',
  `select coalesce(jsonb_agg(jsonb_build_object(
       'domain_name', d.domain_name, 'verified', d.status = 'verified',
       'own', d.merchant_id = of or d.scope = 'organization' and o.organization_id is not distinct from m.organization_id
         and m.organization_id is not null)), '[]')
     into find_domain_proofs.proofs
     from domains d
     join merchant_accounts m on m.merchant_id = d.merchant_id
     left join merchant_accounts o on o.merchant_id = of
     where d.domain_name = any(sought) and (d.status = 'verified' or d.acts_until > at)`,
);

/**
 * The merchants for whom the most specific of the proofs that cover a host counts; of one that nobody has proved, those whose
 * settings act without.
 */
const findOwners = lookUp(
  'find_domain_owners(sought text[], at timestamptz, out merchants text[])',
  `select array_agg(distinct o.merchant_id) into find_domain_owners.merchants
     from (
       select d.merchant_id, d.scope,
         rank() over (order by d.status <> 'verified', array_position(sought, d.domain_name)) as place
       from domains d
       where d.domain_name = any(sought) and (d.status = 'verified' or d.acts_until > at)) p
     join merchant_accounts m on m.merchant_id = p.merchant_id
     join merchant_accounts o on o.merchant_id = m.merchant_id
       or p.scope = 'organization' and o.organization_id = m.organization_id
     where p.place = 1`,
);

/** Has another merchant's proof of a name repeated at once; `taken` says whether there is one. */
const contestProof = lookUp(
  'contest_domain_proof(sought text, of text, at timestamptz, out taken boolean)',
  `update domains d set contested = true, next_check_at = least(d.next_check_at, at)
     where d.domain_name = sought and d.merchant_id <> of and d.status = 'verified';
   contest_domain_proof.taken := found`,
);

const DAYS = 90;

/** The hosts of one table's settings, as they were given. */
const hostsIn = (table: string, configs: readonly string[], lists: readonly string[]) => [
  ...configs.flatMap((config) =>
    [
      '$.domain_name',
      '$.allowed_domains[*]',
      '$.business_specific_configs.*.domain_name',
      '$.business_specific_configs.*.allowed_domains[*]',
    ].map(
      (path) => `select merchant_id, jsonb_path_query(${config}, '${path}') #>> '{}' as host from ${table}`,
    ),
  ),
  ...lists.map(
    (list) => `select merchant_id, jsonb_path_query(${list}, '$[*]') #>> '{}' as host from ${table}`,
  ),
];

const named = [
  ...hostsIn(
    'business_profiles',
    ['payment_link_config', 'payout_link_config'],
    ['walletx_verified_domains'],
  ),
  ...hostsIn('merchant_accounts', ['pm_collect_link_config'], []),
  ...hostsIn('connector_accounts', [], ['walletx_verified_domains']),
].join(' union all ');

const random = `replace(gen_random_uuid()::text, '-', '')`;

/** Names without wildcard, port and trailing dot; addresses and names of the own machine need no proof. */
const fill = `
  insert into domains (merchant_id, domain_id, domain_name, scope, status, token, acts_until, created_at, modified_at)
  select merchant_id, 'dom_' || ${random}, name, 'merchant', 'pending', 'switchyard-domain-verification=' || ${random},
    now() + interval '${DAYS} days', now(), now()
  from (
    select distinct merchant_id,
      regexp_replace(regexp_replace(regexp_replace(lower(trim(host)), '^\\*\\.', ''), ':[0-9]+$', ''), '\\.$', '') as name
    from (${named}) hosts) names
  where length(name) <= 241 and name not like '%.localhost'
    and name ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'`;
