import * as f from '../../model/fields.ts';
import { enumeration, ValueObject } from '../../model/index.ts';

export const PayoutType = enumeration('PayoutType', 'Type of destination a payout is sent to.', {
  card: 'Card.',
  bank: 'Bank account.',
  wallet: 'Wallet.',
});

abstract class ReceivingAccount {
  @f.Text('Name of the bank.') bank_name?: string | null;
  @f.Country('Two-letter ISO 3166 country code of the bank.') bank_country_code?: string | null;
  @f.Text('City of the branch.') bank_city?: string | null;
  @f.Text("Name of the account holder; the recipient's by default.", { personal: true, holds: 'holder_name' })
  bank_account_holder_name?: string | null;
}

@ValueObject({ about: 'Account in the United States (ACH) to send a payout to.' })
export class PayoutAchAccount extends ReceivingAccount {
  @f.AchAccountNumber('Account number; returned masked.', {
    required: true,
    masked: 'last_four',
    personal: true,
  })
  bank_account_number!: string;
  @f.RoutingNumber('Routing number of the bank.', { required: true }) bank_routing_number!: string;
}

@ValueObject({ about: 'Account in the United Kingdom (Bacs) to send a payout to.' })
export class PayoutBacsAccount extends ReceivingAccount {
  @f.BacsAccountNumber('Account number; returned masked.', {
    required: true,
    masked: 'last_four',
    personal: true,
  })
  bank_account_number!: string;
  @f.SortCode('Sort code of the branch.', { required: true }) bank_sort_code!: string;
}

@ValueObject({ about: 'Account in Australia (BECS) to send a payout to.' })
export class PayoutBecsAccount extends ReceivingAccount {
  @f.BecsAccountNumber('Account number; returned masked.', {
    required: true,
    masked: 'last_four',
    personal: true,
  })
  bank_account_number!: string;
  @f.BsbNumber('BSB number of the branch.', { required: true }) bank_bsb_number!: string;
}

@ValueObject({ about: 'Account with an IBAN (SEPA) to send a payout to.' })
export class PayoutSepaAccount extends ReceivingAccount {
  @f.Iban('IBAN; returned masked.', { required: true, masked: 'last_four', personal: true }) iban!: string;
  @f.Bic('BIC of the bank.') bic?: string | null;
}

@ValueObject({ about: 'Bank account to send a payout to, under the name of its scheme.' })
export class PayoutBank {
  @f.Alternative(() => PayoutAchAccount, 'Account in the United States.') ach?: PayoutAchAccount | null;
  @f.Alternative(() => PayoutBacsAccount, 'Account in the United Kingdom.') bacs?: PayoutBacsAccount | null;
  @f.Alternative(() => PayoutBecsAccount, 'Account in Australia.') becs?: PayoutBecsAccount | null;
  @f.Alternative(() => PayoutSepaAccount, 'Account with an IBAN.') sepa?: PayoutSepaAccount | null;
}

@ValueObject({ about: 'PayPal account to send a payout to, by e-mail address, phone number or identifier.' })
export class PayoutPaypal {
  @f.Email('E-mail address of the account; returned masked.', { masked: 'last_four', personal: true }) email?:
    | string
    | null;
  @f.Text('Phone number of the account; returned masked.', {
    masked: 'last_four',
    personal: true,
    holds: 'phone',
  })
  telephone_number?: string | null;
  @f.Text('Identifier of the account; returned masked.', { masked: 'last_four', personal: true }) paypal_id?:
    | string
    | null;
}

@ValueObject({ about: 'Venmo account to send a payout to.' })
export class PayoutVenmo {
  @f.Text('Phone number of the account; returned masked.', {
    required: true,
    masked: 'last_four',
    personal: true,
    holds: 'phone',
  })
  telephone_number!: string;
}

@ValueObject({ about: 'Wallet to send a payout to, under its name.' })
export class PayoutWallet {
  @f.Alternative(() => PayoutPaypal, 'PayPal.') paypal?: PayoutPaypal | null;
  @f.Alternative(() => PayoutVenmo, 'Venmo.') venmo?: PayoutVenmo | null;
}
