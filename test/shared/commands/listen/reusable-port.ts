/**
 * A port that may be listened on again by a second session: below those that the system gives to who asks for any, and another
 * one in each process.
 */
export const reusablePort = (): number => 20_000 + (process.pid % 10_000);
