import { formatMoney } from '../data/money.ts';

/** An amount in minor units, with figures that align below each other. */
export function Money({
  amount,
  currency,
}: {
  amount: number | null | undefined;
  currency: string | null | undefined;
}) {
  if (amount === null || amount === undefined || !currency) return <>–</>;
  return <span className="figures">{formatMoney(amount, currency)}</span>;
}
