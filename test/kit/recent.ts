/**
 * The parts of a statement of statistics that read objects from a table, but for the recent ones, which no totals have:
 * none if totals answer the rest.
 */
export const objectsRead = (statement: string, table: string): string[] =>
  statement
    .split(/\bunion all\b/)
    .filter((part) => part.includes(`"${table}"`) && !/"? >= (p\.|\(select p\.)counted_until/.test(part));
