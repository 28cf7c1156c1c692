import * as f from '../../model/fields.ts';
import { ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-kind.ts';

/** When one type of payment method is checked for fraud. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'When one type of payment method is checked for fraud, and what follows.' })
export class FrmPaymentMethodType {
  @f.Text('Member of the family, such as `credit`.') payment_method_type?: string | null;
  @f.TextList('Card networks that are checked; empty checks all.') card_networks!: string[];
  @f.Text('When it is checked: `pre` before authorization, `post` after.') flow?: string | null;
  @f.Text('What follows a finding of fraud, such as `cancel_txn`.') action?: string | null;
}

/** Which payment methods are checked for fraud. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'A family of payment methods that is checked for fraud.' })
export class FrmPaymentMethod {
  @f.Enumeration(() => PaymentMethodKind, 'Family of the payment method.')
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.ObjectList(() => FrmPaymentMethodType, 'Its members that are checked.')
  payment_method_types!: FrmPaymentMethodType[];
}

/** What a fraud check looks at. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'What a fraud check looks at, for the payments of one connector.' })
export class FrmConfig {
  @f.Text('Name of the connector whose payments are checked.') gateway?: string | null;
  @f.ObjectList(() => FrmPaymentMethod, 'Payment methods that are checked.')
  payment_methods!: FrmPaymentMethod[];
}
