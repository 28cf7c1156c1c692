import type { Attempt } from '../entities/attempt.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { ConnectorCall } from '../entities/connector-call.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { fraudPolicyOf } from '../routing/fraud-policy.ts';
import { transitionAttempt } from './attempts.ts';
import { type AuthorizationOptions, commitAuthorization } from './authorize-payment.ts';
import { brandOf } from './card-network.ts';
import { commitScreening } from './screen-payment.ts';

/** Commits the call that authorizes the first attempt of a confirmation, or the fraud check that comes before it. */
export async function startAuthorization(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  account: ConnectorAccount,
  options: AuthorizationOptions,
): Promise<ConnectorCall> {
  const policy = await fraudPolicyOf(tx, payment, account, brandOf(payment));
  if (policy?.flow !== 'pre') return commitAuthorization(tx, payment, attempt, account, options);
  // The attempt waits, and its payment is processing.
  transitionAttempt(tx, payment, attempt, attempt.status, options.cause);
  const { authentication, threeDs } = options;
  return commitScreening(tx, payment, attempt, policy, {
    ...(authentication === undefined ? {} : { authentication }),
    ...(threeDs === undefined ? {} : { threeDs }),
  });
}
