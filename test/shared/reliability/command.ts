import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Context } from '../../../src/core/foundation/context.ts';
import { Problem } from '../../../src/core/foundation/errors.ts';
import type { Model, Refusal } from './model.ts';
import type { Pair, SandboxShop } from './pair.ts';

/** The context of commands: the pair of services and their shop. */
export interface Real {
  readonly pair: Pair;
  readonly shop: SandboxShop;
}

export type Command = fc.AsyncCommand<Model, Real>;

async function errorOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

const pick = <T>(from: Map<string, T>, index: number): [string, T] => [...from][index % from.size]!;

/** A command on an existing payment or payout, at one of the services. */
export function on<T>(
  label: string,
  of: (m: Model) => Map<string, T>,
  { at, which }: { at: number; which: number },
  foretell: (object: T, m: Model) => Refusal,
  work: (ctx: Context, id: string, object: T) => Promise<unknown>,
  check: (object: T, m: Model) => boolean = () => true,
): Command {
  return {
    check: (m) => of(m).size > 0 && check(pick(of(m), which)[1], m),
    run: async (m, { pair, shop }) => {
      const [id, object] = pick(of(m), which);
      const before = structuredClone(object);
      const expected = foretell(object, m);
      expect(await errorOf(work(pair.contextOf(shop, at), id, before)), `${label} of ${id}`).toBe(expected);
    },
    toString: () => `${label} (${which}) at ${'AB'[at]}`,
  };
}

/** A command sent to both services at once: one performs it, the other finds it done. */
export function twice<T>(
  label: string,
  of: (m: Model) => Map<string, T>,
  which: number,
  foretell: (object: T) => Refusal,
  work: (ctx: Context, id: string) => Promise<unknown>,
): Command {
  return {
    check: (m) => of(m).size > 0,
    run: async (m, { pair, shop }) => {
      const [id, object] = pick(of(m), which);
      const expected = [foretell(object), foretell(object)].map(String).sort();
      const both = [0, 1].map((at) => errorOf(work(pair.contextOf(shop, at), id)));
      expect((await Promise.all(both)).map(String).sort(), `${label} of ${id} twice`).toEqual(expected);
    },
    toString: () => `${label} (${which}) at both`,
  };
}
