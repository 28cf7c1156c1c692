/** The effects that a replay counts, besides moves: the parameter of the payments' list, and the words for them. */
export const replayEffects = [
  ['challenged', 'Challenged by 3-D Secure'],
  ['exempted', 'Exempted from 3-D Secure'],
  ['blocked', 'Blocked'],
  ['reviewed', 'Held for review'],
  ['surcharged', 'Surcharged'],
] as const;

/** No account, in the filters of the payments' list. */
export const NO_ACCOUNT = 'none';
