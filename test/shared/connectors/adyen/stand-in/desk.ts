import type { Json, State } from './state.ts';

/** The context of handlers: the state, the clock, and the notification queue. */
export interface Desk {
  readonly state: State;
  readonly now: () => Date;
  readonly baseUrl: () => string;
  tell(item: Json, afterMs?: number): void;
}

/** The times of later actions: by the issuer, the shop's people and the network. */
export const LATER_MS = 1000;
