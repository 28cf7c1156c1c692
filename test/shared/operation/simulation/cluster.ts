import { createHash } from 'node:crypto';

/** A group of merchants that stays together: the unit that moves between nodes. */
export interface Shard {
  readonly load: number;
  /** The largest of its merchants. */
  readonly hottest: number;
}

/** The shards of each node. */
export type Cluster = readonly (readonly Shard[])[];

/** A cluster after a move, and the share of all data copied for it. */
export interface Moved {
  readonly cluster: Cluster;
  readonly moved: number;
}

/** Citus ignores nodes whose load is this close to the mean, as a share of it. */
const THRESHOLD = 0.1;

export const total = (values: Iterable<number>): number => [...values].reduce((sum, each) => sum + each, 0);
export const loadOf = (shards: readonly Shard[]): number => total(shards.map(({ load }) => load));
export const loadsOf = (cluster: Cluster): number[] => cluster.map(loadOf);

/** The load shares of the busiest node and the next one. */
export function busiestOf(cluster: Cluster): readonly [busiest: number, next: number] {
  const [busiest = 0, next = 0] = loadsOf(cluster).toSorted((a, b) => b - a);
  return [busiest, next];
}

/**
 * The load shares of merchants, the largest first: the n-th has 1/n of the first one's. This is Zipf's law, which firm
 * sizes follow closely (R. Axtell, Science 293, 2001).
 */
export function zipf(merchants: number): number[] {
  const weights = Array.from({ length: merchants }, (_, i) => 1 / (i + 1));
  const sum = total(weights);
  return weights.map((weight) => weight / sum);
}

/** Numbers from 0 to 1 that represent merchants' hashes. Another seed gives other merchants. */
export function hashesOf(seed: number, merchants: number): number[] {
  const digests = Array.from({ length: Math.ceil(merchants / 8) }, (_, i) =>
    createHash('sha256').update(`${seed}/${i}`).digest(),
  );
  return Array.from(
    { length: merchants },
    (_, i) => digests[Math.floor(i / 8)]!.readUInt32BE((i % 8) * 4) / 2 ** 32,
  );
}

/** Assigns merchants to shards by hash, and shards to nodes in turn, as Citus does for a new table. */
export function place(
  loads: readonly number[],
  hashes: readonly number[],
  shards: number,
  nodes: number,
): Cluster {
  const merchantsOf = Array.from({ length: shards }, (): number[] => []);
  loads.forEach((load, merchant) => {
    merchantsOf[Math.floor(hashes[merchant]! * shards)]!.push(load);
  });
  const all = merchantsOf.map((own): Shard => ({ load: total(own), hottest: Math.max(0, ...own) }));
  return Array.from({ length: nodes }, (_, node) => all.filter((_shard, index) => index % nodes === node));
}

/** Gives each merchant above a load share its own shard; their shards are copied for it. */
export function isolate(cluster: Cluster, share: number): Moved {
  let moved = 0;
  const split = (shard: Shard): Shard[] => {
    if (shard.hottest <= share || shard.load === shard.hottest) return [shard];
    moved += shard.load;
    // Its second largest merchant, even if as large, stays in the rest.
    return [
      { load: shard.hottest, hottest: shard.hottest },
      { load: shard.load - shard.hottest, hottest: 0 },
    ];
  };
  return { cluster: cluster.map((shards) => shards.flatMap(split)), moved };
}

/**
 * Moves shards from the fullest suitable node to the emptiest, each time the shard that best levels the two, until all
 * are near the mean or no move helps: an outline of `citus_rebalance_start`.
 */
export function rebalance(before: Cluster): Moved {
  const nodes = before.map((shards) => [...shards]);
  const mean = loadOf(nodes.flat()) / nodes.length;
  let moved = 0;
  for (;;) {
    const byLoad = nodes.toSorted((a, b) => loadOf(b) - loadOf(a));
    const [fullest, emptiest] = [byLoad[0]!, byLoad.at(-1)!];
    if (loadOf(fullest) <= mean * (1 + THRESHOLD) && loadOf(emptiest) >= mean * (1 - THRESHOLD)) break;
    const step = byLoad
      .map((from) => ({ from, shard: levelling(from, loadOf(from) - loadOf(emptiest)) }))
      .find(({ shard }) => shard !== undefined);
    if (!step?.shard) break;
    step.from.splice(step.from.indexOf(step.shard), 1);
    emptiest.push(step.shard);
    moved += step.shard.load;
  }
  return { cluster: nodes, moved };
}

/** The shard whose move best levels two nodes; undefined if none does. */
function levelling(shards: readonly Shard[], difference: number): Shard | undefined {
  const distance = ({ load }: Shard) => Math.abs(load - difference / 2);
  return shards
    .filter(({ load }) => load > 0 && load < difference * (1 - 1e-9))
    .toSorted((a, b) => distance(a) - distance(b))[0];
}

/** A cluster with additional, empty nodes. */
export const withNodes = (cluster: Cluster, more: number): Cluster => [
  ...cluster,
  ...Array.from({ length: more }, () => []),
];
