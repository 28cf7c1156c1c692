interface FraudCheck {
  readonly frmName?: string | null;
  readonly frmReason?: unknown;
  readonly frmScore?: number | null;
  readonly frmStatus?: string | null;
  readonly frmError?: string | null;
}

/** What a fraud check said about a payment, in a line: who, why and with which score; null if none said anything. */
export function heldBecause(check: FraudCheck | null | undefined): string | null {
  if (!check) return null;
  const { frmError, frmName, frmReason, frmScore, frmStatus } = check;
  const reasons = [frmReason]
    .flat()
    .filter((reason) => reason !== null && reason !== undefined && reason !== '')
    .map((reason) =>
      typeof reason === 'object' ? JSON.stringify(reason) : String(reason).replace(/\.$/, ''),
    );
  const parts = [...reasons, frmError, typeof frmScore === 'number' ? `score ${frmScore}` : null];
  const said = parts.filter(Boolean).join(', ') || frmStatus || null;
  return [frmName, said].filter(Boolean).join(': ') || null;
}
