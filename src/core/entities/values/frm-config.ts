import * as f from '../../model/fields.ts';
import { ValueObject, type ValueOf } from '../../model/index.ts';
import { PaymentMethodKind } from './payment-method-kind.ts';

/** Fraud-check settings of a payment method subtype. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'Fraud-check settings of one payment method subtype.' })
export class FrmPaymentMethodType {
  @f.Text('Payment method subtype, such as `credit`.') payment_method_type?: string | null;
  @f.TextList('Card networks to check; empty means all.') card_networks!: string[];
  @f.Text('When to check: `pre` (before authorization) or `post` (after authorization).')
  flow?: string | null;
  @f.Text('Action on suspected fraud, such as `cancel_txn`.') action?: string | null;
}

/** Fraud-check settings of a payment method family. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'Fraud-check settings of one payment method family.' })
export class FrmPaymentMethod {
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family, such as `card`.')
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.ObjectList(() => FrmPaymentMethodType, 'Payment method subtypes to check.')
  payment_method_types!: FrmPaymentMethodType[];
}

/** Fraud-check settings for one connector. Specification: Connector account, `frm_configs`. */
@ValueObject({ about: 'Fraud-check settings for payments through one connector.' })
export class FrmConfig {
  @f.Text('Name of the connector whose payments are checked.') gateway?: string | null;
  @f.ObjectList(() => FrmPaymentMethod, 'Payment methods to check.') payment_methods!: FrmPaymentMethod[];
}
