import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { busiestOf, isolate, loadOf, rebalance, total } from './cluster.ts';
import { withFigures } from './page.ts';
import { drawSpread } from './picture.ts';
import { hottest, stagesOf } from './stages.ts';

const docs = path.resolve(import.meta.dirname, '../../../../docs');
const read = (file: string) => readFileSync(path.join(docs, file), 'utf8');

test('docs/scaling.md shows the results and charts of `npm run simulate:spread`', () => {
  expect(withFigures(read('scaling.md'))).toBe(read('scaling.md'));
  expect(drawSpread()).toBe(read('pictures/spread.svg'));
});

test('No stage loses load or becomes busier than the previous one, and none beats the hottest merchant', () => {
  const { grown, isolated, placed, rebalanced } = stagesOf(64, 7);
  const stages = [placed, rebalanced, isolated, grown].map(({ cluster }) => cluster);
  for (const cluster of stages) expect(total(cluster.map(loadOf))).toBeCloseTo(1, 9);
  const busiest = stages.map((cluster) => busiestOf(cluster)[0]);
  expect(busiest.toSorted((a, b) => b - a)).toEqual(busiest);
  expect(busiest.at(-1)).toBeGreaterThanOrEqual(hottest);
});

test('Rebalancing moves shards that level the nodes, and counts the moves', () => {
  const shard = (load: number) => ({ load, hottest: load });
  const uneven = [[shard(0.3), shard(0.2), shard(0.1)], [shard(0.2)], [shard(0.2)]];
  const { cluster, moved } = rebalance(uneven);
  expect(cluster.map(loadOf).map((load) => Math.round(load * 10) / 10)).toEqual([0.3, 0.3, 0.4]);
  expect(moved).toBeCloseTo(0.3, 9);
});

test('An isolated merchant keeps its load, and its shard is copied', () => {
  const { cluster, moved } = isolate([[{ load: 0.5, hottest: 0.4 }], [{ load: 0.5, hottest: 0.01 }]], 0.1);
  expect(cluster[0]!.map(({ load }) => Math.round(load * 10) / 10)).toEqual([0.4, 0.1]);
  expect(moved).toBe(0.5);
});
