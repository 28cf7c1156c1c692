import type { ExplorationBound } from '../../foundation/ports/learned-routing.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Bounds the payments of a day that explore: at no moment are they more than the percentage of all that the rule decided. Each
 * process counts its own, so that the bound holds for all of them together.
 */
export class ExploredShare implements ExplorationBound {
  readonly #percent: number;
  #day = -1;
  #explored = 0;
  #decided = 0;

  constructor(percent: number) {
    this.#percent = percent;
  }

  /** Counts a decided payment. @param wants Whether it would explore. @returns Whether it does. */
  decide(wants: boolean, now: Date): boolean {
    const day = Math.floor(now.getTime() / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#explored = this.#decided = 0;
    }
    this.#decided++;
    const explores = wants && (this.#explored + 1) * 100 <= this.#percent * this.#decided;
    if (explores) this.#explored++;
    return explores;
  }

  get counts(): ExplorationBound['counts'] {
    return { explored: this.#explored, decided: this.#decided };
  }
}
