/** The servers' shared data that the benchmark also needs. */
export const lists: Readonly<Record<'refunds' | 'disputes' | 'attempts' | 'captures', string>>;
export const dashboard: Readonly<Record<'payments' | keyof typeof lists, string>>;
export function camelCase(name: string): string;
