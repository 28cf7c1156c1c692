import type { Json, State } from './state.ts';

/** What handlers are given: the state, the clock, and how notifications are put in the queue. */
export interface Desk {
  readonly state: State;
  readonly now: () => Date;
  readonly baseUrl: () => string;
  tell(item: Json, afterMs?: number): void;
}

/** When what happens later happens: the issuer's, the shop's people, the network's. */
export const LATER_MS = 1000;
