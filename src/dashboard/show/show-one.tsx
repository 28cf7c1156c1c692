import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Empty, Failure, Loading } from './states.tsx';

interface ShowOneProps<Found> {
  readonly result: { readonly error?: unknown; readonly loading: boolean; readonly refetch: () => unknown };
  readonly found: Found | null | undefined;
  /** The resource's name, as in "There is no such refund". */
  readonly noun: string;
  readonly listPath: string;
  readonly children: (found: Found) => ReactNode;
}

/** One object; while it loads or if it fails, the corresponding state. */
export function ShowOne<Found>({ children, found, listPath, noun, result }: ShowOneProps<Found>) {
  if (found) return children(found);
  if (result.error) return <Failure error={result.error} onRetry={result.refetch} />;
  if (result.loading) return <Loading />;
  return (
    <Empty title={`There is no such ${noun}`} action={<Link href={listPath}>{`All ${noun}s`}</Link>}>
      Look whether you are in the right merchant account.
    </Empty>
  );
}
