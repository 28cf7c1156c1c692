import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { Attempt } from './attempt.ts';
import { Payment } from './payment.ts';
import { CaptureStatus } from './payment-enumerations.ts';

/** Money taken out of an authorization. Specification: Capture. */
@Resource({
  table: 'captures',
  id: 'capture_id',
  prefix: 'cap',
  about: 'Money taken out of an authorization.',
  order: 'created_at',
  from: 'oldest',
})
export class Capture extends MerchantScoped {
  @f.Id('Identifier of the capture.', { required: true }) capture_id!: string;
  @f.Id('The payment it belongs to.', { required: true, visibility: 'graphql' }) payment_id!: string;
  @f.Enumeration(() => CaptureStatus, 'How far it has come.', { required: true })
  status!: ValueOf<typeof CaptureStatus>;
  @f.Amount('What is captured, in minor units.', { required: true }) amount!: number;
  @f.Currency('Currency of the amount.') currency?: string | null;
  @f.Text('Name of the connector.') connector?: string | null;
  @f.Id('The attempt whose authorization it draws on.', { required: true }) authorized_attempt_id!: string;
  @f.Text("The connector's own identifier for the capture.") connector_capture_id?: string | null;
  @f.Integer("Its place among the payment's captures, from 1.", { required: true, min: 1 })
  capture_sequence!: number;
  @f.Text('What the connector said, when it failed.', { max: ERROR_MESSAGE_MAX }) error_message?:
    | string
    | null;
  @f.Text("The connector's code for the failure.") error_code?: string | null;
  @f.Text("The connector's reason for the failure.") error_reason?: string | null;
  @f.Text("The service's reference that the connector was given.") reference_id?: string | null;
  @f.Timestamp('When it was made.', { required: true, visibility: 'graphql' }) created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true, visibility: 'graphql' }) modified_at!: Date;
  @f.Reference(() => Payment, 'payment_id', 'The payment it belongs to.') payment?: Payment;
  @f.Reference(() => Attempt, 'authorized_attempt_id', 'The attempt whose authorization it draws on.')
  attempt?: Attempt;
}
