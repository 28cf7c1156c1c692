import type { Attempt } from '../../entities/attempt.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { Payment } from '../../entities/payment.ts';
import { VelocityEntry } from '../../entities/velocity-entry.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { paymentSubject } from '../../routing/decide-routing.ts';
import { activeRules } from '../../rules/compiled-rules.ts';
import { earlyDecisionNames } from '../../rules/decision-kinds.ts';
import { type VelocitySubject, velocityDigests } from '../../rules/velocity.ts';

/** What the active rules of a profile count payments by. */
export function countedBy(profile: BusinessProfile): ReadonlySet<VelocitySubject> {
  const found = new Set<VelocitySubject>();
  for (const decision of [...earlyDecisionNames, 'payment_routing'] as const)
    for (const { countsBy } of activeRules(profile, decision)?.lookups ?? [])
      if (countsBy) found.add(countsBy);
  return found;
}

/** Records an attempt for what the active rules of its profile count by, with the other writes of the transaction. */
export function countAttempt(
  tx: WritingContext,
  profile: BusinessProfile,
  payment: Payment,
  { attempt_id, created_at: attempted_at, merchant_id }: Attempt,
): void {
  const counted = countedBy(profile);
  if (counted.size === 0) return;
  const { keys } = paymentSubject(payment, null, attempted_at);
  for (const by of counted) {
    const value = keys?.[by];
    if (!value) continue;
    const [subject] = velocityDigests(tx.ports, merchant_id, by, value);
    const entry = { merchant_id, subject: subject!, attempted_at, attempt_id };
    tx.transaction.em.persist(Object.assign(new VelocityEntry(), entry));
  }
}
