import { busiestOf, hashesOf, isolate, type Moved, place, rebalance, withNodes, zipf } from './cluster.ts';

/** The simulation's parameters. */
export const setting = Object.freeze({
  merchants: 10_000,
  nodes: 16,
  moreNodes: 4,
  shardCounts: [32, 64, 128, 256] as const,
  /** Merchants above this load share get their own shard. */
  isolatedAbove: 0.01,
  /** Repetitions with other merchants' hashes: a single cluster may be lucky. */
  clusters: 25,
});

/** A cluster in the stages of its life. */
export interface Stages {
  readonly placed: Moved;
  readonly rebalanced: Moved;
  /** The largest merchants isolated, then rebalanced. */
  readonly isolated: Moved;
  /** With more nodes, then rebalanced. */
  readonly grown: Moved;
}

const loads = zipf(setting.merchants);

/** The hottest merchant's share of the load. */
export const hottest = loads[0]!;

/** How many merchants are isolated. */
export const isolatedCount = loads.filter((load) => load > setting.isolatedAbove).length;

const hashes = new Map<number, number[]>();

/** Runs a cluster through its stages. */
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

/** A stage in many clusters. All values are medians except `worst`. */
export interface StageFigures {
  /** The load share of the busiest node. */
  readonly busiest: number;
  readonly worst: number;
  /** The load share of the next node. */
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
