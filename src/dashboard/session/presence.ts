const AWAY_MS = 60_000;
let lastInputMs = Date.now();

for (const name of ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focus']) {
  window.addEventListener(name, () => (lastInputMs = Date.now()), { capture: true, passive: true });
}

/** Whether the person is away: automatic requests would otherwise keep an idle session alive. */
export const isAway = (): boolean => Date.now() - lastInputMs > AWAY_MS;
