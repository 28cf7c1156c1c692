import { formatMoney } from '../data/money.ts';

/** An amount in minor units, in figures that align in columns. */
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
