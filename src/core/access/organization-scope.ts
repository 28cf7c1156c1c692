import type { OrganizationScope } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import {
  ANYWHERE,
  isRead,
  type OpenTransaction,
  type RowSource,
  type Statement,
  type Transact,
} from '../foundation/transaction.ts';

/**
 * Tables that may be read across merchants: merchant accounts, which `callerScope` limits to the organization, and error
 * mappings, which all merchants share.
 */
const acrossMerchants: ReadonlySet<string> = new Set(['merchant_accounts', 'error_mappings']);

/**
 * The rows and transactions of an organization's key. Each statement names a merchant, and runs only once that merchant
 * is found to belong to the organization. Other merchants count as unknown.
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
