import type { PaymentMethodExport } from '../entities/payment-method-export.ts';
import type { WritingContext } from '../foundation/context.ts';
import { notifyOwners } from '../writes/outbox/owner-notices.ts';

/**
 * Notifies all owners of a merchant of an export.
 *
 * @param happened The event, as the end of a sentence.
 */
export const reportExport = (
  tx: WritingContext,
  { export_id, merchant_id }: PaymentMethodExport,
  happened: string,
): Promise<void> =>
  notifyOwners(tx, {
    merchantId: merchant_id,
    kind: 'vault_export',
    objectId: export_id,
    message: `The export of all card and account numbers ${export_id} ${happened}`,
  });
