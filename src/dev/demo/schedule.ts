import type { Faker } from '@faker-js/faker';
import type { StagedStory } from './stage.ts';
import type { Story } from './stories.ts';

export const DAY_MS = 86_400_000;
/** Payments are spread over so many days, up to the moment of the load. */
export const DAYS = 90;
/** The exponent of a share of the days drawn at random: 1 spreads evenly, less favours the last days. */
const GROWTH = 0.4;

/** One run of a story: its time and template. */
export interface Occurrence {
  readonly staged: StagedStory;
  readonly atMs: number;
}

/**
 * Draws stories until so many payments or payouts have happened: each story once, then by their weights.
 * They are spread over the days before the end, more of them lately: the shop grows, and today is not empty.
 */
export function draw(
  staged: readonly StagedStory[],
  kind: Story['kind'],
  count: number,
  finishMs: number,
  faker: Faker,
): Occurrence[] {
  const candidates = staged.filter(({ story }) => story.kind === kind);
  const weighted = candidates.map((value) => ({ value, weight: value.story.weight }));
  const occurrences: Occurrence[] = [];
  for (let [left, turn] = [count, 0]; left > 0; turn += 1) {
    const next = candidates[turn] ?? faker.helpers.weightedArrayElement(weighted);
    const size = kind === 'payments' ? next.payments : 1;
    if (size > left) continue;
    left -= size;
    occurrences.push({ staged: next, atMs: momentFor(next, finishMs, faker) });
  }
  return occurrences;
}

function momentFor({ durationMs, story }: StagedStory, finishMs: number, faker: Faker): number {
  const random = () => faker.number.float();
  const oldestMs = finishMs - Math.min(story.withinDays ?? DAYS, DAYS) * DAY_MS;
  const newestMs = finishMs - durationMs - 1;
  const drawnMs = oldestMs + (newestMs - oldestMs) * random() ** GROWTH;
  // Most business is done around noon, where that is not still to come.
  const dayMs = Math.floor(drawnMs / DAY_MS) * DAY_MS;
  const aroundNoonMs = dayMs + ((random() + random()) / 2) * DAY_MS;
  const isPossible = aroundNoonMs >= oldestMs && aroundNoonMs <= newestMs;
  return Math.round(isPossible ? aroundNoonMs : drawnMs);
}
