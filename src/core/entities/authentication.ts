import type { AuthenticationOutcome } from '../foundation/connector.ts';
import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';
import { Payment } from './payment.ts';

export const AuthenticationStatus = enumeration(
  'AuthenticationStatus',
  'How far an authentication has come.',
  {
    started: 'It is asked for and not answered yet.',
    challenged: 'The cardholder has to answer a challenge.',
    succeeded: 'The cardholder was authenticated.',
    failed: 'The cardholder was not authenticated.',
  },
);

/**
 * The authentication of a cardholder by an authentication connector: one for each attempt at a payment. It is
 * committed before the connector is asked, and its identifier is the idempotency key that the connector gets.
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
  @f.Id('Also the idempotency key that the connector is given.', { required: true })
  authentication_id!: string;
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Id('The attempt that it is made for.', { required: true }) attempt_id!: string;
  @f.Id('The account of the authentication connector.', { required: true }) merchant_connector_id!: string;
  @f.Text('The authentication connector.', { required: true }) connector!: string;
  @f.Enumeration(() => AuthenticationStatus, 'How far it has come.', {
    required: true,
    default: "'started'",
    checked: true,
  })
  status!: ValueOf<typeof AuthenticationStatus>;
  @f.Json('What the connector answered.') response?: AuthenticationOutcome | null;
  @f.Timestamp('Until when somebody is asking the connector; unset when nobody is.')
  asking_until?: Date | null;
  @f.Timestamp('When it was asked for.', { required: true }) created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true }) modified_at!: Date;
  @f.Reference(() => Payment, 'payment_id', 'The payment.', { onDelete: 'cascade' }) payment?: Payment;
}
