/** Days that the demo data reaches back from the start of today. */
export const DAYS = 90;
/** Days by which the merchants, and the first of their customers, are older than the first payment. */
export const HISTORY_DAYS = 180;
/** Days that an unconfirmed payment stays open, long enough that those of the last weeks are. */
export const SESSION_DAYS = 30;

export const DAY_S = 86_400;
export const DAY_MS = DAY_S * 1000;
