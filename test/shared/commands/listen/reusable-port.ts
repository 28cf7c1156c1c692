/**
 * A port that a second session may listen on again: below the system's ephemeral ports, and different in each process.
 */
export const reusablePort = (): number => 20_000 + (process.pid % 10_000);
