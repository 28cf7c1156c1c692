import { asWords } from '../data/words.ts';

interface MethodProps {
  readonly of: {
    readonly paymentMethod?: string | null;
    readonly paymentMethodType?: string | null;
    readonly paymentMethodData?: {
      readonly card?: { readonly last4?: string | null; readonly cardNetwork?: string | null } | null;
    } | null;
  };
}

/** How something was paid: a card by its network and last four digits, anything else by its name. */
export function Method({ of: { paymentMethod, paymentMethodData, paymentMethodType } }: MethodProps) {
  const card = paymentMethodData?.card;
  if (card?.last4) {
    return (
      <span className="figures">
        {card.cardNetwork ?? 'Card'} ···· {card.last4}
      </span>
    );
  }
  if (!paymentMethod) return <>–</>;
  return <>{asWords(paymentMethodType && paymentMethod !== 'card' ? paymentMethodType : paymentMethod)}</>;
}
