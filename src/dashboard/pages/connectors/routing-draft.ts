/** The kinds of routing of fraud checks, with their labels. */
export const routingTypes = {
  none: 'Account default, else none',
  single: 'One account',
  priority: 'In order',
  json: 'Other, as JSON',
} as const;

export type RoutingType = keyof typeof routingTypes;

type ChoiceJson = string | { connector?: string | null; merchant_connector_id?: string | null };

/**
 * A routing algorithm being edited. An account is selected by its identifier; all accounts at a connector by `at:` and
 * its name.
 */
export interface RoutingDraft {
  readonly type: RoutingType;
  readonly choices: readonly string[];
  /** As typed. */
  readonly json: string;
}

export const ANY_AT = 'at:';

const choiceOf = (json: ChoiceJson): string =>
  typeof json === 'string' ? ANY_AT + json : (json.merchant_connector_id ?? ANY_AT + json.connector);

const jsonOf = (choice: string): ChoiceJson =>
  choice.startsWith(ANY_AT) ? { connector: choice.slice(ANY_AT.length) } : { merchant_connector_id: choice };

/** The draft of a saved algorithm. */
export function draftOf(saved: unknown): RoutingDraft {
  const { data, fallback, type } = (saved ?? {}) as Readonly<Record<string, unknown>>;
  const json = saved ? JSON.stringify(saved, null, 2) : '';
  if (!type) return { type: 'none', choices: [], json };
  const isPlain = (type === 'single' || type === 'priority') && !fallback;
  if (!isPlain) return { type: 'json', choices: [], json };
  return { type, choices: [data].flat().map((one) => choiceOf(one as ChoiceJson)), json };
}

/** The algorithm of a draft: null without one, undefined while it is incomplete. */
export function algorithmOf({ choices, json, type }: RoutingDraft): object | null | undefined {
  switch (type) {
    case 'none':
      return null;
    case 'single':
      return choices[0] === undefined ? undefined : { type, data: jsonOf(choices[0]) };
    case 'priority':
      return choices.length > 0 ? { type, data: choices.map(jsonOf) } : undefined;
    case 'json':
      try {
        return (JSON.parse(json) as object | null) ?? undefined;
      } catch {
        return undefined;
      }
  }
}
