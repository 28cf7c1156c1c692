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

/** An amount that leads to the page of what it is of: rows are known by it, and their identifiers stand last. */
export function AmountLink({ amount, currency, href, id }: AmountLinkProps) {
  return (
    <Link href={href}>
      <Money amount={amount} currency={currency} />
      <VisuallyHidden> {id}</VisuallyHidden>
    </Link>
  );
}
