import { ExtendedCardInfo } from '../../entities/extended-card-info.ts';
import { Payment } from '../../entities/payment.ts';
import type { Context } from '../../foundation/context.ts';
import { working } from '../../foundation/permissions.ts';
import { requireSecondFactor } from '../../foundation/require-second-factor.ts';
import { evenIfSuspended } from '../../foundation/suspension.ts';
import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import { readOne } from '../../reads/index.ts';
import { recordAudit } from '../../writes/outbox/audit-log.ts';
import { inTransaction } from '../../writes/transactions.ts';

/** Beyond the specification, which has only the profile's `extended_card_info_config`. */
@ValueObject({
  about: "Details of the card entered for a payment, encrypted for the merchant's key.",
})
export class EncryptedCardInfo {
  @f.Id('Payment for which the card was entered.', { required: true }) payment_id!: string;
  @f.Text(
    'The details: a compact JWE (RSA-OAEP-256, A256GCM) for `extended_card_info_config.public_key` of the profile. Decrypted, it is JSON with `card_number`, `card_exp_month`, `card_exp_year`, `card_holder_name`, `card_network`, `card_type`, `card_issuer` and `card_issuing_country`; the verification code is not kept.',
    {
      required: true,
      example: 'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0.Rm9yIHRoZSBtZXJjaGFudA.…',
    },
  )
  payload!: string;
  @f.Timestamp('Time at which the details can no longer be read; they are deleted within an hour.', {
    required: true,
  })
  expires_on!: Date;
}

/**
 * The encrypted card of a payment; null if nothing is kept of it, or no longer. Each reading is in the audit log.
 *
 * @throws {Problem} `second_factor_required` for a person.
 */
export async function readExtendedCardInfo(
  ctx: Context,
  paymentId: string,
): Promise<EncryptedCardInfo | null> {
  requireSecondFactor(ctx);
  const payment = await readOne(working(ctx), Payment, paymentId, ['payment_id']);
  if (!payment) return null;
  const { merchant_id: merchantId, payment_id } = payment;
  // A read may have no command, and this one is recorded like one.
  const command = { name: 'retrieveExtendedCardInfo', recorded: new Set<string>() };
  return inTransaction({ ...evenIfSuspended(ctx), merchantId, command }, async (tx) => {
    const found = await tx.transaction.em.findOne(ExtendedCardInfo, {
      merchant_id: merchantId,
      payment_id,
      expires_at: { $gt: tx.ports.now() },
    });
    if (!found) return null;
    const read = { field: 'extended_card_info', before: null, after: 'read', concealed: false };
    recordAudit(tx, { merchantId, objectType: 'payment', objectId: payment_id, changes: [read] });
    return { payment_id, payload: found.payload, expires_on: found.expires_at };
  });
}
