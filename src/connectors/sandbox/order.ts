import type { PaymentContext } from '../../core/foundation/payment-context.ts';
import type { SandboxTransaction } from './transaction.ts';

/** A card with this postal code in its billing address is declined. */
const WRONG_ZIP = '99999';

/** The part of an order that the sandbox stores for display: nothing of the customer. */
export type SandboxOrder = Pick<PaymentContext, 'inIframe' | 'lines'> & {
  /** The text on the customer's statement: the descriptor and its suffix. */
  readonly statement: string | null;
};

export function orderOf({
  inIframe,
  lines,
  statementDescriptor: name,
  statementDescriptorSuffix: suffix,
}: PaymentContext): SandboxOrder {
  const parts = [name, suffix].filter((part) => part !== null);
  return { inIframe, lines, statement: parts.length > 0 ? parts.join(' ') : null };
}

/** Whether the address check of a card's issuer fails. */
export const failsAddressCheck = ({ methodBilling }: PaymentContext): boolean =>
  methodBilling?.address?.zip === WRONG_ZIP;

/** The order's lines on the challenge page, as terms and values. */
export function factsOf({ order }: Pick<SandboxTransaction, 'order'>): [string, string][] {
  const lines = (order?.lines ?? []).map(({ productName, quantity }): [string, string] => {
    return ['Item', `${quantity} × ${productName}`];
  });
  return [...lines, ...(order?.statement ? [['Statement', order.statement] as [string, string]] : [])];
}
