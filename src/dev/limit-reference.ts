import { type ProblemCode, problemCodes } from '../core/foundation/errors.ts';
import { statementLimits } from '../database/pools.ts';
import { queueLimits } from '../database/slot-queue.ts';
import { answerLimits } from '../graphql/kit/answer-budget.ts';
import { graphqlLimits } from '../graphql/kit/limits.ts';
import { grouped, type Limit, type LimitStage, loadLimits } from '../http/load/limit-table.ts';
import { hashLimits } from '../people/password-hashes.ts';

/** All limits on load, with the values of the rooms that enforce them. */
export const allLimits: readonly LimitStage[] = loadLimits({
  queues: queueLimits,
  statements: statementLimits,
  document: graphqlLimits,
  answer: answerLimits,
  hashes: hashLimits,
});

/** The reaction beyond a limit, with the status of its code. */
function beyondText(beyond: string): string {
  const [, code] = /^`([a-z_]+)`/.exec(beyond) ?? [];
  if (code === undefined) return beyond;
  const { status } = problemCodes[code as ProblemCode];
  return `${status} ${beyond}`;
}

const rowOf = ([setting, value, per, beyond, what]: Limit) => {
  const shown = typeof value === 'number' && setting === null ? grouped(value) : value;
  return `| ${what} | ${setting === null ? '' : `\`${setting}\``} | ${setting === null ? shown : `\`${shown}\``} | ${per} | ${beyondText(beyond)} |`;
};

/** The tables of limits in docs/run.md, in the order in which they apply. */
const limitTables = () =>
  `${[
    '| Limit | Variable | Default | Per | Beyond it |',
    '|---|---|---|---|---|',
    ...allLimits.flatMap(({ limits, title }) => [`| **${title}** | | | | |`, ...limits.map(rowOf)]),
  ].join('\n')}\n`;

const BEGIN = '<!-- Generated from src/http/load/limit-table.ts by npm run emit. -->\n';
const END = '<!-- Generated until here. -->\n';

/**
 * A page with its tables of present limits.
 *
 * @throws {Error} if the page has no place for them.
 */
export function withLimits(page: string): string {
  const [before, rest] = page.split(BEGIN) as [string, string?];
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`The page has no place for limits, between ${BEGIN} and ${END}`);
  return `${before}${BEGIN}\n${limitTables()}\n${END}${after}`;
}
