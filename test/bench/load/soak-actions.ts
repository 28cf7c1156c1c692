import { type Action, actions } from './actions.ts';

/** How often a soak has an action, where it differs from a day: more is paid and captured, and less is read. */
const shares: Readonly<Record<string, number>> = {
  'pay by card': 45,
  'authorize, then capture': 8,
  'list payments (REST)': 10,
  'page of payments with four lists': 6,
  'statistics of 30 days': 2,
};

/** Half of the actions in a soak are payments; other actions have half of their share of a day. */
export const soakActions: readonly Action[] = actions.map((action) => ({
  ...action,
  share: shares[action.name] ?? action.share / 2,
}));
