export { ANYWHERE, type Row, type RowSource, type Statement } from '../foundation/transaction.ts';
export * from './by-key.ts';
export * from './children.ts';
export * from './count.ts';
export * from './one.ts';
export * from './page.ts';
export { type KeysetPosition, keysetColumns, type PageRequest, positionOf } from './page-text.ts';
export { type Condition, defaultOrder, type Order } from './statement.ts';
export * from './stats.ts';
