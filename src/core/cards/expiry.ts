/** The year that two or four digits name. A card is good for a few years, so two digits are of this century. */
export function expiryYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

/** Whether a card has expired: it is good to the end of its month, in UTC. */
export function isExpired(month: string, year: string, now: Date): boolean {
  // Months count from 0 here, so the card's own number is that of the month after.
  return now.getTime() >= Date.UTC(expiryYear(year), Number(month), 1);
}
