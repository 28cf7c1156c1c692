/** The setting of a session that says whose rows it may see; every table's row-level policy reads it. */
export const TENANCY_SETTING = 'switchyard.merchant_id';

/** The setting's value that sees every merchant: for the admin key and the service's own jobs. */
export const ALL_MERCHANTS = '*';
