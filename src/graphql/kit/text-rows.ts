import type { PageTexts } from '../../core/reads/index.ts';
import type { AnswerBudget } from './answer-budget.ts';

/** How the text of a value becomes JSON. */
export type Encoding = 'string' | 'number' | 'boolean';

/** A member of a row's JSON, up to its value: `,"amount":`. */
export interface Member {
  readonly before: string;
  /** Where the row has its text; null for a constant, which is in `before`. */
  readonly at: number | null;
  readonly encoding: Encoding | 'list';
}

/** Writes the rows of a page as a JSON array, and counts its objects. */
export function writeRows(
  { listsAt, rows }: PageTexts,
  members: readonly Member[],
  budget: AnswerBudget,
): string {
  budget.takeObjects(rows.length);
  let text = '[';
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    text += i === 0 ? '{' : ',{';
    for (const { at, before, encoding } of members) {
      text += before;
      if (at === null) continue;
      const value = encoding === 'list' ? row[listsAt + at] : row[at];
      if (value === null || value === undefined) text += 'null';
      else if (encoding === 'string') text += JSON.stringify(value);
      else if (encoding === 'number') text += value;
      else if (encoding === 'boolean') text += value === 't' ? 'true' : 'false';
      else text += writeList(value, budget);
    }
    text += '}';
  }
  return `${text}]`;
}

/** What PostgreSQL writes between the entries of `json_agg`. Within a string a line feed would be escaped. */
const BETWEEN_ENTRIES = ', \n ';

/** A list as `JSON.stringify` writes it. */
function writeList(json: string, budget: AnswerBudget): string {
  if (json === '[]') return json;
  const entries = json.split(BETWEEN_ENTRIES);
  budget.takeObjects(entries.length);
  return entries.length === 1 ? json : entries.join(',');
}
