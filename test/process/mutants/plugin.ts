import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { type Mutant, mutants } from './mutants.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Removes a mutant's guard from the text of its file. */
export function mutated(text: string, { file, find, replace }: Mutant): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} contains this guard ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

/** With `MUTANT`: serves the product without that guard to the tests. */
export function mutantPlugins(): Plugin[] {
  const without = process.env.MUTANT;
  if (!without) return [];
  const mutant = mutants.find((known) => known.without === without);
  if (!mutant) throw new Error(`There is no mutant without ${without}.`);
  const file = resolve(root, mutant.file);
  return [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) => (id.split('?')[0] === file ? mutated(code, mutant) : null),
    },
  ];
}
