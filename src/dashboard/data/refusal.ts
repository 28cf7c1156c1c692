/** The REST API's own message for a refused request. */
export async function reasonOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  return body?.error?.message ?? `The service answered with status ${response.status}.`;
}
