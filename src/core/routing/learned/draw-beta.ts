/** A source of random numbers from 0 to below 1. */
export type Draw = () => number;

/** Draws from a normal distribution, by the method of Box and Muller. */
function drawNormal(draw: Draw): number {
  // The logarithm of 0 is infinite.
  const radius = Math.sqrt(-2 * Math.log(1 - draw()));
  return radius * Math.cos(2 * Math.PI * draw());
}

/** Draws from a gamma distribution of scale 1, by the method of Marsaglia and Tsang. */
function drawGamma(shape: number, draw: Draw): number {
  if (shape < 1) return drawGamma(shape + 1, draw) * (1 - draw()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(draw);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - draw()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Draws a share from a Beta distribution with a mean, which counts as so many observations. */
export function drawBeta(
  { mean, weight }: { readonly mean: number; readonly weight: number },
  draw: Draw,
): number {
  const a = drawGamma(mean * weight, draw);
  const b = drawGamma((1 - mean) * weight, draw);
  return a + b > 0 ? a / (a + b) : mean;
}

/** Random numbers determined by a seed (mulberry32). They are not secret. */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
