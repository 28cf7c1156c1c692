import { inListComparisons, type RuleComparison } from '../entities/values/fact-types.ts';
import { BLOCKLIST, type ListKindName, listDigests, listKinds } from '../entities/values/list-values.ts';
import type { Subject } from './rule-conditions.ts';
import type { Lookup, LookupAsker } from './rule-lookups.ts';

/** Fewest and most digits of a BIN in a list. */
const BIN_DIGITS = [6, 7, 8] as const;

/** Whether a comparison asks a list. */
export const isListComparison = (
  comparison: RuleComparison,
): comparison is (typeof inListComparisons)[number] => inListComparisons.includes(comparison as never);

/** The key of the lookup of a fact in a list. */
export const listKey = (listId: string, field: string): string => `list ${listId} ${field}`;

/** The values of a subject that a list of a kind may have: BINs of each length, and the card by each key's fingerprint. */
export function listedValues(
  kind: ListKindName,
  known: string,
  { fingerprints }: Subject,
): readonly string[] {
  if (kind === 'bin') {
    return BIN_DIGITS.filter((digits) => known.length >= digits).map((digits) => known.slice(0, digits));
  }
  if (kind === 'card_fingerprint' && fingerprints) return fingerprints;
  const value = listKinds[kind].normalize(known);
  return value === null ? [] : [value];
}

/** The lookup of a fact in a list: 1 if the list has it, and the entry has not expired. */
export function listLookup(listId: string, field: string, kind: ListKindName, known: Known): Lookup {
  const sought = (subject: Subject, { merchantId, ports: { encryption } }: LookupAsker) => {
    const value = known(subject);
    const values = value === null ? [] : listedValues(kind, value, subject);
    return listId === BLOCKLIST
      ? values
      : values.flatMap((one) => listDigests(encryption, merchantId, kind, one));
  };
  return {
    key: listKey(listId, field),
    past: { of: 'list', listId, sought },
    query: (subject, asker) => {
      const values = sought(subject, asker);
      if (values.length === 0) return null;
      return listId === BLOCKLIST
        ? blockedQuery(values, subject, asker)
        : listedQuery(listId, values, subject, asker);
    },
  };
}

/** The value of the fact in a subject; null if it is not known. */
type Known = (subject: Subject) => string | null;

function listedQuery(
  listId: string,
  digests: readonly string[],
  { at }: Subject,
  { merchantId }: LookupAsker,
) {
  return {
    reads: ['list_entries'],
    sql: (parameter: (value: unknown) => string) => `select count(*) from list_entries
      where merchant_id = ${parameter(merchantId)}::text and list_id = ${parameter(listId)}::text
      and digest = any(${parameter(digests)}::text[])
      and (expires_at is null or expires_at > ${parameter(at.toISOString())}::timestamptz)`,
  };
}

/** The blocklist keeps its values as they are. Switched off, it has no values. */
function blockedQuery(values: readonly string[], { at }: Subject, { merchantId }: LookupAsker) {
  return {
    reads: ['blocklist_entries', 'merchant_accounts'],
    sql: (parameter: (value: unknown) => string) => {
      const merchant = `${parameter(merchantId)}::text`;
      return `select count(*) from blocklist_entries b
        join merchant_accounts a on a.merchant_id = b.merchant_id and a.blocklist_enabled
        where b.merchant_id = ${merchant} and b.fingerprint_id = any(${parameter(values)}::text[])
        and (b.expires_at is null or b.expires_at > ${parameter(at.toISOString())}::timestamptz)`;
    },
  };
}
