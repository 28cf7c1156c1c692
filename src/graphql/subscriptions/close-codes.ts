/**
 * With what a connection is closed: a code for the client's library and a reason for whoever reads its log. Libraries
 * connect again by themselves after 1001 and 1013, and give up after the others.
 */
export const closings = Object.freeze({
  goingAway: [1001, 'Going away. Connect again and resume after the last cursor.'],
  tooSlow: [1013, 'Read too slowly. Connect again and resume after the last cursor.'],
  unavailable: [1013, 'The key cannot be checked now. Try again shortly.'],
  badMessage: [4400, 'Invalid message received'],
  forbidden: [4403, 'Forbidden'],
  identifierInUse: [4409, 'An operation of this identifier is not over yet. Take a new identifier.'],
  internalError: [4500, 'Something went wrong on our side.'],
} as const);

export type Closing = readonly [code: number, reason: string];

/** What a key is told that has all the connections it may have. */
export const tooManyConnections = (max: number): Closing => [
  4429,
  `rate_limited: a key may have ${max} connections to a process. Close one first.`,
];
