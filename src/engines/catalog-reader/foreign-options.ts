import type { ForeignTable } from './relation.js';

/**
 * Options of foreign tables that common wrappers take and that hold no secret. A wrapper may have any other option, so the values of all
 * others are kept back.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['analyze_sampling', 'async_capable', 'batch_size', 'collection', 'compression', 'database', 'dbname', 'delimiter'],
  ...['encoding', 'escape', 'extensions', 'fetch_size', 'file_type', 'filename', 'force_not_null', 'force_null', 'format'],
  ...['header', 'key_column', 'key_columns', 'keep_connections', 'layer', 'max_size', 'null', 'on_error', 'quote'],
  ...['readonly', 'reject_limit', 'rowid_column', 'schema', 'schema_name', 'sheet', 'stripe_count', 'table'],
  ...['table_name', 'tablename', 'truncatable', 'updatable', 'use_remote_estimate'],
]);

/** Even a file name may be an address with a login in it. */
const WITH_LOGIN = /:\/\/[^/\s]*@|\b(?:pass|password|passwd|pwd|secret|token)\s*=/i;

export function optionOf(name: string, value: string): ForeignTable['options'][number] {
  const isTold = HARMLESS.has(name.toLowerCase()) && !WITH_LOGIN.test(value);
  return { name, value: isTold ? value : null };
}
