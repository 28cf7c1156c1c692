import { asWords } from '../data/words.ts';
import { toneOf } from './tones.ts';

/** A status as text beside a dot. The dot's color and shape only repeat the text. */
export function Status({ of: status, isPayout = false }: { of: string; isPayout?: boolean }) {
  return (
    <span className="status">
      <span className="dot" data-tone={toneOf(status, isPayout)} aria-hidden="true" />
      {asWords(status.replace(/^dispute_/, ''))}
    </span>
  );
}

/** The status of a webhook's delivery: *failing* while another attempt follows a failed one, *given up* after the last. */
export const deliveryStatus = (delivery: {
  readonly status: string;
  readonly attemptCount: number;
}): string => {
  if (delivery.status === 'failed') return 'given_up';
  return delivery.status === 'pending' && delivery.attemptCount > 0 ? 'failing' : delivery.status;
};
