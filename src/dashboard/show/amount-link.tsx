import { VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { Money } from './money.tsx';

interface AmountLinkProps {
  readonly amount: number;
  readonly currency: string;
  readonly href: string;
  /** The linked object, for screen readers. */
  readonly id: string;
}

/** The amount, linked to its object's page. It identifies the row; the identifier is the last column. */
export function AmountLink({ amount, currency, href, id }: AmountLinkProps) {
  return (
    <Link href={href}>
      <Money amount={amount} currency={currency} />
      <VisuallyHidden> {id}</VisuallyHidden>
    </Link>
  );
}
