import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { Payout, PayoutStatus, PayoutType } from './payout.ts';

/** One time that a payout was put to a connector. Specification: PayoutAttempt. */
@Resource({
  table: 'payout_attempts',
  id: 'attempt_id',
  prefix: 'poa',
  about: 'One time that a payout was put to a connector.',
  order: 'created_at',
  from: 'oldest',
})
export class PayoutAttempt extends MerchantScoped {
  @f.Id("Identifier of the attempt: the payout's, an underscore and a number from 1.", { required: true })
  attempt_id!: string;
  @f.Enumeration(() => PayoutStatus, 'How far it has come.', { required: true })
  status!: ValueOf<typeof PayoutStatus>;
  @f.Amount('What is sent, in minor units of `currency`.', { required: true }) amount!: number;
  @f.Currency('Three-letter currency code (ISO 4217).', { required: true }) currency!: string;
  @f.Text('Name of the connector it was put to.') connector?: string | null;
  @f.Text("The connector's code, when it failed.") error_code?: string | null;
  @f.Text("The connector's message, when it failed.", { max: ERROR_MESSAGE_MAX }) error_message?:
    | string
    | null;
  @f.Enumeration(() => PayoutType, 'What it goes to: `card`, `bank` or `wallet`.')
  payment_method?: ValueOf<typeof PayoutType> | null;
  @f.Text('Member of that family, such as `debit` or `sepa`.') payout_method_type?: string | null;
  @f.Text("The connector's own identifier for it.") connector_transaction_id?: string | null;
  @f.Text('Why it was called off.') cancellation_reason?: string | null;
  @f.Text('Code that is the same for the same error at every connector.') unified_code?: string | null;
  @f.Text('Message to go with `unified_code`, fit for customers.', { max: ERROR_MESSAGE_MAX })
  unified_message?: string | null;

  @f.Id('The payout it is an attempt at.', { required: true, visibility: 'graphql' }) payout_id!: string;
  @f.Id('The connector account it was put to.', { visibility: 'graphql' }) merchant_connector_id?:
    | string
    | null;
  @f.Timestamp('When it was made.', { required: true, visibility: 'graphql' }) created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true, visibility: 'graphql' }) modified_at!: Date;
  @f.Reference(() => Payout, 'payout_id', 'The payout it is an attempt at.') payout?: Payout | null;
}
