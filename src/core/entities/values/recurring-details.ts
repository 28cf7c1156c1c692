import * as f from '../../model/fields.ts';
import { enumeration, fieldsFrom, Input, type ValueOf } from '../../model/index.ts';
import { CardInput } from './payment-method-data.ts';

@Input({
  about:
    'Card that another service stored, with the payment that the customer stored it by. The number is encrypted at rest.',
})
export class NetworkTransactionCardInput extends fieldsFrom(CardInput, {
  requires: ['card_number', 'card_exp_month', 'card_exp_year'],
  takes: ['card_holder_name', 'nick_name'],
}) {
  @f.Text(
    "The card network's identifier of the payment in which the customer agreed to later charges: `network_transaction_id` of that payment, or of the other service.",
    { required: true, holds: 'token' },
  )
  network_transaction_id!: string;
  @f.Text('Card network to show, where the number does not identify it.', { holds: 'code' }) card_network?:
    | string
    | null;
  @f.Text('Issuing bank to show.') card_issuer?: string | null;
  @f.Text('Funding type to show, such as `credit`.') card_type?: string | null;
  @f.Country("Two-letter ISO 3166 code of the issuer's country, to show.")
  card_issuing_country?: string | null;
}

@Input({
  about:
    'Card that is charged by its number alone: some merchants may, by agreement with their processor. The number is encrypted at rest.',
})
export class LimitedCardInput extends fieldsFrom(CardInput, {
  requires: ['card_number'],
  takes: ['card_exp_month', 'card_exp_year', 'card_holder_name'],
}) {}

@Input({ about: "A processor's own token of a payment method, charged at one connector account." })
export class ProcessorTokenInput {
  @f.Text("The processor's token, payment method or mandate, such as Stripe's `pm_…`. Encrypted at rest.", {
    required: true,
    max: 500,
    holds: 'token',
  })
  processor_payment_token!: string;
  @f.Id('Connector account of the processor that issued the token: no other is asked.', { required: true })
  merchant_connector_id!: string;
}

/** A credential that another service stored, by its type. */
@Input({
  about:
    'What another service stored, charged while the customer is absent: `off_session` has to be true. Over REST also as `{type, data}`.',
})
export class RecurringDetailsInput {
  @f.NestedObject(() => NetworkTransactionCardInput, 'Card and network transaction.', { alternative: true })
  network_transaction_id_and_card_details?: NetworkTransactionCardInput | null;
  @f.NestedObject(() => ProcessorTokenInput, "A processor's own token.", { alternative: true })
  processor_payment_token?: ProcessorTokenInput | null;
  @f.NestedObject(() => LimitedCardInput, 'Card by its number alone; the expiry date may be left out.', {
    alternative: true,
  })
  card_with_limited_data?: LimitedCardInput | null;
}

export const ProvenStatus = enumeration(
  'ProvenStatus',
  'How an authentication ended, in the terms of 3-D Secure. One that failed, or is not complete, proves nothing.',
  {
    Y: 'The cardholder was authenticated.',
    A: 'Attempted: the issuer does not take part, and vouches all the same.',
    I: 'Informational only.',
  },
);

export const ExemptionIndicator = enumeration(
  'ExemptionIndicator',
  'Exemption from strong customer authentication that the authentication was made with.',
  {
    low_value: 'The amount is low.',
    secure_corporate_payment: 'A corporate payment over a secure process.',
    trusted_listing: 'The cardholder trusts the merchant.',
    transaction_risk_assessment: 'The risk was assessed as low.',
    three_ds_outage: '3-D Secure could not be reached.',
    sca_delegation: 'The authentication was delegated.',
    out_of_sca_scope: 'The rules do not apply.',
    other: 'Another.',
    low_risk_program: "A network's program for low risk.",
    recurring_operation: 'One of a series of payments.',
  },
);

@Input({ about: 'Cardholder authentication verification value.' })
export class CavvInput {
  @f.Cavv('The cryptogram: 20 bytes in Base64. Sent to the connector once, and not kept.', { required: true })
  authentication_cryptogram!: string;
}

@Input({ about: "The issuer's cryptogram." })
export class CryptogramInput {
  @f.NestedObject(() => CavvInput, 'Of a card.', { alternative: true }) cavv?: CavvInput | null;
}

@Input({
  about:
    'Result of 3-D Secure that another provider ran. It goes to the connector once, with the confirmation that it belongs to.',
})
export class ThreeDsDataInput {
  @f.NestedObject(() => CryptogramInput, "The issuer's cryptogram.", { required: true })
  authentication_cryptogram!: CryptogramInput;
  @f.DsTransactionId("The directory server's identifier of the transaction: a UUID.", { required: true })
  ds_trans_id!: string;
  @f.ThreeDsVersion('Version of the protocol, such as `2.2.0`.', { required: true }) version!: string;
  @f.Eci('Electronic commerce indicator: two digits, such as `05` of Visa or `02` of Mastercard.', {
    required: true,
  })
  eci!: string;
  @f.Enumeration(() => ProvenStatus, 'How the authentication ended.', { required: true })
  transaction_status!: ValueOf<typeof ProvenStatus>;
  @f.Enumeration(() => ExemptionIndicator, 'Exemption that was asked for, if any.')
  exemption_indicator?: ValueOf<typeof ExemptionIndicator> | null;
}
