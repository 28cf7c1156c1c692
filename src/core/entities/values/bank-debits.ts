import * as f from '../../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../../model/index.ts';

export const BankAccountType = enumeration('BankAccountType', 'Type of a bank account.', {
  checking: 'Current account.',
  savings: 'Savings account.',
});

/** The fields shared by the accounts of all schemes. */
abstract class DebitedAccount {
  @f.Text('Name of the account holder.', { example: 'Alice Example', personal: true, holds: 'holder_name' })
  bank_account_holder_name?: string | null;
  @f.Text('Name of the bank.') bank_name?: string | null;
}

@ValueObject({ about: 'Account to debit in the United States (ACH).' })
export class AchBankDebit extends DebitedAccount {
  @f.AchAccountNumber('Account number; returned masked.', {
    required: true,
    masked: 'last_four',
    example: '********6789',
    personal: true,
  })
  account_number!: string;
  @f.RoutingNumber('Routing number of the bank.', { required: true, example: '110000000' })
  routing_number!: string;
  @f.Enumeration(() => BankAccountType, 'Type of the account; `checking` by default.')
  bank_type?: ValueOf<typeof BankAccountType> | null;
}

@ValueObject({ about: 'Account to debit in the euro area (SEPA).' })
export class SepaBankDebit extends DebitedAccount {
  @f.Iban('IBAN; returned masked.', {
    required: true,
    masked: 'last_four',
    example: '************3000',
    personal: true,
  })
  iban!: string;
}

@ValueObject({ about: 'Account to debit in the United Kingdom (Bacs).' })
export class BacsBankDebit extends DebitedAccount {
  @f.BacsAccountNumber('Account number; returned masked.', {
    required: true,
    masked: 'last_four',
    example: '****2345',
    personal: true,
  })
  account_number!: string;
  @f.SortCode('Sort code of the branch.', { required: true, example: '200000' }) sort_code!: string;
}

@ValueObject({ about: 'Account to debit in Australia (BECS).' })
export class BecsBankDebit extends DebitedAccount {
  @f.BecsAccountNumber('Account number; returned masked.', {
    required: true,
    masked: 'last_four',
    example: '****56789',
    personal: true,
  })
  account_number!: string;
  @f.BsbNumber('BSB number of the branch.', { required: true, example: '062000' }) bsb_number!: string;
}

@ValueObject({ about: 'Account to debit, under the name of its scheme.' })
export class BankDebit {
  @f.Alternative(() => AchBankDebit, 'Account in the United States: `payment_method_type` `ach`.')
  ach_bank_debit?: AchBankDebit | null;
  @f.Alternative(() => SepaBankDebit, 'Account in the euro area: `payment_method_type` `sepa`.')
  sepa_bank_debit?: SepaBankDebit | null;
  @f.Alternative(() => BacsBankDebit, 'Account in the United Kingdom: `payment_method_type` `bacs`.')
  bacs_bank_debit?: BacsBankDebit | null;
  @f.Alternative(() => BecsBankDebit, 'Account in Australia: `payment_method_type` `becs`.')
  becs_bank_debit?: BecsBankDebit | null;
}
