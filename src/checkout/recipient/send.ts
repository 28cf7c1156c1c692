import type { RecipientState } from '../server/recipient-data.ts';

/** The result of a request to the page's own address. After `unreachable` it may or may not have been carried out. */
export type Answer =
  | { readonly kind: 'state'; readonly state: RecipientState }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly param: string | null;
    }
  | { readonly kind: 'unreachable' };

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(location.pathname + path, init);
    const body = await response.json();
    if (response.ok) return { kind: 'state', state: body };
    const { code = 'internal_error', param = null } = body.error ?? {};
    return { kind: 'refused', status: response.status, code, param };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** Sends the entries. A repeated request is carried out once. */
export const send = (body: object): Promise<Answer> =>
  ask('', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Reads the result. */
export const readState = (): Promise<Answer> => ask('/state');
