/** An event to be recorded, and the delivery that goes with it where somebody is to hear of it. */
export interface NewEvent {
  readonly merchantId: string;
  readonly eventId: string;
  /** An `EventType`, such as `payment_succeeded`. */
  readonly type: string;
  readonly objectType: 'payment' | 'refund' | 'dispute' | 'payout';
  readonly objectId: string;
  readonly paymentId: string | null;
  readonly payoutId: string | null;
  readonly profileId: string | null;
  readonly body: string;
  /** When it happened, as its body says too. */
  readonly at: Date;
  readonly deliveryId: string | null;
  readonly test?: boolean;
}
