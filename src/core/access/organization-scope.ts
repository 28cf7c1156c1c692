import { type Context, type OrganizationScope, withinMerchant } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import type { Reach } from '../foundation/permissions.ts';
import {
  ANYWHERE,
  isRead,
  type OpenTransaction,
  type RowSource,
  type Statement,
  type Transact,
} from '../foundation/transaction.ts';

/**
 * Tables that may be read across merchants: the merchant accounts, of which reads show those of the organization (see
 * `callerScope`), and the mapping of errors, which is everybody's.
 */
const acrossMerchants: ReadonlySet<string> = new Set(['merchant_accounts', 'error_mappings']);

/**
 * The rows and transactions of an organization's key. Whatever an operation is, each of its statements names a merchant,
 * and runs once that is found to be of the organization: one of another does not exist, like one that nobody has.
 */
export class OrganizationRows implements RowSource {
  readonly #scope: OrganizationScope;
  readonly #organizationId: string;
  /** Whether each merchant of the request is suspended. */
  readonly #found = new Map<string, Promise<boolean>>();

  constructor(scope: OrganizationScope, organizationId: string) {
    this.#scope = scope;
    this.#organizationId = organizationId;
  }

  async query<Result extends object>(
    statement: Statement,
    merchantId: string | null | typeof ANYWHERE,
  ): Promise<Result[]> {
    if (typeof merchantId === 'string') await this.#find(merchantId);
    else if (merchantId === ANYWHERE || !isAcrossMerchants(statement)) throw merchantMissing();
    return this.#scope.rows.query<Result>(statement, merchantId);
  }

  readonly transact: Transact = async (merchantId, work) => {
    if (merchantId === null) throw merchantMissing();
    const suspended = await this.#find(merchantId);
    const begun = (open: OpenTransaction) => work(suspended ? { ...open, suspended } : open);
    return this.#scope.transact(merchantId, begun);
  };

  /** @throws {Problem} `resource_not_found`, also for a merchant of another organization. */
  #find(merchantId: string): Promise<boolean> {
    let found = this.#found.get(merchantId);
    if (!found) {
      found = this.#readSuspended(merchantId);
      this.#found.set(merchantId, found);
    }
    return found;
  }

  async #readSuspended(merchantId: string): Promise<boolean> {
    const text = `select suspended_at is not null as suspended from merchant_accounts
                  where merchant_id = $1 and organization_id = $2`;
    const values = [merchantId, this.#organizationId];
    const touches = { reads: ['merchant_accounts'] };
    type Found = { suspended: boolean };
    const [row] = await this.#scope.rows.query<Found>({ text, values, touches }, merchantId);
    if (!row) throw notFound('merchant account', 'merchant_id');
    return row.suspended;
  }
}

const isAcrossMerchants = ({ touches }: Statement): boolean =>
  touches !== 'everything' &&
  isRead(touches) &&
  (touches.reads ?? []).every((table) => acrossMerchants.has(table));

const merchantMissing = () =>
  new Problem('missing_parameter', 'merchant_id is required with the key of an organization.', {
    param: 'merchant_id',
  });

/**
 * The context of an operation about merchant accounts themselves: for an organization's key, of the account that it
 * names or, where it adds one to the organization, of all.
 */
export function accountContext(ctx: Context, reach: Reach, merchantId: string | null | undefined): Context {
  if (!ctx.organization) return ctx;
  if (reach === 'organization') return { ...ctx, ...ctx.organization };
  return merchantId ? withinMerchant(ctx, merchantId) : ctx;
}

/**
 * Runs a read for keys of several merchants: for an organization's key, merchant by merchant.
 *
 * @returns The results in the order of the keys.
 */
export async function perMerchant<K extends object, V>(
  ctx: Context,
  keys: readonly K[],
  merchantOf: (key: K) => string | null,
  read: (ctx: Context, keys: readonly K[]) => Promise<readonly V[]>,
): Promise<V[]> {
  if (!ctx.organization || ctx.merchantId !== null) return [...(await read(ctx, keys))];
  const found = new Map<K, V>();
  for (const [merchantId, own] of Map.groupBy(keys, merchantOf)) {
    const within = merchantId === null ? ctx : withinMerchant(ctx, merchantId);
    const values = await read(within, own);
    for (const [i, key] of own.entries()) found.set(key, values[i]!);
  }
  return keys.map((key) => found.get(key)!);
}
