import { accessOf } from '../connector-calls/call-connector.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import { requireCallsTo } from '../foundation/outgoing-calls.ts';
import { type CredentialCheck, guardKey } from '../foundation/ports/connector.ts';

/** The decrypted fields of an account that hold its connector's credentials. */
export type AccountAccess = Parameters<typeof accessOf>[0] & Pick<ConnectorAccount, 'connector_name'>;

/**
 * Asks a connector whether it accepts an account's credentials, before they are stored. Not within a transaction.
 *
 * @throws {Problem} `invalid_parameter` if it refuses them, naming the key if known, or cannot check any;
 * `connector_unreachable` without a response; `outgoing_calls_off`.
 */
export async function verifyCredentials(ctx: Context, account: AccountAccess): Promise<void> {
  if (ctx.transaction) throw new Error('A connector is never called inside a transaction.');
  const { connector_name: name } = account;
  const connector = ctx.ports.connectors.find(name);
  if (!connector?.verifyCredentials) {
    throw invalidParameter('verify', `verify must be omitted: ${name} cannot check credentials.`);
  }
  requireCallsTo(ctx.ports, name);
  const access = accessOf(account);
  const check = () =>
    ctx.ports.guard.run(guardKey(account), (signal) => connector.verifyCredentials!(access, signal));
  const labels = { connector: name, operation: 'verifyCredentials' };
  const answer: CredentialCheck = await ctx.ports
    .observe({ kind: 'connector_call', labels }, check, ({ kind }) => kind)
    .catch((cause: unknown) => {
      const message = `${name} could not be reached to check the credentials. Send the request again.`;
      throw new Problem('connector_unreachable', message, { cause });
    });
  if (answer.kind === 'accepted') return;
  const path = 'connector_account_details.connector_account_details';
  const param = answer.key === null ? path : `${path}.${answer.key}`;
  throw invalidParameter(param, `${name} rejected ${param}: ${answer.message}`);
}
