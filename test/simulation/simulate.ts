import { type CellKeys, cellKeys, LearnedCells, weightsAt } from '../../src/core/routing/learned/cells.ts';
import { type Draw, seededDraw } from '../../src/core/routing/learned/draw-beta.ts';
import { ExploredShare } from '../../src/core/routing/learned/explored-share.ts';
import { bySuccessRate } from '../../src/core/routing/learned/success-rate.ts';
import { type Acquirer, acquirers, PER_DAY, paymentAt, type SimulatedPayment } from './acquirers.ts';

/** What a way of choosing achieved. */
export interface Outcome {
  readonly name: string;
  /** Expected share of payments that are approved and stay so. */
  readonly approval: number;
  /** Approvals that the oracle would have had besides, per payment. */
  readonly regret: number;
  /** Cumulated approval at the end of each day. */
  readonly byDay: readonly number[];
}

export interface Simulation {
  readonly outcomes: readonly Outcome[];
  /** Share of what the oracle gains over the best fixed order that learning gains. */
  readonly gained: number;
  /** Share of the payments that explored. */
  readonly explored: number;
  /** The regret of learning by its cause, per payment. */
  readonly causes: Readonly<Record<Cause, number>>;
}

/**
 * Why learning chose another acquirer than the oracle: it explored, the acquirer was in an outage, it was the first day, or what
 * it expected of the others was wrong.
 */
export const causes = ['exploration', 'outages', 'first day', 'estimates'] as const;
export type Cause = (typeof causes)[number];

const DAY_MS = 86_400_000;
/** What learning knows is at most this old, as in the service. */
const FRESH_MS = 10_000;

const lasting = (acquirer: Acquirer, payment: SimulatedPayment) =>
  acquirer.approval(payment) * (1 - acquirer.delayedDeclines);

/** Payments, each sent once by every way of choosing, {@link PER_DAY} a day. */
export function simulate(payments: number, seed: number, percent = 5): Simulation {
  const draw = seededDraw(seed);
  const all = acquirers(Math.ceil(payments / PER_DAY), draw);
  const learner = new Learner(all, percent, seededDraw(seed + 1));
  const fixed = all.map(() => 0);
  const sums = { split: 0, learned: 0, oracle: 0 };
  const days = {
    fixed: all.map(() => [] as number[]),
    split: [] as number[],
    learned: [] as number[],
    oracle: [] as number[],
  };
  const lost: Record<Cause, number> = { exploration: 0, outages: 0, 'first day': 0, estimates: 0 };
  const step = DAY_MS / PER_DAY;
  for (let i = 0; i < payments; i++) {
    const payment = paymentAt(i * step, draw);
    const shares = all.map((acquirer) => lasting(acquirer, payment));
    for (const [j, share] of shares.entries()) fixed[j]! += share;
    sums.split += shares.reduce((sum, share) => sum + share, 0) / all.length;
    sums.oracle += Math.max(...shares);
    const { chosen, explores } = learner.choose(payment);
    const share = shares[all.indexOf(chosen)]!;
    sums.learned += share;
    lost[causeOf(chosen, explores, payment)] += Math.max(...shares) - share;
    learner.learn(chosen, payment, draw);
    if (Math.floor(((i + 1) * step) / DAY_MS) > Math.floor((i * step) / DAY_MS) || i === payments - 1) {
      for (const [j, sum] of fixed.entries()) days.fixed[j]!.push(sum / (i + 1));
      for (const name of ['split', 'learned', 'oracle'] as const) days[name].push(sums[name] / (i + 1));
    }
  }
  const best = fixed.indexOf(Math.max(...fixed));
  const outcome = (name: string, sum: number, byDay: number[]): Outcome => ({
    name,
    approval: sum / payments,
    regret: (sums.oracle - sum) / payments,
    byDay,
  });
  return {
    outcomes: [
      outcome('oracle', sums.oracle, days.oracle),
      outcome('success_rate', sums.learned, days.learned),
      outcome('best priority', fixed[best]!, days.fixed[best]!),
      outcome('equal split', sums.split, days.split),
    ],
    gained: (sums.learned - fixed[best]!) / (sums.oracle - fixed[best]!),
    explored: learner.explored / payments,
    causes: {
      exploration: lost.exploration / payments,
      outages: lost.outages / payments,
      'first day': lost['first day'] / payments,
      estimates: lost.estimates / payments,
    },
  };
}

function causeOf(chosen: Acquirer, explores: boolean, { at }: SimulatedPayment): Cause {
  if (explores) return 'exploration';
  if (chosen.isOut(at)) return 'outages';
  return at < DAY_MS ? 'first day' : 'estimates';
}

/** Learns as the service does: from attempts that are some seconds old. */
class Learner {
  readonly #cells = new LearnedCells();
  readonly #share: ExploredShare;
  readonly #keys = new Map<string, CellKeys>();
  /** Attempts and changes of attempts that are not known yet, by time. */
  readonly #late: { at: number; acquirer: Acquirer; keys: CellKeys; since: number }[] = [];
  #fresh: (() => void)[] = [];
  #at = 0;
  explored = 0;

  constructor(
    private readonly all: readonly Acquirer[],
    percent: number,
    private readonly draw: Draw,
  ) {
    this.#share = new ExploredShare(percent);
  }

  choose(payment: SimulatedPayment): { chosen: Acquirer; explores: boolean } {
    if (payment.at - this.#at >= FRESH_MS) this.#refresh(payment.at);
    const { explores, ranked } = bySuccessRate(this.#cells, this.all, this.#keysOf(payment), {
      draw: this.draw,
      mayExplore: (wants) => this.#share.decide(wants, new Date(payment.at)),
    });
    if (explores) this.explored++;
    return { chosen: ranked[0]!.account, explores };
  }

  learn(acquirer: Acquirer, payment: SimulatedPayment, draw: Draw): void {
    const keys = this.#keysOf(payment);
    const isApproved = draw() < acquirer.approval(payment);
    const isLate = isApproved && draw() < acquirer.delayedDeclines;
    const approved = Number(isApproved);
    this.#fresh.push(() =>
      this.#cells.add(acquirer.merchant_connector_id, keys, {
        ...{ approved, recentApproved: approved, latestApproved: approved },
        ...{ decided: 1, recentDecided: 1, latestDecided: 1 },
      }),
    );
    if (isLate) this.#late.push({ at: payment.at + acquirer.delayMs, acquirer, keys, since: payment.at });
  }

  #refresh(now: number): void {
    this.#cells.age(now - this.#at);
    this.#at = now;
    for (const add of this.#fresh.splice(0)) add();
    for (let i = this.#late.length - 1; i >= 0; i--) {
      const { acquirer, at, keys, since } = this.#late[i]!;
      if (at > now) continue;
      this.#late.splice(i, 1);
      const { lasting, latest, recent } = weightsAt(now - since);
      this.#cells.add(acquirer.merchant_connector_id, keys, {
        ...{ approved: -lasting, recentApproved: -recent, latestApproved: -latest },
      });
    }
  }

  #keysOf(payment: SimulatedPayment): CellKeys {
    const { card_network, country, funding } = payment;
    const of = `${country} ${card_network} ${funding}`;
    const keys = this.#keys.get(of) ?? cellKeys(payment);
    this.#keys.set(of, keys);
    return keys;
  }
}
