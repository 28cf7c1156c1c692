/** The requested terms of an authorization that neither its return nor its webhook repeats. */
export interface Asked {
  readonly capture: boolean;
  readonly incremental: boolean;
}

/** The metadata key for the requested terms of a payment at Adyen. Webhooks repeat it as `metadata.<key>`. */
export const ASKED_KEY = 'switchyard_asked';

const words: Readonly<Record<string, Asked>> = {
  automatic: { capture: true, incremental: false },
  manual: { capture: false, incremental: false },
  manual_incremental: { capture: false, incremental: true },
  automatic_incremental: { capture: true, incremental: true },
};

/** @example `manual` */
export const askedAsText = ({ capture, incremental }: Asked): string =>
  `${capture ? 'automatic' : 'manual'}${incremental ? '_incremental' : ''}`;

/** Null if the service did not write the text. */
export const askedFromText = (text: string | null | undefined): Asked | null => words[text ?? ''] ?? null;
