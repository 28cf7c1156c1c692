interface FraudCheck {
  readonly frmName?: string | null;
  readonly frmReason?: unknown;
  readonly frmScore?: number | null;
  readonly frmStatus?: string | null;
  readonly frmError?: string | null;
}

/** A fraud check's result for a payment in one line: the connector, the reason and the score; null without a result. */
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
