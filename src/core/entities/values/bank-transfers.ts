import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import { MultibancoTransfer, PixTransfer } from './local-methods.ts';

/** The customer sends the money, so the source account may be unknown. */
abstract class TransferringAccount {
  @f.Text('Name of the account holder.', { example: 'Alice Example', holds: 'holder_name' })
  bank_account_holder_name?: string | null;
}

@ValueObject({ about: 'Source account in the United States, if known.' })
export class AchBankTransfer extends TransferringAccount {
  @f.AchAccountNumber('Account number; returned masked.', { masked: 'last_four' })
  account_number?: string | null;
  @f.RoutingNumber('Routing number of the bank.') routing_number?: string | null;
}

@ValueObject({ about: 'Source account in the euro area, if known.' })
export class SepaBankTransfer extends TransferringAccount {
  @f.Iban('IBAN; returned masked.', { masked: 'last_four' }) iban?: string | null;
}

@ValueObject({ about: 'Source account in the United Kingdom, if known.' })
export class BacsBankTransfer extends TransferringAccount {
  @f.BacsAccountNumber('Account number; returned masked.', { masked: 'last_four' })
  account_number?: string | null;
  @f.SortCode('Sort code of the branch.') sort_code?: string | null;
}

@ValueObject({
  about:
    'Bank transfer by the customer, under the name of its scheme. The instructions are in `next_action`.',
})
export class BankTransferPayment {
  @f.Alternative(() => AchBankTransfer, 'Transfer in the United States: `payment_method_type` `ach`.')
  ach_bank_transfer?: AchBankTransfer | null;
  @f.Alternative(() => SepaBankTransfer, 'Transfer in the euro area: `payment_method_type` `sepa`.')
  sepa_bank_transfer?: SepaBankTransfer | null;
  @f.Alternative(() => BacsBankTransfer, 'Transfer in the United Kingdom: `payment_method_type` `bacs`.')
  bacs_bank_transfer?: BacsBankTransfer | null;
  @f.Alternative(() => MultibancoTransfer, 'Multibanco (Portugal): `payment_method_type` `multibanco`.')
  multibanco_bank_transfer?: MultibancoTransfer | null;
  @f.Alternative(() => PixTransfer, 'Pix (Brazil): `payment_method_type` `pix`.') pix?: PixTransfer | null;
}

/**
 * The transfer instructions for the customer. Not masked: the account is the connector's, and the customer needs its
 * full number.
 */
@ValueObject({ about: 'Account to which the customer sends the money, and the payment reference.' })
export class BankTransferInstructions {
  @f.Text('Account holder to send the money to.', { holds: 'holder_name' }) account_holder_name?:
    | string
    | null;
  @f.Text('Name of the bank.') bank_name?: string | null;
  @f.Text('IBAN to send the money to.') iban?: string | null;
  @f.Text('BIC of the bank.') bic?: string | null;
  @f.Text('Account number to send the money to.') account_number?: string | null;
  @f.Text('Routing number of the bank.') routing_number?: string | null;
  @f.Text('Sort code of the branch.') sort_code?: string | null;
  @f.Text('Reference that the customer must give with the transfer.', { holds: 'token' }) reference?:
    | string
    | null;
}
