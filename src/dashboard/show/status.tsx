import { asWords } from '../data/words.ts';
import { toneOf } from './tones.ts';

/** A status as text beside a dot, whose color and shape only repeat the text. */
export function Status({ of: status, isPayout = false }: { of: string; isPayout?: boolean }) {
  return (
    <span className="status">
      <span className="dot" data-tone={toneOf(status, isPayout)} aria-hidden="true" />
      {asWords(status.replace(/^dispute_/, ''))}
    </span>
  );
}

/** The status of a webhook's delivery; one that was tried in vain and waits for its next try is failing. */
export const deliveryStatus = (delivery: {
  readonly status: string;
  readonly attemptCount: number;
}): string => (delivery.status === 'pending' && delivery.attemptCount > 0 ? 'failing' : delivery.status);
