import { ApiKey } from './access/api-key.ts';
import { Authentication } from './authentications/authentication.ts';
import { BusinessProfile } from './business-profiles/business-profile.ts';
import { ConnectorAccount } from './connector-accounts/connector-account.ts';
import { ConnectorCall } from './connector-calls/connector-call.ts';
import { Customer } from './customers/customer.ts';
import { Dispute } from './disputes/dispute.ts';
import { DisputeAnswer } from './disputes/dispute-answer.ts';
import { ErrorMapping } from './error-mappings/error-mapping.ts';
import { Event } from './events/event.ts';
import { StatusChange } from './history/status-change.ts';
import { MerchantAccount } from './merchant-accounts/merchant-account.ts';
import { PaymentMethod } from './payment-methods/payment-method.ts';
import { Attempt } from './payments/attempt.ts';
import { Capture } from './payments/capture.ts';
import { Payment } from './payments/payment.ts';
import { Payout } from './payouts/payout.ts';
import { PayoutAttempt } from './payouts/payout-attempt.ts';
import { Refund } from './refunds/refund.ts';
import { WebhookDelivery } from './webhooks/webhook-delivery.ts';

/** Every resource, parents before their children: the order in which tables are made and filled. */
export const resourceClasses = [
  MerchantAccount,
  BusinessProfile,
  ConnectorAccount,
  ErrorMapping,
  ApiKey,
  Customer,
  PaymentMethod,
  Payment,
  Attempt,
  Capture,
  Refund,
  Dispute,
  Payout,
  PayoutAttempt,
  Event,
  WebhookDelivery,
] as const;

/** What the service keeps for itself, shown on neither face. */
export const storedClasses = [Authentication, ConnectorCall, StatusChange, DisputeAnswer] as const;
