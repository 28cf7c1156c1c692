export { ANYWHERE, type Row, type RowSource, type Statement } from '../foundation/row-source.ts';
export * from './by-key.ts';
export * from './children.ts';
export type { Condition } from './conditions.ts';
export * from './locate.ts';
export * from './one.ts';
export * from './page.ts';
export * from './stats.ts';
