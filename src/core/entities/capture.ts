import * as f from '../model/fields.ts';
import { ERROR_MESSAGE_MAX, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { Attempt } from './attempt.ts';
import { Payment } from './payment.ts';
import { CaptureStatus } from './payment-enumerations.ts';

/**
 * A full or partial capture of an authorization, made separately or together with the authorization. Specification:
 * Capture.
 */
@Resource({
  table: 'captures',
  shortIndexes: true,
  nestedIn: 'payment_id',
  id: 'capture_id',
  prefix: 'cap',
  about: 'A full or partial capture of a payment, made after its authorization or together with it.',
  order: 'created_at',
  from: 'oldest',
  reads: 'payments:read',
  reach: 'profile',
  audited: {
    shows: ['capture_id', 'amount'],
    partOf: ({ payment_id }: Capture) => [Payment, payment_id],
  },
})
export class Capture extends MerchantScoped {
  @f.Id('Unique identifier of the capture.', { required: true }) capture_id!: string;
  @f.Id('Payment this capture belongs to.', { required: true, visibility: 'beyond', filter: true })
  payment_id!: string;
  @f.Enumeration(() => CaptureStatus, 'Status of the capture.', { required: true, example: 'charged' })
  status!: ValueOf<typeof CaptureStatus>;
  @f.Amount('Amount captured, in minor units.', { required: true }) amount!: number;
  @f.Currency('Three-letter ISO 4217 currency code.', { example: 'EUR' }) currency?: string | null;
  @f.Text('Name of the connector that executes the capture.', { example: 'sandbox', holds: 'code' })
  connector?: string | null;
  @f.Id('Attempt whose authorization is captured.', {
    required: true,
    example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D_1',
  })
  authorized_attempt_id!: string;
  @f.Text(
    'Capture identifier assigned by the connector; null if it was captured together with its authorization.',
    { holds: 'identifier' },
  )
  connector_capture_id?: string | null;
  @f.Integer('Position among the captures of the payment, counted from 1.', { required: true, min: 1 })
  capture_sequence!: number;
  @f.Text('Error message returned by the connector; null unless the capture failed.', {
    max: ERROR_MESSAGE_MAX,
    holds: 'message',
  })
  error_message?: string | null;
  @f.Text('Error code returned by the connector; null unless the capture failed.', { holds: 'code' })
  error_code?: string | null;
  @f.Text('Reason for the failure as given by the connector.', { holds: 'message' }) error_reason?:
    | string
    | null;
  @f.Text(
    'Reference sent to the connector with the capture; null if it was captured together with its authorization.',
    { holds: 'identifier' },
  )
  reference_id?: string | null;
  @f.Balance(
    'Fee of the connector for the capture, in minor units of `fee_currency`; negative if refunded to the merchant, null if not reported.',
    {
      visibility: 'beyond',
      currencyIn: 'fee_currency',
      example: 123,
    },
  )
  fee?: number | null;
  @f.Currency(
    "Three-letter ISO 4217 code of the currency of `fee`: the connector account's currency, which may differ from `currency`.",
    { visibility: 'beyond', example: 'EUR' },
  )
  fee_currency?: string | null;
  @f.Text(
    "Connector's identifier of the ledger entry of the capture, such as a balance transaction; null if not reported.",
    { visibility: 'beyond', example: 'txn_3QK5bJ2eZvKYlo2C0', holds: 'identifier' },
  )
  settlement_reference?: string | null;
  @f.Timestamp(
    "Time at which the money becomes available in the connector's payout balance; null if not reported.",
    { visibility: 'beyond', due: { as: 'settlement' } },
  )
  available_on?: Date | null;
  @f.Timestamp('Time at which the connector captured the money; null unless the capture is `charged`.', {
    visibility: 'beyond',
    filter: true,
  })
  captured_at?: Date | null;
  @f.Id('Business profile of the payment; null for captures made before version 0.3.0.', {
    visibility: 'beyond',
  })
  profile_id?: string | null;
  @f.Timestamp('Time at which the capture was created.', {
    required: true,
    visibility: 'beyond',
    filter: true,
  })
  created_at!: Date;
  @f.Timestamp('Time at which the capture last changed.', { required: true, visibility: 'beyond' })
  modified_at!: Date;
  /** Compared with the connector's later reports. Set slightly early for a response, to allow for clock differences. */
  @f.Timestamp("Time of the connector's latest report, by its clock.", { visibility: 'nowhere' })
  connector_updated_at?: Date | null;
  @f.Reference(() => Payment, 'payment_id', 'Payment this capture belongs to.') payment?: Payment;
  @f.Reference(() => Attempt, 'authorized_attempt_id', 'Attempt whose authorization is captured.')
  attempt?: Attempt;
}
