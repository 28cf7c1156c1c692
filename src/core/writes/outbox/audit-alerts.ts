import { namedPermissions, type Permission, type Role, rolesWith } from '../../foundation/permissions.ts';
import type { AuditedChange, FieldChange } from '../../foundation/transaction.ts';

/** Kinds of audited changes that raise an alert for the operator (PCI DSS 10.4.1.1). */
export const auditAlertKinds = [
  'export_requested',
  'approver_made',
  'key_loosened',
  'host_changed',
  'second_factor_off',
] as const;
export type AuditAlertKind = (typeof auditAlertKinds)[number];

/** Counts the changes of each kind that this process committed. */
export class AuditAlerts {
  /** The types of object whose changes are counted. */
  readonly objectTypes: ReadonlySet<string> = new Set([
    ...['payment_method_export', 'team_member', 'invitation', 'api_key', 'domain'],
    ...['merchant_account', 'business_profile', 'connector_account'],
  ]);
  readonly counts: Record<AuditAlertKind, number> = Object.fromEntries(
    auditAlertKinds.map((kind) => [kind, 0]),
  ) as Record<AuditAlertKind, number>;

  /** Counts the change of an object, if it has a kind. */
  count(change: AuditedChange): void {
    const kind = alertOf(change);
    if (kind) this.counts[kind] += 1;
  }
}

/** The kind of a change; null for an ordinary change. */
export function alertOf({ changes, objectType }: AuditedChange): AuditAlertKind | null {
  const has = (is: (change: FieldChange) => boolean) => changes.some(is);
  switch (objectType) {
    case 'payment_method_export':
      return has(({ before, field }) => field === 'status' && before === null) ? 'export_requested' : null;
    case 'team_member':
    case 'invitation':
      return has(makesApprover) ? 'approver_made' : null;
    case 'api_key':
      return has(loosensKey) ? 'key_loosened' : null;
    case 'domain':
      return 'host_changed';
    case 'merchant_account':
    case 'business_profile':
    case 'connector_account':
      if (
        has(
          ({ after, before, field }) =>
            field === 'require_second_factor' && before === true && after === false,
        )
      )
        return 'second_factor_off';
      return has(({ field }) => hostFields.test(field)) ? 'host_changed' : null;
    default:
      return null;
  }
}

/** Settings of the hosts that serve or frame customers' pages, and of their wallets. */
const hostFields = /(^|\.)(domain_name|allowed_domains|walletx_verified_domains)$/;

const approves = (role: unknown) => (rolesWith(['vault:export']) as unknown[]).includes(role as Role);

const makesApprover = ({ after, before, field }: FieldChange) =>
  field === 'role' && approves(after) && !approves(before);

const listOf = (value: unknown): unknown[] | null => (Array.isArray(value) ? value : null);

/** Whether a change gives a key more permissions, addresses or lifetime. A new key does not count. */
function loosensKey({ after, before, field }: FieldChange): boolean {
  const [was, is] = [listOf(before), listOf(after)];
  switch (field) {
    case 'allowed_addresses':
      return (
        was !== null &&
        was.length > 0 &&
        (is === null || is.length === 0 || is.some((one) => !was.includes(one)))
      );
    case 'permissions':
      if (was) return is === null || is.some((one) => !was.includes(one));
      // A key without a list has all other permissions.
      return is?.some((one) => namedPermissions.has(one as Permission)) ?? false;
    case 'expires_at':
      return before !== null && (after === null || String(after) > String(before));
    default:
      return false;
  }
}
