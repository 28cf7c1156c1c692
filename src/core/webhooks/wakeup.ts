/** Wakes a loop that waits for something to do. One that rings while nobody waits is heard by the next who does. */
export class Wakeup {
  #rung = false;
  #wake: (() => void) | undefined;

  readonly ring = (): void => {
    this.#rung = true;
    this.#wake?.();
  };

  /** Waits until it rings, but no longer than this. */
  async heard(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#rung = false;
  }
}
