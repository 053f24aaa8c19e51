import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

describe('the address of the database', () => {
  const refusals: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL must be a URL that starts with postgres:\/\//],
    ...['pa#ss', 'pa/ss', '12/3', '12#3', '12?3', '50%off', 'a%zz'].map((password): [Record<string, string>, RegExp] => [
      { DATABASE_URL: `postgres://u:${password}@db.example/h` },
      /^(?!.*required)[^]*DATABASE_URL cannot be read as a URL: write special characters of the password in percent-encoding/,
    ]),
    [
      { DATABASE_URL: 'postgres://db/h?schema=app&conection_limit=5' },
      /DATABASE_URL has parameters that nothing reads: remove schema, conection_limit\. To name a schema/,
    ],
    [{ DATABASE_URL: 'postgres://db/h?sslmode=prefer' }, /DATABASE_URL cannot be used: sslmode=prefer cannot be honoured/],
    [{ DATABASE_URL: 'postgres://db/h?sslmode=no-verify' }, /sslmode must be one of disable, require, verify-ca, verify-full/],
    [{ DATABASE_URL: 'postgres://db/h?sslrootcert=/ca.crt' }, /sslrootcert without sslmode encrypts nothing/],
    [{ DATABASE_URL: 'postgres://db/h?sslmode=verify-full&sslrootcert=/no.crt' }, /the file \/no\.crt cannot be read/],
    [{ DATABASE_URL: 'postgres://db/h?sslmode=require&sslrootcert=system' }, /too weak for sslrootcert=system/],
    [{ DATABASE_URL: 'postgres://db/h?sslmode=require&channel_binding=require' }, /channel_binding cannot be honoured/],
    [{ DATABASE_URL: 'postgres://db/h?ssl=true' }, /ssl cannot be honoured/],
    [{ DATABASE_URL: 'postgres://db/h', PGSSLMODE: 'require' }, /PGSSLMODE is not read/],
  ];
  it.each(refusals)('is refused as %j', (variables, message) => {
    expect(() => loadConfig(variables)).toThrow(message);
  });

  it('may say what the driver does', () => {
    const limits = 'statement_timeout=1000&lock_timeout=1000&idle_in_transaction_session_timeout=1000&query_timeout=1000';
    const DATABASE_URL = `postgres://u:%23%2F%25@db.example/h?application_name=gate&options=-csearch_path%3Dgate&${limits}`;
    expect(loadConfig({ DATABASE_URL }).database.url).toBe(DATABASE_URL);
  });
});
