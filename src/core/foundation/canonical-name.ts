/**
 * A name without case, spaces, hyphens and underscores, to compare names by: connectors and merchants write
 * `American Express`, `AmericanExpress` and `AMERICAN_EXPRESS`.
 */
export const canonicalName = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');
