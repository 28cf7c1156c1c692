import type { Movement } from './movements.ts';
import type { PlantedDifference } from './settings.ts';

/** A line of a report, as the sandbox keeps it: its movement, with what the report says otherwise. */
export interface KeptLine extends Omit<Movement, 'movement_id' | 'available_on'> {
  readonly available_on: string | null;
  /** The currency of `gross` and `fee`, if the report says another than was charged. */
  readonly other_currency?: string;
  /** Whether the report has the movement before: it is paid once. */
  readonly repeats?: true;
}

/** A movement in a settlement, and its lines in the report: none if it is left out, two if it is repeated. */
export interface SettledMovement {
  readonly movement_id: string;
  readonly line: KeptLine;
  readonly times: 0 | 1 | 2;
  /** Whether it is held back. */
  readonly late: boolean;
}

/** The amount by which a planted line differs, in minor units. */
const AMOUNT_OFF = 100;
const FEE_OFF = 10;
const UNKNOWN_GROSS = 1_000;
const UNKNOWN_FEE = 40;

const lineOf = ({ movement_id: _, ...line }: Movement): KeptLine => line;

/** A movement as it is. */
export const unchanged = (movement: Movement): SettledMovement => ({
  movement_id: movement.movement_id,
  line: lineOf(movement),
  times: 1,
  late: false,
});

/** How a difference changes the line of a movement. `missing_here` adds one instead. */
const changes: Readonly<
  Record<Exclude<PlantedDifference, 'missing_here'>, (settled: SettledMovement) => SettledMovement>
> = {
  amount_differs: (settled) => ({
    ...settled,
    line: { ...settled.line, gross: settled.line.gross + AMOUNT_OFF },
  }),
  fee_differs: (settled) => ({ ...settled, line: { ...settled.line, fee: settled.line.fee + FEE_OFF } }),
  missing_there: (settled) => ({ ...settled, times: 0 }),
  late: (settled) => ({ ...settled, late: true }),
  duplicate: (settled) => ({ ...settled, times: 2 }),
  currency_differs: (settled) => ({
    ...settled,
    line: { ...settled.line, other_currency: settled.line.currency === 'EUR' ? 'USD' : 'EUR' },
  }),
};

/**
 * The movements of a settlement with planted differences: each changes the line of one capture, in the order in which they
 * are listed; a settlement with fewer captures has fewer differences.
 *
 * @param settlementId Names the movement that `missing_here` adds.
 */
export function withDifferences(
  settlementId: string,
  movements: readonly Movement[],
  planted: readonly PlantedDifference[],
): SettledMovement[] {
  const waiting = planted.filter((kind) => kind !== 'missing_here');
  const settled = movements.map((movement) => {
    const kind = movement.type === 'capture' ? waiting.shift() : undefined;
    return kind ? changes[kind](unchanged(movement)) : unchanged(movement);
  });
  const [first] = movements;
  if (!first || !planted.includes('missing_here')) return settled;
  const id = `${settlementId}_unknown`;
  const unknown = { ...first, movement_id: id, type: 'capture', transaction_id: id, reference: id } as const;
  return [...settled, unchanged({ ...unknown, gross: UNKNOWN_GROSS, fee: UNKNOWN_FEE })];
}
