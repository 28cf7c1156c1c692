export async function developmentDatabaseUrl(): Promise<string> {
  return process.env.DATABASE_URL ?? 'postgres://x@127.0.0.1:1/x';
}
