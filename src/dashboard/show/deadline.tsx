import { hasPassed } from '../data/time.ts';
import { daysAhead, hoursAhead } from '../data/words.ts';
import { Time } from './time.tsx';

const DAY_MS = 24 * 60 * 60_000;

/** The time left: `in 4 days`, `in 7 hours`. */
function left(deadline: string): string {
  const ms = new Date(deadline).getTime() - Date.now();
  if (ms >= 2 * DAY_MS) return daysAhead(Math.floor(ms / DAY_MS));
  return hoursAhead(Math.max(1, Math.floor((24 * ms) / DAY_MS)));
}

interface DeadlineProps {
  readonly by: string | null | undefined;
  /** Whether the deadline still runs: after a response, no time left is shown. */
  readonly isOpen: boolean;
  readonly precise?: boolean;
}

/** A deadline, and the time left until it. */
export function Deadline({ by, isOpen, precise = false }: DeadlineProps) {
  if (!by || !isOpen) return <Time at={by} precise={precise} />;
  return (
    <>
      <Time at={by} precise={precise} /> <span className="left">{hasPassed(by) ? 'missed' : left(by)}</span>
    </>
  );
}
