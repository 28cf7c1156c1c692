import { asWords } from '../data/words.ts';
import { toneOf } from './tones.ts';

/** A status as text beside a dot, whose color and shape only repeat the text. */
export function Status({ of: status }: { of: string }) {
  return (
    <span className="status">
      <span className="dot" data-tone={toneOf(status)} aria-hidden="true" />
      {asWords(status.replace(/^dispute_/, ''))}
    </span>
  );
}
