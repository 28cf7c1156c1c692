import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { type Mutant, mutants } from './mutants.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Takes a mutant's guard out of its file's text. */
export function mutated(text: string, { file, find, replace }: Mutant): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} contains this guard ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

/** With `MUTANT`: serves the tests the product without the guard that it names. */
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
