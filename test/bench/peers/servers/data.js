import pg from 'pg';

/** The lists of a payment, and what orders them. */
export const lists = {
  refunds: 'created_at',
  disputes: 'created_at',
  attempts: 'created_at',
  captures: 'capture_sequence',
};

/** What the dashboard shows of payments and their lists. */
export const dashboard = {
  payments:
    'payment_id status amount net_amount amount_received currency created updated connector customer_id description payment_method payment_method_type capture_method authentication_type attempt_count',
  refunds: 'refund_id amount currency status reason created_at',
  disputes: 'dispute_id dispute_stage dispute_status connector_reason created_at',
  attempts: 'attempt_id status amount connector error_code created_at',
  captures: 'capture_id status amount capture_sequence connector',
};

export const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** One pool for all that a server reads, as large as the service's. */
export const openPool = (options = {}) =>
  new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, ...options });

/** The merchant that a key stands for. Looking up keys is not what is compared. */
export const merchantOf = (request) => request.headers['api-key'];

export const listen = (server) => server.listen(Number(process.env.PORT), '127.0.0.1');
