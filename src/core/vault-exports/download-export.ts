import { PaymentMethodExport, PaymentMethodExportFile } from '../entities/payment-method-export.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { requireSecondFactor } from '../foundation/require-second-factor.ts';
import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { inTransaction, requireMerchant } from '../writes/transactions.ts';

/** A file of an export. */
@ValueObject({ about: 'A file of an export, encrypted for the receiver.' })
export class ExportedFile {
  @f.Id('Export that the file belongs to.', { required: true }) export_id!: string;
  @f.Integer('Number of the file, from 1.', { required: true, min: 1, example: 1 }) number!: number;
  @f.Text('The file: a compact JWE (RSA-OAEP-256, A256GCM) of JSON Lines with the columns of imports.', {
    required: true,
    max: 64_000_000,
    example: 'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0.…',
  })
  content!: string;
}

/**
 * Reads a file of an export, and records the download in the audit log.
 *
 * @throws {Problem} `second_factor_required` for a person; `resource_not_found` for a file that is not written yet, or
 *   past its retention.
 */
export async function downloadExport(ctx: Context, exportId: string, number: string): Promise<ExportedFile> {
  requireSecondFactor(ctx);
  // Reads are not recorded by default; this one is recorded like a command.
  const command = { name: 'downloadPaymentMethodExport', recorded: new Set<string>() };
  return inTransaction({ ...ctx, command }, async (tx) => {
    const { em } = tx.transaction;
    const asked = await em.findOne(PaymentMethodExport, {
      merchant_id: requireMerchant(tx),
      export_id: exportId,
    });
    if (!asked || !/^[1-9]\d{0,8}$/.test(number)) throw notFound('payment method export');
    const { download_before, merchant_id, status } = asked;
    if (status === 'stopped' || (download_before && download_before <= tx.ports.now()))
      throw notFound('file of the export');
    const file_id = `${exportId}_${number}`;
    const file = await em.findOne(PaymentMethodExportFile, { merchant_id, file_id });
    if (!file) throw notFound('file of the export');
    const downloaded = { field: 'downloaded_file', before: null, after: Number(number), concealed: false };
    recordAudit(tx, {
      merchantId: merchant_id,
      objectType: 'payment_method_export',
      objectId: exportId,
      changes: [downloaded],
    });
    return { export_id: exportId, number: Number(number), content: file.content };
  });
}
