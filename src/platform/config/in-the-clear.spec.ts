import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

describe('a way that is not encrypted', () => {
  it('leads to a database far away of whose encryption nothing is said', () => {
    const inTheClear = (url: string) => loadConfig({ DATABASE_URL: url }).database.isInTheClear;
    expect(inTheClear('postgres://db.internal/x')).toBe(true);
    expect(inTheClear('postgres://localhost/x?host=db.internal')).toBe(true);
    for (const url of ['postgres://127.0.0.1/x', 'postgres://[::1]/x', 'postgres://%2Frun%2Fpostgresql/x'])
      expect([url, inTheClear(url)]).toEqual([url, false]);
    for (const mode of ['disable', 'require']) expect(inTheClear(`postgres://db.internal/x?sslmode=${mode}`)).toBe(false);
    const replica = { DATABASE_URL: 'postgres://127.0.0.1/x', DATABASE_REPLICA_URLS: 'postgres://replica.internal/x' };
    expect(loadConfig(replica).database.isInTheClear).toBe(true);
    expect(loadConfig({}).database.isInTheClear).toBe(false);
  });

  it('leads to a mail server far away that need not use TLS', () => {
    const inTheClear = (url?: string) => loadConfig({ SMTP_URL: url }).mail.isInTheClear;
    for (const url of ['smtp://mail.internal:587', 'smtp://gate:word@mail.internal?requireTLS=false', 'smtp://mail.internal?pool=true'])
      expect([url, inTheClear(url)]).toEqual([url, true]);
    for (const url of [undefined, 'smtps://mail.internal', 'smtp://mail.internal?requireTLS=true', 'smtp://localhost:1025', 'smtp://[::1]'])
      expect([url, inTheClear(url)]).toEqual([url, false]);
  });
});
