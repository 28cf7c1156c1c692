/** A PSP reference: sixteen capitals and digits, which no reference of ours is. */
export const isPspReference = (id: string): boolean => /^[A-Z0-9]{16}$/.test(id);

const VOID = '_void';

/**
 * The reference of a void. The core sends the attempt's reference, which Adyen also repeats for cancellations made in
 * the Customer Area: the suffix tells the two apart.
 */
export const voidReference = (attempt: string): string => `${attempt}${VOID}`;

/** The attempt of a void's reference; null for any other. */
export const attemptOfVoid = (reference: string): string | null =>
  reference.endsWith(VOID) ? reference.slice(0, -VOID.length) : null;

/** Whether a reference belongs to a capture of ours. A capture made in the Customer Area has its payment's. */
export const isCaptureReference = (reference: string): boolean => /^cap_[0-9A-Z]{26}$/.test(reference);
