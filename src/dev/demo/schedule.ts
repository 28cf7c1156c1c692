import type { Faker } from '@faker-js/faker';
import type { StagedStory } from './stage.ts';
import type { Story } from './stories.ts';

export const DAY_MS = 86_400_000;
/** Payments are spread over so many days, up to the start of today. */
export const DAYS = 90;

/** When and what happens once more. */
export interface Occurrence {
  readonly staged: StagedStory;
  readonly atMs: number;
}

/**
 * Draws stories until so many payments or payouts have happened: each story once, then by their weights.
 * They are spread over the days before the end, more of them lately.
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
  const day = Math.floor(((newestMs - oldestMs) / DAY_MS) * random() ** 0.85);
  // Most business is done around noon.
  const timeMs = ((random() + random()) / 2) * DAY_MS;
  return Math.round(Math.min(oldestMs + day * DAY_MS + timeMs, newestMs));
}
