import { asWords } from '../data/words.ts';

interface MethodProps {
  readonly of: {
    readonly paymentMethod?: string | null;
    readonly paymentMethodType?: string | null;
    readonly paymentMethodData?: {
      readonly card?: { readonly last4?: string | null; readonly cardNetwork?: string | null } | null;
      readonly giftCard?: { readonly givex?: { readonly number: string } | null } | null;
    } | null;
  };
}

/** The method as text: a card or gift card by its last four digits, any other by its name. */
export function methodName({
  paymentMethod,
  paymentMethodData,
  paymentMethodType,
}: MethodProps['of']): string {
  const card = paymentMethodData?.card;
  if (card?.last4) return `${card.cardNetwork ?? 'Card'} ···· ${card.last4}`;
  // The API shows only the last four digits.
  const giftCard = paymentMethodData?.giftCard?.givex;
  if (giftCard) return `Gift card ···· ${giftCard.number.slice(-4)}`;
  if (!paymentMethod) return '–';
  return asWords(paymentMethodType && paymentMethod !== 'card' ? paymentMethodType : paymentMethod);
}

/** The payment method of an object. */
export const Method = ({ of: method }: MethodProps) => <span className="figures">{methodName(method)}</span>;
