import type { LearnedCell } from '../../foundation/ports/learned-routing.ts';

/** A finest cell of an account: its method, country, network and funding. */
export interface LearnedLeaf {
  readonly account: string;
  readonly parts: readonly string[];
  readonly cell: Readonly<LearnedCell>;
}

/**
 * What is expected of an account is a sum of effects: differences that payments with the same facts have, at all accounts
 * together (`common`) and at this one (`own`).
 */
interface Effect {
  /** Which of the facts the payments share: 0 method, 1 country, 2 network, 3 funding. */
  readonly facts: readonly number[];
  /** Observations that no difference between accounts counts as: fewer where accounts usually differ more. */
  readonly weight: number;
}

/** What an account does with a network in one country is known in another: the last effect is what is left of the finest cell. */
export const effects: readonly Effect[] = [
  { facts: [], weight: 300 },
  { facts: [0], weight: 100 },
  { facts: [0, 1], weight: 30 },
  { facts: [0, 2], weight: 100 },
  { facts: [0, 3], weight: 100 },
  { facts: [0, 1, 2, 3], weight: 300 },
];

/** The facts of which an account may change suddenly: all its payments, those of a method, and so on. */
const spans: readonly (readonly number[])[] = [[], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3]];

/** Groups of cells that share an account and some facts, by number. */
export interface Groups {
  readonly numbers: ReadonlyMap<string, number>;
  /** The group of each cell. */
  readonly ofLeaf: readonly number[];
}

/** Groups of an effect, with the groups of all accounts together that they belong to. */
export interface EffectGroups extends Groups {
  readonly commons: ReadonlyMap<string, number>;
  readonly commonOf: readonly number[];
}

const SEPARATOR = '\u0001';
const nameOf = (facts: readonly number[], parts: readonly string[]): string => {
  let name = '';
  for (const i of facts) name += SEPARATOR + parts[i];
  return name;
};

/** The number of a name, the next one if it is new. */
function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

/** The places of a payment at an account: its groups by effect, and by span of sudden changes; -1 without attempts in it. */
export interface GroupPlace {
  readonly own: readonly number[];
  readonly common: readonly number[];
  readonly spans: readonly number[];
}

/** The groups of finest cells. They stay the same while no cell is added. */
export class ApprovalGroups {
  readonly leaves: readonly LearnedLeaf[];
  readonly effects: readonly EffectGroups[];
  readonly spans: readonly Groups[];
  /** The account of each cell, by number. */
  readonly accounts: Groups;
  readonly #places = new Map<string, Map<string, GroupPlace>>();

  constructor(leaves: readonly LearnedLeaf[]) {
    this.leaves = leaves;
    this.effects = effects.map(({ facts }) => {
      const commons = new Map<string, number>();
      const commonOf: number[] = [];
      const { numbers, ofLeaf } = this.#groupsBy(facts);
      for (const [i, { parts }] of leaves.entries()) {
        commonOf[ofLeaf[i]!] ??= numberOf(commons, nameOf(facts, parts));
      }
      return { numbers, ofLeaf, commons, commonOf };
    });
    this.spans = spans.map((facts) => this.#groupsBy(facts));
    this.accounts = this.spans[0]!;
  }

  #groupsBy(facts: readonly number[]): Groups {
    const numbers = new Map<string, number>();
    const ofLeaf = this.leaves.map(({ account, parts }) => numberOf(numbers, account + nameOf(facts, parts)));
    return { numbers, ofLeaf };
  }

  /** @param name Names the parts. */
  placeOf(account: string, name: string, parts: () => readonly string[]): GroupPlace {
    const ofAccount = this.#places.get(account) ?? new Map<string, GroupPlace>();
    const known = ofAccount.get(name);
    if (known) return known;
    const facts = parts();
    const place: GroupPlace = {
      own: effects.map(
        (effect, i) => this.effects[i]!.numbers.get(account + nameOf(effect.facts, facts)) ?? -1,
      ),
      common: effects.map((effect, i) => this.effects[i]!.commons.get(nameOf(effect.facts, facts)) ?? -1),
      spans: spans.map((span, i) => this.spans[i]!.numbers.get(account + nameOf(span, facts)) ?? -1),
    };
    this.#places.set(account, ofAccount.set(name, place));
    return place;
  }
}
