import { type Cluster, loadOf } from './cluster.ts';
import { hottest, type Stages, setting, stagesOf } from './stages.ts';

/** The cluster in the picture. */
const SHARDS = 128;
const SEED = 0;

const BAR = 14;
const GAP = 4;
const PANEL = { left: 12, width: 380, height: 150, top: 34 };
/** The load at the top of a panel. */
const TOP = 0.18;

const titles: Readonly<Record<keyof Stages, string>> = {
  placed: 'As placed by hash',
  rebalanced: 'Rebalanced',
  isolated: 'Largest merchants isolated, rebalanced',
  grown: `${setting.moreNodes} nodes added, rebalanced`,
};

const rounded = (value: number) => String(Math.round(value * 10) / 10);

/** The nodes of one cluster in each stage as bars, busiest first, with the hottest merchant's part separate. */
export function drawSpread(): string {
  const stages = stagesOf(SHARDS, SEED);
  const panels = (Object.keys(titles) as (keyof Stages)[]).map((stage, i) =>
    drawPanel(titles[stage], stages[stage].cluster, (i % 2) * PANEL.width, Math.floor(i / 2) * 210),
  );
  // As an image in a page, it follows the reader's light or dark theme.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 440" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>Load of ${setting.nodes} nodes with ${setting.merchants} merchants in ${SHARDS} shards</title>
<style>
text { fill: #1f2328 } .bar { fill: #4078c0 } .hot { fill: #d1571f } .mean { stroke: #57606a; stroke-dasharray: 4 3 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .bar { fill: #6ea8fe } .hot { fill: #ff9a5c } .mean { stroke: #9da7b1 } }
</style>
${panels.join('\n')}
<g transform="translate(12 428)"><rect class="hot" width="12" height="12" y="-11"/><text x="18">the hottest merchant</text>
<rect class="bar" width="12" height="12" x="170" y="-11"/><text x="188">all others</text>
<line class="mean" x1="280" x2="310" y1="-5" y2="-5"/><text x="316">mean of the nodes</text></g>
</svg>
`;
}

function drawPanel(title: string, cluster: Cluster, x: number, y: number): string {
  const nodes = cluster.toSorted((a, b) => loadOf(b) - loadOf(a));
  const bottom = PANEL.top + PANEL.height;
  const scaled = (load: number) => (load / TOP) * PANEL.height;
  const bars = nodes.map((shards, i) => {
    const left = PANEL.left + i * (BAR + GAP);
    const [all, hot] = [
      scaled(loadOf(shards)),
      shards.some((s) => s.hottest === hottest) ? scaled(hottest) : 0,
    ];
    const bar = (kind: string, top: number, height: number) =>
      `<rect class="${kind}" x="${left}" y="${rounded(top)}" width="${BAR}" height="${rounded(height)}"/>`;
    return [bar('bar', bottom - all, all - hot), ...(hot > 0 ? [bar('hot', bottom - hot, hot)] : [])].join(
      '',
    );
  });
  const mean = rounded(bottom - scaled(1 / nodes.length));
  const end = PANEL.left + nodes.length * (BAR + GAP) - GAP;
  const busiest = (loadOf(nodes[0]!) * 100).toFixed(1);
  return `<g transform="translate(${x} ${y})"><text x="${PANEL.left}" y="18" font-weight="600">${title}</text>
${bars.join('')}
<line class="mean" x1="${PANEL.left}" x2="${end}" y1="${mean}" y2="${mean}"/>
<text x="${PANEL.left}" y="${PANEL.top + 2}">busiest node: ${busiest} % of the load</text></g>`;
}
