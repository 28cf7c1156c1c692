import type { ComplexityEstimatorArgs } from 'graphql-query-complexity';

/** How many rows a nested list is taken to have. Most have one or two; a limit must expect some more. */
export const CHILD_LIST_ROWS = 5;

type Cost = (options: Pick<ComplexityEstimatorArgs, 'args' | 'childComplexity'>) => number;

/** The cost of a list of about so many rows. The unit of cost is one row read. */
export const listCost =
  (rows: number): Cost =>
  ({ childComplexity }) =>
    rows * (1 + childComplexity);

/** The cost of one nested object. */
export const objectCost: Cost = ({ childComplexity }) => 1 + childComplexity;

/** The cost of a page: as many rows as are asked for. */
export const pageCost: Cost = ({ args, childComplexity }) => {
  const rows = typeof args.first === 'number' ? args.first : typeof args.last === 'number' ? args.last : 20;
  return Math.max(1, rows) * (1 + childComplexity);
};
