import { callConnector, openConnectorAccount } from '../connector-calls/call-connector.ts';
import { VendorDeletion } from '../entities/vendor-deletion.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { endDueObjects, type MerchantShare } from '../writes/due-objects.ts';
import { inTransaction } from '../writes/transactions.ts';

/** The first interval between retries; it doubles each time, up to the longest. */
const AGAIN_FIRST_MS = 60_000;
const AGAIN_LONGEST_MS = 24 * 60 * 60_000;
/** Maximum number of concurrent calls to vendors. */
const AT_ONCE = 8;
/** Requests to a vendor that still refuses end after this time. */
const GIVEN_UP_MS = 90 * 24 * 60 * 60_000;

/**
 * Requests that vendors delete the payment methods and customers deleted here, and retries until they have. Data at a
 * deleted account, or at a connector without the ability, cannot be deleted. Several processes may run this at the same
 * time: a repeated request finds nothing left to delete.
 *
 * @returns The number of concluded deletions.
 */
export function deleteAtVendors(ctx: Context, share?: MerchantShare): Promise<number> {
  const due = {
    table: 'vendor_deletions',
    id: 'deletion_id',
    dueAt: 'due_at',
    where: 'true',
    atOnce: AT_ONCE,
    end: (merchantId: string, deletionId: string) =>
      deleteAtVendor(withinMerchant(ctx, merchantId), merchantId, deletionId),
  };
  return endDueObjects(ctx, due, share);
}

async function deleteAtVendor(ctx: Context, merchantId: string, deletionId: string): Promise<boolean> {
  const key = { merchant_id: merchantId, deletion_id: deletionId };
  const deletion = await inTransaction(ctx, (tx) => tx.transaction.em.findOne(VendorDeletion, key));
  if (!deletion) return false;
  const isOver = (await isDeleted(ctx, deletion)) || ageOf(ctx, deletion) > GIVEN_UP_MS;
  await inTransaction(ctx, async (tx) => {
    if (isOver) return tx.transaction.em.nativeDelete(VendorDeletion, key);
    const waitMs = Math.min(AGAIN_FIRST_MS * 2 ** deletion.tries, AGAIN_LONGEST_MS);
    const due_at = new Date(ctx.ports.now().getTime() + waitMs);
    return tx.transaction.em.nativeUpdate(VendorDeletion, key, { tries: deletion.tries + 1, due_at });
  });
  return isOver;
}

const ageOf = (ctx: Context, { created_at }: VendorDeletion): number =>
  ctx.ports.now().getTime() - created_at.getTime();

/** Whether nothing is left to be deleted at the vendor. */
async function isDeleted(ctx: Context, deletion: VendorDeletion): Promise<boolean> {
  const { connector_customer_id, connector_reference, customer_id, deletion_id, kind } = deletion;
  const opened = await openConnectorAccount(ctx, deletion);
  const method = kind === 'method' ? 'forgetMethod' : 'forgetCustomer';
  if (!opened?.connector[method]) return true;
  const asked = await callConnector(ctx, deletion, method, async (connector, access, signal) => {
    const basics = { idempotencyKey: deletion_id, reference: deletion_id, signal };
    const customer = { customerId: customer_id, connectorCustomerId: connector_customer_id ?? null };
    if (kind === 'method') {
      await connector.forgetMethod(access, {
        ...basics,
        ...customer,
        connectorMandateId: connector_reference,
      });
    } else {
      await connector.forgetCustomer(access, {
        ...basics,
        ...customer,
        connectorCustomerId: connector_reference,
      });
    }
    return true;
  });
  return asked.kind === 'answered';
}
