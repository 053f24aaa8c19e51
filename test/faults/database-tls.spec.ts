import { chown, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onConnection } from '../../src/platform/database/single-connection.js';
import { UNPRIVILEGED_ACCOUNT } from '../../src/platform/embedded-postgres/server-account.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start-embedded-postgres.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { HeadgateProcess } from '../support/headgate-process.js';
import { HttpClient } from '../support/http-client.js';
import { selfSigned } from '../support/self-signed.js';
import { logIn } from '../support/test-app.js';

describe('a connection to PostgreSQL over TLS', () => {
  let directory: string;
  let server: EmbeddedPostgres;
  let rightCa: string, otherCa: string, emptyCa: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'headgate-tls-'));
    await chmod(directory, 0o711);
    [rightCa, otherCa, emptyCa] = ['right.crt', 'other.crt', 'empty.crt'].map((name) => join(directory, name)) as [string, string, string];
    await writeFile(emptyCa, '');
    const { cert, key } = selfSigned('localhost');
    await writeFile(rightCa, cert);
    await writeFile(otherCa, selfSigned('localhost').cert);
    const keyFile = join(directory, 'server.key');
    await writeFile(keyFile, key, { mode: 0o600 });
    if (process.getuid?.() === 0) await chown(keyFile, UNPRIVILEGED_ACCOUNT.uid, UNPRIVILEGED_ACCOUNT.gid);
    server = await startEmbeddedPostgres({
      dataDirectory: join(directory, 'postgres'),
      durable: false,
      settings: { ssl: 'on', ssl_cert_file: rightCa, ssl_key_file: keyFile },
    });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const urlWith = (parameters: string, host: string, of = server.url): string => {
    const url = new URL(`${of}?${parameters.replaceAll('RIGHT', rightCa).replaceAll('OTHER', otherCa).replaceAll('EMPTY', emptyCa)}`);
    url.hostname = host;
    return url.href;
  };
  const isEncrypted = (url: string): Promise<boolean | undefined> =>
    onConnection(url, async (ask) => {
      const rows = await ask<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return rows[0]?.ssl;
    });

  it.each([
    ['', 'localhost', false],
    ['sslmode=disable', 'localhost', false],
    ['sslmode=require', 'localhost', true],
    ['sslmode=require&sslrootcert=RIGHT', '127.0.0.1', true],
    ['sslmode=verify-ca&sslrootcert=RIGHT', '127.0.0.1', true],
    ['sslmode=verify-full&sslrootcert=RIGHT', 'localhost', true],
    ['sslmode=verify-full&sslrootcert=RIGHT&sslnegotiation=direct', 'localhost', true],
  ])('is made with "%s" to %s, encrypted: %s', async (parameters, host, encrypted) => {
    expect(await isEncrypted(urlWith(parameters, host))).toBe(encrypted);
  });

  it.each([
    ['sslmode=verify-ca&sslrootcert=EMPTY', 'localhost', /holds no certificate/],
    ['sslmode=require&sslrootcert=EMPTY', 'localhost', /holds no certificate/],
    ['sslmode=verify-ca&sslrootcert=', 'localhost', /needs the certificates of the authorities/],
    ['sslmode=require&sslrootcert=OTHER', 'localhost', /self-signed|unable to verify|signature/],
    ['sslmode=verify-ca&sslrootcert=OTHER', 'localhost', /self-signed|unable to verify|signature/],
    ['sslmode=verify-full&sslrootcert=OTHER', 'localhost', /self-signed|unable to verify|signature/],
    ['sslmode=verify-full&sslrootcert=RIGHT', '127.0.0.1', /does not match|not in the cert/],
    ['sslmode=verify-full&sslrootcert=system', 'localhost', /self-signed/],
  ])('is refused with "%s" to %s', async (parameters, host, reason) => {
    await expect(isEncrypted(urlWith(parameters, host))).rejects.toThrow(reason);
  });

  it('is refused by sslmode=require where the server has no TLS', async () => {
    const plain = urlWith('sslmode=require', '127.0.0.1', process.env['HEADGATE_TEST_SERVER']);
    await expect(isEncrypted(plain)).rejects.toThrow(/does not support SSL/);
  });

  it('is what the service makes each time: for requests, locks, jobs and news', async () => {
    const environment = {
      ...testEnvironment,
      PUBLIC_URL: '',
      HEADGATE_DEMO: 'true',
      HEADGATE_MASTER_KEY: '',
      HEADGATE_DATA_DIR: join(directory, 'data'),
      DATABASE_URL: urlWith('sslmode=verify-full&sslrootcert=RIGHT', 'localhost'),
    };
    const program = HeadgateProcess.run('main', { environment });
    const http = new HttpClient(await program.listening());
    const { accessToken: token } = await logIn(http, 'olivia');
    // The sample database lies on the same server, and asks for the same certificate.
    const sample = await http.post('/api/v1/data-sources/1/test', undefined, { token });
    expect(sample.body.data).toMatchObject({ ok: true });
    const connections = await onConnection(server.url, (ask) =>
      ask<{ name: string; ssl: boolean }>(
        `SELECT DISTINCT application_name AS name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
         WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY 1`,
      ),
    );
    expect(connections).toEqual(['headgate', 'headgate-jobs', 'headgate-lock', 'headgate-notices'].map((name) => ({ name, ssl: true })));
    expect((await program.stop()).code).toBe(0);
  });
});
