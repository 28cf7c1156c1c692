import type { Payment } from '../entities/payment.ts';
import { listKinds } from '../entities/values/list-values.ts';
import { factOf } from '../entities/values/rule-facts.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { AdditionToList } from '../rules/risk-action.ts';
import { knownValue, type Subject } from '../rules/rule-conditions.ts';
import { addEntries } from './add-entries.ts';

/**
 * Adds the value of a payment's fact to a list, in the payment's transaction; nothing if the fact is not known. An entry
 * that lasts longer stays.
 */
export async function addToList(
  tx: WritingContext,
  { merchant_id }: Pick<Payment, 'merchant_id'>,
  { expires_in: expiresIn, field, list: list_id }: AdditionToList,
  subject: Subject,
  reason: string | null,
): Promise<void> {
  const kind = factOf(field)?.list;
  const known = knownValue(subject, field);
  const value = kind && known !== null ? listKinds[kind].normalize(String(known)) : null;
  if (!kind || value === null) return;
  const at = tx.ports.now();
  const expiresAt = expiresIn ? new Date(at.getTime() + expiresIn * 1000) : null;
  await addEntries(tx, { merchant_id, list_id, kind }, [{ value, expiresAt, reason }], {
    at,
    keepsLonger: true,
  });
}
