const AWAY_MS = 60_000;
let lastInputMs = Date.now();

for (const name of ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focus']) {
  window.addEventListener(name, () => (lastInputMs = Date.now()), { capture: true, passive: true });
}

/** Whether nobody is at the page: what it asked for by itself would keep an idle session alive. */
export const isAway = (): boolean => Date.now() - lastInputMs > AWAY_MS;
