/** How a response violates every description: its amounts have fractions, or its texts are unknown objects. */
export type Garbling = 'fractions' | 'strange';

export const garblings: readonly Garbling[] = ['fractions', 'strange'];

export const isGarbling = (when: unknown): when is Garbling => garblings.includes(when as Garbling);

/** An unreadable response, with the members of a real one. */
export function garbled<T>(answer: T, how: Garbling): T {
  if (Array.isArray(answer)) return answer.map((one) => garbled(one, how)) as T;
  if (typeof answer === 'object' && answer !== null) {
    const members = Object.entries(answer).map(([name, value]) => [name, garbled(value, how)]);
    return Object.fromEntries(members) as T;
  }
  if (how === 'fractions') return (Number.isInteger(answer) ? Number(answer) + 0.5 : answer) as T;
  return (typeof answer === 'string' ? { tomorrow: answer } : answer) as T;
}
