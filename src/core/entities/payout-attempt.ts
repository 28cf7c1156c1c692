import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { Payout } from './payout.ts';
import { PayoutStatus } from './payout-status.ts';
import { type Category, MappedCategory, MappedCode, MappedMessage } from './unified-error.ts';
import { PayoutType } from './values/payout-destinations.ts';

/** One request to a connector to send a payout. Specification: PayoutAttempt. */
@Resource({
  table: 'payout_attempts',
  id: 'attempt_id',
  prefix: 'poa',
  about: 'A payout attempt: one request to a connector to send the funds.',
  order: 'created_at',
  from: 'oldest',
  reads: 'payouts:read',
  reach: 'profile',
  indexes: {
    payout_attempts_by_connector_transaction_id: {
      columns: ['merchant_id', 'merchant_connector_id', 'connector_transaction_id'],
      where: 'connector_transaction_id is not null',
    },
  },
})
export class PayoutAttempt extends MerchantScoped {
  @f.Id('Unique identifier of the attempt: `<payout_id>_<n>`, where n counts from 1.', {
    required: true,
    example: 'po_01JZ5V0G7N4S8X2T6W9Y3B1C5D_1',
  })
  attempt_id!: string;
  @f.Enumeration(() => PayoutStatus, 'Status of the attempt.', { required: true, example: 'success' })
  status!: ValueOf<typeof PayoutStatus>;
  @f.Amount('Amount to send, in minor units.', { required: true }) amount!: number;
  @f.Currency('Three-letter ISO 4217 currency code.', { required: true }) currency!: string;
  @f.Text('Name of the connector the attempt was sent to.', { example: 'sandbox', holds: 'code' }) connector?:
    | string
    | null;
  @f.Text('Error code returned by the connector; null unless the attempt failed.', { holds: 'code' })
  error_code?: string | null;
  @f.Text('Error message returned by the connector; null unless the attempt failed.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  error_message?: string | null;
  @f.Enumeration(() => PayoutType, 'Destination type: `card`, `bank` or `wallet`.', { example: 'card' })
  payment_method?: ValueOf<typeof PayoutType> | null;
  @f.Text('Destination subtype, such as `sepa` or `paypal`; null for a card.', { holds: 'code' })
  payout_method_type?: string | null;
  @f.Text('Transaction identifier assigned by the connector.', { example: 'txn_7391', holds: 'identifier' })
  connector_transaction_id?: string | null;
  @f.Text('Cancellation reason given by the merchant; null unless cancellation was requested.')
  cancellation_reason?: string | null;
  @MappedCode() unified_code?: string | null;
  @MappedMessage() unified_message?: string | null;
  @MappedCategory() error_category?: Category;
  @f.Text("The operator's name for the error, from the error mapping; null without a match.", {
    visibility: 'beyond',
    holds: 'code',
  })
  router_error?: string | null;

  @f.Id('Payout this attempt belongs to.', { required: true, visibility: 'beyond' }) payout_id!: string;
  @f.Id('Connector account the attempt was routed to.', { visibility: 'beyond' })
  merchant_connector_id?: string | null;
  @f.Timestamp('Time at which the attempt was created.', { required: true, visibility: 'beyond' })
  created_at!: Date;
  @f.Timestamp('Time at which the attempt last changed.', { required: true, visibility: 'beyond' })
  modified_at!: Date;
  /** Compared with the connector's later reports. Set slightly early for a response, to allow for clock differences. */
  @f.Timestamp("Time of the connector's latest report, by its clock.", { visibility: 'nowhere' })
  connector_updated_at?: Date | null;
  @f.Reference(() => Payout, 'payout_id', 'Payout this attempt belongs to.') payout?: Payout | null;
}
