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

/** How something was paid: a card or gift card by its last four digits, anything else by its name. */
export function Method({ of: { paymentMethod, paymentMethodData, paymentMethodType } }: MethodProps) {
  const card = paymentMethodData?.card;
  if (card?.last4) {
    return (
      <span className="figures">
        {card.cardNetwork ?? 'Card'} ···· {card.last4}
      </span>
    );
  }
  // The API shows the last four alone.
  const giftCard = paymentMethodData?.giftCard?.givex;
  if (giftCard) return <span className="figures">Gift card ···· {giftCard.number.slice(-4)}</span>;
  if (!paymentMethod) return <>–</>;
  return <>{asWords(paymentMethodType && paymentMethod !== 'card' ? paymentMethodType : paymentMethod)}</>;
}
