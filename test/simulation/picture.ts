import type { Simulation } from './simulate.ts';

const WIDTH = 720;
const HEIGHT = 360;
const MARGIN = { left: 60, right: 130, top: 20, bottom: 40 };
const colors = ['#555555', '#0b7a3b', '#b35900', '#1f5fbf'];

/** Approval by day as an SVG picture: a line for each way of choosing. */
export function picture({ outcomes }: Simulation): string {
  const all = outcomes.flatMap(({ byDay }) => byDay);
  const low = Math.floor(Math.min(...all) * 50) / 50;
  const high = Math.ceil(Math.max(...all) * 50) / 50;
  const days = outcomes[0]!.byDay.length;
  const x = (day: number) =>
    MARGIN.left + ((WIDTH - MARGIN.left - MARGIN.right) * day) / Math.max(1, days - 1);
  const y = (share: number) =>
    HEIGHT - MARGIN.bottom - ((HEIGHT - MARGIN.top - MARGIN.bottom) * (share - low)) / (high - low);
  const ticks = Array.from({ length: Math.round((high - low) / 0.02) + 1 }, (_, i) => low + i * 0.02);
  const grid = ticks.flatMap((share) => [
    `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(share).toFixed(1)}" y2="${y(share).toFixed(1)}" stroke="#dddddd"/>`,
    `<text x="${MARGIN.left - 8}" y="${(y(share) + 4).toFixed(1)}" text-anchor="end">${Math.round(share * 100)} %</text>`,
  ]);
  const lines = outcomes.flatMap(({ byDay, name }, i) => [
    `<polyline fill="none" stroke="${colors[i]}" stroke-width="2" points="${byDay.map((share, day) => `${x(day).toFixed(1)},${y(share).toFixed(1)}`).join(' ')}"/>`,
    `<text x="${WIDTH - MARGIN.right + 8}" y="${(y(byDay.at(-1)!) + 4).toFixed(1)}" fill="${colors[i]}">${name}</text>`,
  ]);
  const label = `<text x="${x((days - 1) / 2).toFixed(1)}" y="${HEIGHT - 10}" text-anchor="middle">days</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    `<title>Approvals since the first day, by way of choosing</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...grid,
    ...lines,
    label,
    '</svg>',
    '',
  ].join('\n');
}
