import { createRequire } from 'node:module';
import { COUNT_MAX, type FactValue } from '../entities/values/fact-types.ts';
import { DAY_S, factOf } from '../entities/values/rule-facts.ts';
import type { Subject } from './rule-conditions.ts';
import type { Lookup } from './rule-lookups.ts';

/** The name under which the value of a fact is looked up. */
export const factKey = (field: string, account: string | null): string =>
  account !== null && factOf(field)?.ofAccount ? `${field} ${account}` : field;

/** Most payments of an account that are searched for one that succeeded. */
const PAYMENTS_MAX = 1_000;

const lookups: Readonly<Record<string, (account: string | null) => Lookup | null>> = {
  customer_age_days: () => ({
    key: 'customer_age_days',
    past: { of: 'customer', fact: 'customer_age_days' },
    query: ({ at, keys }, { merchantId }) =>
      keys?.customer
        ? {
            sql: (
              value,
            ) => `select greatest(floor(extract(epoch from ${value(at.toISOString())}::timestamptz - c.created_at) / ${DAY_S}), 0)
              from customers c where c.merchant_id = ${value(merchantId)} and c.customer_id = ${value(keys.customer)}`,
            reads: ['customers'],
          }
        : null,
  }),
  customer_payments: () => ({
    key: 'customer_payments',
    past: { of: 'customer', fact: 'customer_payments' },
    query: ({ keys }, { merchantId }) =>
      keys?.customer
        ? {
            sql: (value) => `select count(*) from (
              select from payments p where p.merchant_id = ${value(merchantId)} and p.customer_id = ${value(keys.customer)}
                and p.status in ('succeeded', 'partially_captured') and p.payment_id <> ${value(keys.payment ?? '')}
              limit ${COUNT_MAX}) p`,
            reads: ['payments'],
          }
        : null,
  }),
  seconds_since_last_success: (account) =>
    account === null
      ? null
      : {
          key: factKey('seconds_since_last_success', account),
          past: { of: 'last_success', account },
          query: ({ at }, { merchantId }) => {
            const [kind, ...name] = account.split(' ');
            return {
              // GREATEST ignores null, which is no success.
              sql: (value) => `select least(greatest(coalesce(
                floor(extract(epoch from ${value(at.toISOString())}::timestamptz - max(a.authorized_at))), ${DAY_S}), 0), ${DAY_S})
                from (
                  select p.merchant_id, p.reference_id from payments p
                  where p.merchant_id = ${value(merchantId)} and p.${kind} = ${value(name.join(' '))}
                    and p.created > ${value(new Date(at.getTime() - DAY_S * 1000).toISOString())}::timestamptz
                  order by p.created desc limit ${PAYMENTS_MAX}) p
                join attempts a on a.merchant_id = p.merchant_id and a.attempt_id = p.reference_id`,
              reads: ['payments', 'attempts'],
            };
          },
        },
};

/** The lookup of a fact; null for a fact that needs none. */
export const factLookup = (field: string, account: string | null): Lookup | null =>
  Object.hasOwn(lookups, field) ? lookups[field]!(account) : null;

/** A choice of an account, as rules write it. */
type Choice = string | { readonly connector?: string | null; readonly merchant_connector_id?: string | null };
type Chosen = readonly (Choice | { readonly connector: Choice })[] | null | undefined;

/**
 * The first account of a routing rule's action, as the column that names it and its value: `merchant_connector_id mca_1`; null
 * for other actions and an empty list.
 */
export function firstAccountOf(action: unknown): string | null {
  const { connectors, least_cost, success_rate, volume_split } = (action ?? {}) as Record<string, unknown>;
  const learning = (success_rate ?? least_cost) as { readonly connectors?: unknown } | null | undefined;
  const [first] = ((connectors ?? volume_split ?? learning?.connectors) as Chosen) ?? [];
  if (!first) return null;
  const isShare =
    typeof first === 'object' && typeof first.connector === 'object' && first.connector !== null;
  const choice = isShare ? (first.connector as Choice) : (first as Choice);
  if (typeof choice === 'string') return `connector ${choice}`;
  const { connector, merchant_connector_id: id } = choice;
  return id ? `merchant_connector_id ${id}` : connector ? `connector ${connector}` : null;
}

/** The value of a fact that follows from other facts; null if it is not known. */
export function computedFact({ countryOf, facts, keys }: Subject, field: string): FactValue | null {
  switch (field) {
    case 'customer_payments':
      return facts.customer_known === false ? 0 : null;
    case 'disposable_domain':
      return typeof facts.email_domain === 'string' ? isDisposable(facts.email_domain) : null;
    case 'ip_country':
      return (keys?.ip_address && countryOf?.(keys.ip_address)) || null;
    default:
      return null;
  }
}

let disposable: ReadonlySet<string> | null = null;

/** Whether a domain, or one above it, offers disposable addresses. The list is loaded when a rule first asks. */
function isDisposable(domain: string): boolean {
  disposable ??= loadDisposable();
  const labels = domain.trim().toLowerCase().split('.');
  return labels.some((_, i) => disposable!.has(labels.slice(i).join('.')));
}

function loadDisposable(): ReadonlySet<string> {
  const load = createRequire(import.meta.url) as (
    name: string,
  ) => typeof import('disposable-email-domains-js');
  return load('disposable-email-domains-js').disposableEmailBlocklistSet();
}
