import { figuresOf, hottest, isolatedCount, setting } from './stages.ts';

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** The simulation's text in docs/scaling.md, between the marks of {@link marks}. */
export function spreadFigures(): string {
  const { clusters, isolatedAbove, merchants, moreNodes, nodes } = setting;
  const rows = setting.shardCounts.map((shards) => {
    const { grown, isolated, placed, rebalanced } = figuresOf(shards);
    const cells = [
      String(shards),
      `${percent(placed.busiest)} (worst ${percent(placed.worst)})`,
      `${percent(rebalanced.busiest)} (${percent(rebalanced.moved)})`,
      `${percent(isolated.busiest)}, ${percent(isolated.next)} (${percent(isolated.moved)})`,
      `${percent(grown.busiest)}, ${percent(grown.next)} (${percent(grown.moved)})`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `${merchants} merchants, of whom the n-th has 1/n of the load of the first, over ${nodes} nodes: an even share is`,
    `${percent(1 / nodes)}, and the hottest merchant alone is ${percent(hottest)}. Medians of ${clusters} clusters; in brackets the share of all data`,
    `that is copied. ${isolatedCount} merchants have more than ${percent(isolatedAbove)}; they are the ones isolated.`,
    '',
    `| Shards | Busiest node as placed | Rebalanced | Isolated and rebalanced: busiest, next | ${moreNodes} nodes added: busiest, next |`,
    '|--:|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The markers around the figures in the page. */
export const marks = { begin: '<!-- npm run simulate:spread -->', end: '<!-- end -->' };

/** A page with the current figures. */
export function withFigures(page: string): string {
  const [begin, end] = [page.indexOf(marks.begin), page.indexOf(marks.end)];
  if (begin < 0 || end < begin) throw new Error('The page has no place for the figures.');
  return `${page.slice(0, begin + marks.begin.length)}\n${spreadFigures()}\n${page.slice(end)}`;
}
