import { Link } from 'wouter';
import { formatCount } from '../data/locale.ts';

/** A number of things that leads to their list. */
export function LinkedCount({ count, href }: { count: number; href: string }) {
  return (
    <Link href={href} className="figures">
      {formatCount(count)}
    </Link>
  );
}
