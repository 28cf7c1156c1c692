import { busiestOf, hashesOf, isolate, type Moved, place, rebalance, withNodes, zipf } from './cluster.ts';

/** What is simulated. */
export const setting = Object.freeze({
  merchants: 10_000,
  nodes: 16,
  moreNodes: 4,
  shardCounts: [32, 64, 128, 256] as const,
  /** Merchants with more of the load than this get a shard of their own. */
  isolatedAbove: 0.01,
  /** The same with other merchants' hashes: one cluster alone may be lucky. */
  clusters: 25,
});

/** A cluster through the stages of its life. */
export interface Stages {
  readonly placed: Moved;
  readonly rebalanced: Moved;
  /** The largest merchants isolated, and then rebalanced. */
  readonly isolated: Moved;
  /** Nodes added to that, and rebalanced. */
  readonly grown: Moved;
}

const loads = zipf(setting.merchants);

/** The share of the load that the hottest merchant has. */
export const hottest = loads[0]!;

/** How many merchants are isolated. */
export const isolatedCount = loads.filter((load) => load > setting.isolatedAbove).length;

const hashes = new Map<number, number[]>();

/** Takes a cluster through its stages. */
export function stagesOf(shards: number, seed: number): Stages {
  const own = hashes.get(seed) ?? hashesOf(seed, setting.merchants);
  hashes.set(seed, own);
  const placed = place(loads, own, shards, setting.nodes);
  const rebalanced = rebalance(placed);
  const split = isolate(rebalanced.cluster, setting.isolatedAbove);
  const isolated = rebalance(split.cluster);
  const grown = rebalance(withNodes(isolated.cluster, setting.moreNodes));
  return {
    placed: { cluster: placed, moved: 0 },
    rebalanced,
    isolated: { cluster: isolated.cluster, moved: split.moved + isolated.moved },
    grown,
  };
}

/** A stage in many clusters. All are medians but `worst`. */
export interface StageFigures {
  /** The share of the load on the busiest node. */
  readonly busiest: number;
  readonly worst: number;
  /** The same of the node after it. */
  readonly next: number;
  readonly moved: number;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Simulates many clusters with a number of shards. */
export function figuresOf(shards: number): Readonly<Record<keyof Stages, StageFigures>> {
  const all = Array.from({ length: setting.clusters }, (_, seed) => stagesOf(shards, seed));
  const of = (stage: keyof Stages): StageFigures => {
    const busiest = all.map((stages) => busiestOf(stages[stage].cluster));
    return {
      busiest: median(busiest.map(([first]) => first)),
      worst: Math.max(...busiest.map(([first]) => first)),
      next: median(busiest.map(([, next]) => next)),
      moved: median(all.map((stages) => stages[stage].moved)),
    };
  };
  return { placed: of('placed'), rebalanced: of('rebalanced'), isolated: of('isolated'), grown: of('grown') };
}
