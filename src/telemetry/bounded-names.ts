/** Names longer than this are not counted apart. */
const LENGTH_MAX = 64;

/**
 * Caller-chosen names as values of a label: the first ones, up to a limit, are used as they are, any other is `other`.
 * Prometheus and this process keep every value of a label permanently.
 */
export class BoundedNames {
  readonly #names = new Set<string>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** The name itself if it is one of those kept, or there is room for it. */
  of(name: string): string {
    if (this.#names.has(name)) return name;
    if (this.#names.size >= this.#max || name.length > LENGTH_MAX) return 'other';
    this.#names.add(name);
    return name;
  }
}
