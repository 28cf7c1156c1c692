/** How much to load, over all merchants together. */
export interface DemoAmounts {
  payments: number;
  merchants: number;
}
