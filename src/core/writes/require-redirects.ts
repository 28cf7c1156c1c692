import { isDeepStrictEqual } from 'node:util';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { Domain } from '../entities/domain.ts';
import { type Context, isCustomersKey, type WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import {
  callerInWords,
  isPermitted,
  type Permission,
  type Role,
  rolesWith,
} from '../foundation/permissions.ts';
import { requireSecondFactor } from '../foundation/require-second-factor.ts';
import { isThisMachine } from '../foundation/resolve-target.ts';
import {
  type DescribedClass,
  type FieldDescription,
  isResource,
  nounOf,
  type Redirected,
  type ResourceDescription,
  redirectingFields,
  resourceOf,
} from '../model/index.ts';
import { leadsNowhere, type Redirection, redirectionsIn, redirectPermissions } from '../model/redirects.ts';
import { openedValue } from './outbox/field-changes.ts';
import { notifyOwners } from './outbox/owner-notices.ts';

type Values = Readonly<Record<string, unknown>>;

/** A redirecting value, before and after a change. */
interface RedirectionChange {
  readonly before: Redirection | undefined;
  readonly after: Redirection;
}

/**
 * Checks the fields of an object that decide where card numbers, personal data or money are sent: setting one requires
 * the permission named in its description. Every transaction calls it before its commit, so that no command can forget
 * it. It compares with the stored values: unchanged values need no permission. Owners are notified of each change.
 *
 * Payments and links inherit settings from their profile or account. {@link requireRedirectsNamed} checks the fields of
 * their requests.
 *
 * @param before The object's columns before the transaction; null for a new one.
 * @throws {Problem} `not_permitted`, naming the permission and the roles that have it; `second_factor_required`.
 */
export async function requireRedirects(
  tx: WritingContext,
  entity: object,
  before: Values | null,
): Promise<void> {
  const resource = resourceOf(entity.constructor as DescribedClass);
  const { target } = resource;
  const fields = redirectingFields(target).filter(({ takenOver }) => !takenOver);
  const open = (row: Values): Values => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field.name, openedValue(tx, resource, field, row)])),
  });
  const former = before && open({ ...(entity as Values), ...before });
  const changes = requireRedirectsOf(tx, target, former, open(entity as Values));
  if (changes.length > 0) await tellOwners(tx, resource, entity as Values, changes);
}

/**
 * Checks changes of an object that are not stored yet.
 *
 * @param before Its decrypted values; null for a new one.
 * @returns The changes that owners are notified of.
 * @throws {Problem} As {@link requireRedirects}.
 */
export function requireRedirectsOf(
  ctx: Context,
  target: DescribedClass,
  before: Values | null,
  after: Values,
): RedirectionChange[] {
  const changes = redirectionChanges(target, before, after).filter(
    (change) => !isHarmless(ctx, target, after, change),
  );
  for (const change of changes) {
    if (isFree(change.after)) continue;
    if (!isAllowedInTest(ctx, target, before, after, change.after)) requireRedirect(ctx, change.after);
    requireSecondFactor(ctx);
  }
  return changes;
}

/**
 * Checks the fields of a validated request that decide where data or money is sent, except those of objects that {@link
 * requireRedirects} checks when they are stored.
 *
 * @throws {Problem} As {@link requireRedirects}.
 */
export function requireRedirectsNamed(ctx: Context, target: DescribedClass, input: Values): void {
  const named = redirectingFields(target).filter((field) => !isCheckedWhenStored(field));
  for (const redirection of redirectionsIn(target, input, named)) {
    if (leadsNowhere(redirection.value) || isOnThisMachine(ctx, redirection)) continue;
    requireRedirect(ctx, redirection);
    requireSecondFactor(ctx);
  }
}

const isCheckedWhenStored = ({ from, takenOver }: FieldDescription): boolean =>
  from !== undefined && isResource(from) && !takenOver;

/** The redirecting values of an object that were set, changed, cleared, or are no longer masked. */
function redirectionChanges(
  target: DescribedClass,
  before: Values | null,
  after: Values,
): RedirectionChange[] {
  const own = redirectingFields(target).filter(({ takenOver }) => !takenOver);
  const within = (values: Values) =>
    new Map(redirectionsIn(target, values, own).map((redirection) => [redirection.key, redirection]));
  const [former, next] = [within(before ?? {}), within(after)];
  const gone = [...former].flatMap(([key, one]) => (next.has(key) ? [] : [{ ...one, value: null }]));
  return [...next.values(), ...gone]
    .map((redirection) => ({ before: former.get(redirection.key), after: redirection }))
    .filter(isChange);
}

function isChange({ after, before }: RedirectionChange): boolean {
  const isNone = leadsNowhere(after.value);
  if (isNone && leadsNowhere(before?.value)) return false;
  const isUnmasked = before?.isMasked === true && !after.isMasked && !isNone;
  return isUnmasked || !isDeepStrictEqual(before?.value, after.value);
}

/** Whether a change is harmless: the target is this machine, or the account is in the sandbox. */
function isHarmless(
  ctx: Context,
  target: DescribedClass,
  values: Values,
  { after, before }: RedirectionChange,
): boolean {
  if (isOnThisMachine(ctx, leadsNowhere(after.value) ? before! : after)) return true;
  return (
    target === ConnectorAccount &&
    ctx.ports.connectors.find(String(values.connector_name))?.simulated === true
  );
}

/** Whether a URL or host names the developer's machine, in the test environment. */
function isOnThisMachine({ ports }: Context, { address, field }: Redirection): boolean {
  if (ports.environment !== 'test' || field.redirects === 'money' || field.format === 'email') return false;
  const all = Array.isArray(address) ? address : [address];
  const isLocal = (one: unknown) => typeof one === 'string' && isThisMachine(one);
  return all.length > 0 && all.every(isLocal);
}

/** Whether a change needs no permission: nothing replaces a cleared value, or the sent data is masked. */
const isFree = ({ fallsBack, isMasked, value }: Redirection): boolean =>
  leadsNowhere(value) ? !fallsBack : isMasked;

/** Roles that may redirect money in accounts with `test_mode`. */
const testers: ReadonlySet<Role | null> = new Set<Role>(['developer']);

function isAllowedInTest(
  { caller }: Context,
  target: DescribedClass,
  before: Values | null,
  after: Values,
  { field }: Redirection,
): boolean {
  if (field.redirects !== 'money' || target !== ConnectorAccount) return false;
  const isTest = after.test_mode === true && before?.test_mode !== false;
  return isTest && caller.kind === 'person' && testers.has(caller.role);
}

const sent: Readonly<Record<Redirected, string>> = {
  card: 'card numbers are',
  personal: 'personal data are',
  money: 'money is',
};

function requireRedirect(ctx: Context, { field, maskedBy, path, value }: Redirection): void {
  const redirected = field.redirects!;
  const permission = redirectPermissions[redirected];
  if (isPermitted(ctx, permission) && !isCustomersKey(ctx.caller.kind)) return;
  const who = `${whoHas(permission)}.`;
  if (maskedBy && !leadsNowhere(value)) {
    throw new Problem(
      'not_permitted',
      `${maskedBy} must be true without the permission ${permission}: ${path} decides where ${sent[redirected]} sent. ${who}`,
      { param: maskedBy },
    );
  }
  throw new Problem(
    'not_permitted',
    `${path} decides where ${sent[redirected]} sent. ${callerInWords(ctx)} does not have the required permission ${permission}. ${who}`,
    { param: path },
  );
}

/** The holders of a permission, as a sentence without a full stop. */
function whoHas(permission: Permission): string {
  const roles = rolesWith([permission]);
  const listed = `${roles.slice(0, -1).join(', ')} and ${roles.at(-1)}`;
  const others: Partial<Record<Permission, string>> = {
    'connectors:credentials': `, and ${[...testers].join(', ')} in accounts with test_mode`,
    'vault:export': ', and API keys that were given it by name',
  };
  return `The roles ${listed} have it${others[permission] ?? ''}`;
}

async function tellOwners(
  tx: WritingContext,
  { id, target }: ResourceDescription,
  values: Values,
  changes: readonly RedirectionChange[],
): Promise<void> {
  // A domain to be proved has no effect yet; its proof is reported.
  if (target === Domain) return;
  const { merchant_id: merchantId, profile_id: profileId = null } = values as Record<string, string>;
  const objectId = String(values[id]);
  const byKind = Map.groupBy(changes, ({ after }) =>
    after.field.name.includes('domain') ? 'host_changed' : 'redirect_changed',
  );
  for (const [kind, some] of byKind) {
    const what = new Set(some.map((change) => `${change.after.path} was ${verbOf(change)}`));
    const message = `In the ${nounOf(target)} ${objectId}, ${[...what].join(', ')}.`;
    await notifyOwners(tx, { merchantId: merchantId!, kind, objectId, profileId, message });
  }
}

function verbOf({ after, before }: RedirectionChange): string {
  if (leadsNowhere(after.value)) return 'cleared';
  return leadsNowhere(before?.value) ? 'set' : 'changed';
}
