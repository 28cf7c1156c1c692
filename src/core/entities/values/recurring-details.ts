import * as f from '../../model/fields.ts';
import { enumeration, fieldsFrom, Input, type ValueOf } from '../../model/index.ts';
import { CardInput } from './payment-method-data.ts';

@Input({
  about:
    'Card stored by another service, with the payment in which the customer stored it. The number is encrypted at rest.',
})
export class NetworkTransactionCardInput extends fieldsFrom(CardInput, {
  requires: ['card_number', 'card_exp_month', 'card_exp_year'],
  takes: ['card_holder_name', 'nick_name'],
}) {
  @f.Text(
    "The card network's identifier of the payment in which the customer agreed to later charges: `network_transaction_id` of a payment here, or its equivalent at the other service.",
    { required: true, holds: 'token' },
  )
  network_transaction_id!: string;
  @f.Text('Card network to show, if the number does not identify it.', { holds: 'code' }) card_network?:
    | string
    | null;
  @f.Text('Issuing bank to show.') card_issuer?: string | null;
  @f.Text('Funding type to show, such as `credit`.') card_type?: string | null;
  @f.Country("Two-letter ISO 3166 code of the issuer's country, to show.")
  card_issuing_country?: string | null;
}

@Input({
  about:
    'Card charged by its number only, which requires an agreement with the processor. The number is encrypted at rest.',
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
  @f.Id('Connector account of the processor that issued the token; no other account is used.', {
    required: true,
  })
  merchant_connector_id!: string;
}

/** A credential stored by another service, by its type. */
@Input({
  about:
    'Credential stored by another service, charged while the customer is absent: `off_session` must be true. Over REST also as `{type, data}`.',
})
export class RecurringDetailsInput {
  @f.NestedObject(() => NetworkTransactionCardInput, 'Card and network transaction.', { alternative: true })
  network_transaction_id_and_card_details?: NetworkTransactionCardInput | null;
  @f.NestedObject(() => ProcessorTokenInput, "A processor's own token.", { alternative: true })
  processor_payment_token?: ProcessorTokenInput | null;
  @f.NestedObject(() => LimitedCardInput, 'Card by its number only; the expiry date is optional.', {
    alternative: true,
  })
  card_with_limited_data?: LimitedCardInput | null;
}

export const ProvenStatus = enumeration(
  'ProvenStatus',
  'Result of an authentication, in 3-D Secure terms. Failed and incomplete authentications are not accepted.',
  {
    Y: 'The cardholder was authenticated.',
    A: 'Attempted: the issuer does not take part; the attempt counts as authentication.',
    I: 'Informational only.',
  },
);

export const ExemptionIndicator = enumeration(
  'ExemptionIndicator',
  'Exemption from strong customer authentication used by the authentication.',
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
  about: 'Result of 3-D Secure run by another provider. Sent to the connector once, with its confirmation.',
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
  @f.Enumeration(() => ProvenStatus, 'Result of the authentication.', { required: true })
  transaction_status!: ValueOf<typeof ProvenStatus>;
  @f.Enumeration(() => ExemptionIndicator, 'Requested exemption, if any.')
  exemption_indicator?: ValueOf<typeof ExemptionIndicator> | null;
}
