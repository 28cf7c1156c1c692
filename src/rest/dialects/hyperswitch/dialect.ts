import type { DescribedClass } from '../../../core/model/index.ts';
import { type AliasTable, compileAliases } from './aliases.ts';
import { listAliasesOf } from './list-names.ts';
import { paymentAliases } from './payment-aliases.ts';
import { settingAliases } from './setting-aliases.ts';

const tables: ReadonlyMap<DescribedClass, AliasTable> = new Map(
  [...paymentAliases, ...settingAliases].map(([target, aliases]) => [
    target,
    compileAliases(target, aliases),
  ]),
);

/** Every input that has aliases. */
export const inputsWithAliases = (): readonly AliasTable[] => [...tables.values()];

/** The aliases of an input or of a list's query; undefined without any. */
export const aliasTableOf = (target: DescribedClass | undefined): AliasTable | undefined =>
  target && (tables.get(target) ?? listAliasesOf(target));
