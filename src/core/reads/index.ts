export {
  ANYWHERE,
  type Row,
  type RowSource,
  type Statement,
} from '../foundation/transaction.ts';
export { permittedLists, requireLists, requireReadable } from './access.ts';
export * from './by-key.ts';
export * from './children.ts';
export * from './connector-latency.ts';
export * from './count.ts';
export * from './csv-format.ts';
export * from './export-list.ts';
export * from './filters.ts';
export * from './list.ts';
export * from './one.ts';
export * from './page.ts';
export { type KeysetPosition, keysetColumns, type PageRequest, positionOf } from './page-request.ts';
export {
  bodyWithoutPersonalData,
  hideFromReplay,
  hidePersonalData,
  maskPersonalText,
} from './personal-data.ts';
export type { Comparison, Condition } from './predicates.ts';
export * from './settings.ts';
export { defaultOrder, type Order } from './statement.ts';
export * from './stats.ts';
export * from './stats-parts.ts';
export * from './time-zone.ts';
