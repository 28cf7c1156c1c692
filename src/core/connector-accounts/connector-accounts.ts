import { requireOwnMerchant } from '../access/require-own-merchant.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { restNames } from '../model/rest-view.ts';
import { type Row, readOne, readPage } from '../reads/index.ts';

/** Most connector accounts that a list answers with: the operation has no pages. */
const LIST_MAX = 1000;

/**
 * Lists the connector accounts of the caller's own account, oldest first, disabled ones too, without what
 * only single retrieval shows. Specification: endpoint 17.
 *
 * @throws {Problem} `resource_not_found` for another account.
 */
export async function listConnectorAccounts(ctx: Context, accountId: string): Promise<Row[]> {
  requireOwnMerchant(ctx, accountId);
  const { rows } = await readPage(ctx, ConnectorAccount, {
    columns: restNames(ConnectorAccount, 'list'),
    take: 'first',
    limit: LIST_MAX,
  });
  return rows;
}

/**
 * Retrieves a connector account of the caller's own account, its secrets masked. Specification: endpoint 18.
 *
 * @throws {Problem} `resource_not_found` for another account or an unknown connector account.
 */
export async function retrieveConnectorAccount(
  ctx: Context,
  accountId: string,
  connectorId: string,
): Promise<Row> {
  requireOwnMerchant(ctx, accountId);
  const row = await readOne(ctx, ConnectorAccount, connectorId, restNames(ConnectorAccount, 'single'));
  if (!row) throw notFound('connector account');
  return row;
}
