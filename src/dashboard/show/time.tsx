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

/** A scheduled time; `Due now` once it has passed. */
export function DueTime({ at, precise = false }: { at: string | null | undefined; precise?: boolean }) {
  return at && Date.parse(at) <= Date.now() ? <>Due now</> : <Time at={at} precise={precise} />;
}
