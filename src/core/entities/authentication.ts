import type { AuthenticationOutcome } from '../foundation/ports/connector.ts';
import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';
import { Payment } from './payment.ts';

export const AuthenticationStatus = enumeration(
  'AuthenticationStatus',
  'Progress of an external 3-D Secure authentication.',
  {
    started: 'Requested; the connector has not responded yet.',
    challenged: 'The cardholder has to complete a challenge.',
    succeeded: 'The cardholder was authenticated.',
    failed: 'The cardholder was not authenticated.',
  },
);

/**
 * External 3-D Secure authentication: one per payment attempt. It is committed before the connector is called, and
 * its identifier is the idempotency key of the call.
 */
@Internal({
  table: 'authentications',
  id: 'authentication_id',
  prefix: 'auth',
  order: 'created_at',
  indexes: {
    authentications_by_attempt: { columns: ['merchant_id', 'attempt_id'], unique: true },
    authentications_by_payment: { columns: ['merchant_id', 'payment_id'] },
  },
})
export class Authentication extends MerchantScoped {
  @f.Id('Unique identifier, also sent to the connector as the idempotency key.', { required: true })
  authentication_id!: string;
  @f.Id('Payment being authenticated.', { required: true }) payment_id!: string;
  @f.Id('Attempt the authentication is for.', { required: true }) attempt_id!: string;
  @f.Id('Authentication connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text('Name of the authentication connector.', { required: true, holds: 'code' }) connector!: string;
  @f.Enumeration(() => AuthenticationStatus, 'Progress of the authentication.', {
    required: true,
    default: "'started'",
    checked: true,
  })
  status!: ValueOf<typeof AuthenticationStatus>;
  @f.Json('Response of the connector.') response?: AuthenticationOutcome | null;
  @f.Timestamp(
    'Lease on the connector call: time until which one process waits for the response; null without a waiting process.',
  )
  asking_until?: Date | null;
  @f.Timestamp('Time at which the authentication was requested.', { required: true }) created_at!: Date;
  @f.Timestamp('Time at which the authentication last changed.', { required: true }) modified_at!: Date;
  @f.Reference(() => Payment, 'payment_id', 'Payment being authenticated.', { onDelete: 'cascade' })
  payment?: Payment;
}
