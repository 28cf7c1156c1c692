import type { WritingContext } from './context.ts';

/** What a context carries while work that spans transactions is done under an idempotency key. */
export interface IdempotencyClaim {
  /** Claims the key in the work's first transaction; later ones pass. */
  take(tx: WritingContext): Promise<void>;
  /** Notes the object that the work made, so that a replay after a crash can show it. */
  refersTo(tx: WritingContext, objectId: string): Promise<void>;
  /** Gives the key back: the work came to nothing, and nothing of it is left for a recovery to finish. */
  release(tx: WritingContext): Promise<void>;
}
