import { movementTypes } from '../foundation/ports/connector-settlements.ts';
import { enumeration } from '../model/index.ts';

export const BalanceEntryType = enumeration(
  'BalanceEntryType',
  "Type of a movement in the merchant's balance at a connector account.",
  movementTypes,
);
