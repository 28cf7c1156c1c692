import type { Context } from '../foundation/context.ts';
import { randomBase62 } from '../foundation/ids.ts';

const SECRET_CHARACTERS = 20;

/** A secret that lets a browser or app act on one object alone: `<its identifier>_secret_…`. */
export function makeClientSecret(ctx: Context, id: string): string {
  return `${id}_secret_${randomBase62(SECRET_CHARACTERS, ctx.randomBytes)}`;
}
