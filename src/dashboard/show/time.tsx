import { formatTime, formatTimeWithSeconds, formatUtc } from '../data/time.ts';

/** A time in the viewer's zone, with UTC on hover. */
export function Time({ at, precise = false }: { at: string | null | undefined; precise?: boolean }) {
  if (!at) return <>–</>;
  return (
    <time dateTime={at} title={formatUtc(at)} className="figures">
      {precise ? formatTimeWithSeconds(at) : formatTime(at)}
    </time>
  );
}
