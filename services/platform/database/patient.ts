/**
 * A statement for which a connection waits this long (milliseconds, by default a day) instead of its own limit. pg reads
 * `query_timeout` of a query as of a connection; its types have it of connections alone.
 */
export const patient = (text: string, query_timeout = 24 * 3_600_000) => ({ text, query_timeout });
