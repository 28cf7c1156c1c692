import type { Payment } from '../entities/payment.ts';
import { fitsList, listKinds } from '../entities/values/list-values.ts';
import { facts, ListedFact } from '../entities/values/rule-facts.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input, type ValueOf } from '../model/index.ts';
import { brandOf } from '../payments/method/method-data.ts';
import { PaymentCancellation } from '../payments/payment-inputs.ts';
import { paymentSubject } from '../routing/decide-routing.ts';
import { EXPIRES_IN_MAX } from '../rules/risk-action.ts';
import { knownValue } from '../rules/rule-conditions.ts';
import { addEntries } from '../value-lists/add-entries.ts';
import { requireNamedList } from '../value-lists/value-lists.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';

@Input({ about: 'A fact of the payment to add to a list.' })
export class ListAddition {
  @f.Text('`list_id` or name of the list.', {
    required: true,
    holds: 'identifier',
    example: 'Trusted customers',
  })
  list!: string;
  @f.Enumeration(() => ListedFact, 'Fact of the payment whose value is added: of the kind of the list.', {
    required: true,
    example: 'email',
  })
  field!: ValueOf<typeof ListedFact>;
  @f.Integer('Seconds until the entry expires; never if omitted. An entry that lasts longer stays.', {
    min: 1,
    maximum: EXPIRES_IN_MAX,
    example: 86_400,
  })
  expires_in?: number | null;
}

const ABOUT_ADDITION =
  'Fact of the payment to add to a list together with the decision. It needs no permission beyond that to decide.';

@Input({ about: 'Parameters for approving a payment under review.' })
export class PaymentApproval {
  @f.NestedObject(() => ListAddition, ABOUT_ADDITION) add_to_list?: ListAddition | null;
}

@Input({ about: 'Parameters for rejecting a payment under review.' })
export class PaymentRejection extends fieldsFrom(PaymentCancellation, {
  takes: ['cancellation_reason', 'profile_id'],
}) {
  @f.NestedObject(() => ListAddition, ABOUT_ADDITION) add_to_list?: ListAddition | null;
}

/**
 * Adds a fact of a locked payment to a list, in the transaction of the decision about it.
 *
 * @param decision The first word of the entry's reason.
 * @throws {Problem} `resource_not_found` for an unknown list; `invalid_parameter` for a list of another kind, or a fact
 *   that the payment does not have.
 */
export async function addDecided(
  tx: WritingContext,
  payment: Payment,
  { expires_in: expiresIn, field, list: named }: ListAddition,
  decision: 'Approved' | 'Rejected',
): Promise<void> {
  const list = await requireNamedList(tx, named, 'add_to_list.list');
  const kind = facts[field].list;
  if (!fitsList(list.kind, kind)) {
    throw invalidParameter('add_to_list.list', `add_to_list.list must be a list of kind ${kind}.`);
  }
  const at = tx.ports.now();
  const subject = paymentSubject(payment, brandOf(payment), at, tx.ports.countryOf);
  const known = knownValue(subject, field);
  const value = known === null ? null : listKinds[kind].normalize(String(known));
  if (value === null) {
    throw invalidParameter(
      'add_to_list.field',
      `add_to_list.field must be a fact of the payment: it has no ${field}.`,
    );
  }
  const expiresAt = expiresIn ? new Date(at.getTime() + expiresIn * 1000) : null;
  await addEntries(tx, list, [{ value, expiresAt, reason: `${decision} ${payment.payment_id}` }], {
    at,
    keepsLonger: true,
  });
  recordAudit(tx, {
    merchantId: list.merchant_id,
    objectType: 'value_list',
    objectId: list.list_id,
    changes: [{ field: 'entries', before: null, after: 1, concealed: false }],
  });
}
