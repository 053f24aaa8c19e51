import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

const KEY = Buffer.alloc(32, 1).toString('base64');
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://headgate.example',
  DATABASE_URL: 'postgres://db/headgate',
  HEADGATE_MASTER_KEY: KEY,
};

describe('the configuration', () => {
  it('has a default for everything on a developer’s machine', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      mode: 'development',
      http: { host: 'localhost', port: 3000, publicUrl: 'http://localhost:3000', corsOrigins: [], trustProxy: false },
      webauthn: { rpId: 'localhost', origins: ['http://localhost:3000'] },
      demo: true,
      passwords: { bcryptCost: 10 },
      rateLimitMultiplier: 1,
    });
  });

  it('knows a language model by its address and name', () => {
    const variables = { LLM_BASE_URL: 'http://127.0.0.1:8000/v1/', LLM_MODEL: 'sage', LLM_API_KEY: 'k' };
    const model = { baseUrl: 'http://127.0.0.1:8000/v1', apiKey: 'k', name: 'sage', timeoutSeconds: 60 };
    expect(loadConfig({}).languageModel).toBeUndefined();
    expect(loadConfig(variables).languageModel).toEqual(model);
  });

  it('knows a server of embeddings by its address and name', () => {
    const variables = { EMBEDDINGS_URL: 'http://127.0.0.1:8000/v1', EMBEDDINGS_MODEL: 'near', EMBEDDINGS_API_KEY: 'k' };
    const known = { baseUrl: 'http://127.0.0.1:8000/v1', apiKey: 'k', name: 'near', questionTimeoutMs: 1_500 };
    expect(loadConfig({}).dataSources.embeddings).toBeUndefined();
    expect(loadConfig(variables).dataSources.embeddings).toEqual(known);
    expect(() => loadConfig({ EMBEDDINGS_URL: 'http://x/v1?key=k', EMBEDDINGS_MODEL: 'near' })).toThrow(
      'EMBEDDINGS_URL must be an address such as',
    );
    expect(() => loadConfig({ EMBEDDINGS_URL: 'http://x/v1' })).toThrow('EMBEDDINGS_MODEL is required');
    expect(() => loadConfig({ EMBEDDINGS_MODEL: 'near' })).toThrow('EMBEDDINGS_MODEL needs EMBEDDINGS_URL');
  });

  it('waits longer for the database than the database does for a statement', () => {
    expect(loadConfig({}).database).toMatchObject({ statementMs: 30_000, answerMs: 35_000, connectMs: 5_000 });
    expect(loadConfig({ DATABASE_STATEMENT_TIMEOUT_SECONDS: '2.5' }).database).toMatchObject({
      statementMs: 2_500,
      answerMs: 7_500,
    });
    expect(() => loadConfig({ DATABASE_ANSWER_TIMEOUT_SECONDS: '30' })).toThrow(
      'DATABASE_ANSWER_TIMEOUT_SECONDS must be longer than DATABASE_STATEMENT_TIMEOUT_SECONDS',
    );
  });

  it.each(['0.0.0.0', '::', '0', '0:0:0:0:0:0:0:0'])('sends nobody to %s, where a service may listen and no browser can go', (HOST) => {
    const { http } = loadConfig({ HOST, PORT: '8080' });
    expect(http).toMatchObject({ publicUrl: 'http://localhost:8080', isAddressUnknown: true, isOpen: true });
    const PUBLIC_URL = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:8080`;
    expect(() => loadConfig({ HOST, PUBLIC_URL })).toThrow('PUBLIC_URL must be the address that people open');
    expect(loadConfig({ HOST, PUBLIC_URL: 'http://gate.lan' }).http).toMatchObject({
      publicUrl: 'http://gate.lan',
      isAddressUnknown: false,
    });
  });

  it('knows its address where nobody else can reach it, or HOST says it', () => {
    expect(loadConfig({}).http).toMatchObject({ publicUrl: 'http://localhost:3000', isAddressUnknown: false });
    expect(loadConfig({ HOST: '192.0.2.7' }).http).toMatchObject({ publicUrl: 'http://192.0.2.7:3000', isAddressUnknown: true });
  });

  it('sends people to a front of the installation’s own, which may do what pages of the service may', () => {
    const config = loadConfig({
      PUBLIC_URL: 'https://api.corp.example',
      CLIENT_URL: 'https://people.corp.example/app/',
    });
    const origin = 'https://people.corp.example';
    expect(config.http).toMatchObject({ pagesUrl: `${origin}/app`, corsOrigins: [origin] });
    expect(config.webauthn.origins).toEqual(['https://api.corp.example', origin]);
    expect(config.sso.returnUrls).toEqual([`${origin}/app/`, `${origin}/app/signed-in`, 'https://api.corp.example/']);
    expect(loadConfig({ PUBLIC_URL: 'https://api.corp.example' }).sso.returnUrls).toEqual([
      'https://api.corp.example/',
      'https://api.corp.example/signed-in',
    ]);
    for (const [CLIENT_URL, problem] of [
      ['people.corp.example', 'must be a URL that starts with http:// or https://'],
      ['https://people.corp.example/?a=b', 'must be an address such as https://app.example'],
      ['http://people.corp.example', 'must be https in production'],
    ] as const)
      expect(() => loadConfig({ ...PRODUCTION, CLIENT_URL })).toThrow(`CLIENT_URL ${problem}`);
  });

  it('is frozen to the bottom', () => {
    const config = loadConfig({ CORS_ORIGINS: 'https://app.example' });
    expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
    expect(() => (config.http.corsOrigins as string[]).push('*')).toThrow(TypeError);
  });

  it('takes an empty variable for an unset one', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(loadConfig({}));
  });

  it('has no demo on a server of your own, nor in production, unless asked by name', () => {
    expect(loadConfig({ DATABASE_URL: 'postgres://db/x' }).demo).toBe(false);
    expect(loadConfig(PRODUCTION).demo).toBe(false);
    expect(loadConfig({ ...PRODUCTION, HEADGATE_DEMO: 'true' }).demo).toBe(true);
  });

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '127.evil.example' },
    { PUBLIC_URL: 'https://headgate.example' },
    { PUBLIC_URL: 'http://localhost.evil.example' },
    { PUBLIC_URL: 'https://headgate.example', TRUST_PROXY: '1', HOST: '127.0.0.1' },
    { TRUST_PROXY: 'loopback' },
  ])('has no demo where others can reach the service, unless it is asked for: %j', (opened) => {
    expect(loadConfig(opened)).toMatchObject({ demo: false, demoStandIns: false, http: { isOpen: true } });
    const asked = loadConfig({ ...opened, HEADGATE_DEMO: 'true' });
    expect(asked).toMatchObject({ demo: true, demoStandIns: false, http: { isOpen: true } });
  });

  it.each([
    {},
    { HOST: '::1' },
    { HOST: '127.0.0.2' },
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'https://[::1]' },
    { PUBLIC_URL: 'http://gate.localhost' },
  ])('has the demo where others cannot reach it: %j', (local) => {
    expect(loadConfig(local)).toMatchObject({ demo: true, demoStandIns: true, http: { isOpen: false } });
  });

  it('has stand-ins on a database of your own only where they are asked for, and nowhere where others come', () => {
    const own = { DATABASE_URL: 'postgres://db/x', HEADGATE_DEMO: 'true' };
    expect(loadConfig(own).demoStandIns).toBe(false);
    const asked = { ...own, HEADGATE_DEMO_STAND_INS: 'true' };
    expect(loadConfig(asked)).toMatchObject({
      demoStandIns: true,
      sso: { networks: ['public', 'private', 'loopback'] },
    });
    expect(loadConfig({ HEADGATE_DEMO_STAND_INS: 'false' })).toMatchObject({ demo: true, demoStandIns: false });
    expect(loadConfig({ ...PRODUCTION, HEADGATE_DEMO: 'true' }).demoStandIns).toBe(false);
    for (const unfit of [{ ...PRODUCTION }, { HOST: '0.0.0.0' }, { TRUST_PROXY: '1' }, { HEADGATE_DEMO: 'false' }])
      expect(() => loadConfig({ HEADGATE_DEMO: 'true', ...unfit, HEADGATE_DEMO_STAND_INS: 'true' })).toThrow(
        /HEADGATE_DEMO_STAND_INS must not be true/,
      );
  });

  it('accepts a public address without TLS in production only with an explicit setting', () => {
    for (const PUBLIC_URL of ['http://headgate.example', 'http://127.0.0.1:3000']) {
      const insecure = { ...PRODUCTION, PUBLIC_URL };
      expect(() => loadConfig(insecure)).toThrow(/PUBLIC_URL must be https in production.*ALLOW_INSECURE_PUBLIC_URL=true/);
      const meant = loadConfig({ ...insecure, ALLOW_INSECURE_PUBLIC_URL: 'true' });
      expect(meant.http).toMatchObject({ publicUrl: PUBLIC_URL, isInsecure: true });
    }
    expect(loadConfig(PRODUCTION).http.isInsecure).toBe(false);
    expect(loadConfig({ PUBLIC_URL: 'http://headgate.example' }).http.isInsecure).toBe(false);
  });

  it('lets data sources be next door on a developer’s machine, and on the public network alone elsewhere', () => {
    const networksOf = (variables: Record<string, string>) => loadConfig(variables).dataSources.networks;
    expect(networksOf({})).toEqual(['public', 'private', 'loopback']);
    for (const variables of [PRODUCTION, { DATABASE_URL: 'postgres://db/x' }]) expect(networksOf(variables)).toEqual(['public']);
    const named = ['private', '10.1.0.0/16', 'fd12::/48', '192.168.1.5', '::1'];
    expect(networksOf({ ...PRODUCTION, DATA_SOURCE_NETWORKS: named.join(', ') })).toEqual(named);
    expect(loadConfig({ HEADGATE_DATA_DIR: '/data' }).dataSources.filesDirectory).toBe('/data/sources');
    expect(loadConfig({ DATA_SOURCE_FILES_DIR: '/files' }).dataSources.filesDirectory).toBe('/files');
  });

  it('keeps resting connections as long as the operator says', () => {
    const kept = (seconds?: string) => loadConfig({ KEEP_ALIVE_SECONDS: seconds }).http.keepAliveSeconds;
    expect([kept(), kept('620')]).toEqual([65, 620]);
  });

  it('runs the embedded server in production only when asked by name', () => {
    const embedded = { ...PRODUCTION, DATABASE_URL: '' };
    expect(() => loadConfig(embedded)).toThrow(/DATABASE_URL is required in production/);
    expect(loadConfig({ ...embedded, HEADGATE_EMBEDDED: 'true' }).database.url).toBeUndefined();
  });

  it('gives health and metrics a port of their own, by its old name too', () => {
    const of = (variables: Record<string, string>) => loadConfig(variables).management;
    expect(of({})).toBeUndefined();
    expect(of({ MANAGEMENT_PORT: '9464' })).toEqual({ port: 9464, variable: 'MANAGEMENT_PORT' });
    expect(of({ METRICS_PORT: '9464' })).toEqual({ port: 9464, variable: 'METRICS_PORT' });
    // For a roll-back to a version that knows the old name alone.
    expect(of({ MANAGEMENT_PORT: '9464', METRICS_PORT: '9464' })).toEqual({ port: 9464, variable: 'MANAGEMENT_PORT' });
  });

  const refusals: [Record<string, string>, RegExp][] = [
    [{ PORT: '70000' }, /PORT must be a whole number from 0 to 65535/],
    [{ PORT: '3000x' }, /PORT must be/],
    [{ PORT: '-1' }, /PORT must be/],
    [{ NODE_ENV: 'prod' }, /NODE_ENV must be one of production, development, test/],
    [{ PUBLIC_URL: 'https://h.example/path' }, /PUBLIC_URL must be an origin/],
    [{ PUBLIC_URL: 'ftp://h.example' }, /PUBLIC_URL must be a URL/],
    [{ HEADGATE_MASTER_KEY: 'c2hvcnQ=' }, /HEADGATE_MASTER_KEY must be 32 random bytes/],
    [{ HEADGATE_MASTER_KEY: `${KEY},nonsense` }, /HEADGATE_MASTER_KEY must be/],
    [{ HEADGATE_DEMO: 'maybe' }, /HEADGATE_DEMO must be true or false/],
    [{ CORS_ORIGINS: '*' }, /CORS_ORIGINS must be/],
    [{ CORS_ORIGINS: 'https://app.example/' }, /CORS_ORIGINS must be/],
    [{ TRUST_PROXY: 'everyone' }, /TRUST_PROXY must be/],
    [{ TRUST_PROXY: 'true' }, /TRUST_PROXY must be/],
    [{ KEEP_ALIVE_SECONDS: '1' }, /KEEP_ALIVE_SECONDS must be a whole number from 5 to 3600/],
    [{ SMTP_URL: 'http://mail' }, /SMTP_URL must be a URL that starts with smtp:/],
    [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN must have 16 characters/],
    [{ MANAGEMENT_PORT: '0' }, /MANAGEMENT_PORT must be a whole number from 1 to 65535/],
    [{ MANAGEMENT_PORT: 'health' }, /MANAGEMENT_PORT must be a whole number/],
    [{ PORT: '8080', MANAGEMENT_PORT: '8080' }, /MANAGEMENT_PORT must not be PORT: give health and metrics a port of their own/],
    [{ MANAGEMENT_PORT: '3000' }, /MANAGEMENT_PORT must not be PORT/],
    [{ METRICS_PORT: '0' }, /METRICS_PORT must be/],
    [{ METRICS_PORT: '3000' }, /METRICS_PORT must not be PORT/],
    [{ MANAGEMENT_PORT: '9464', METRICS_PORT: '9465' }, /METRICS_PORT is the old name of MANAGEMENT_PORT and says something else/],
    [{ BCRYPT_COST: '4' }, /BCRYPT_COST must be a whole number from 10 to 16/],
    [{ RATE_LIMIT_MULTIPLIER: '-1' }, /RATE_LIMIT_MULTIPLIER must be/],
    [{ DATA_SOURCE_NETWORKS: 'public,everything' }, /DATA_SOURCE_NETWORKS must be/],
    [{ DATA_SOURCE_NETWORKS: '10.0.0.0/33' }, /DATA_SOURCE_NETWORKS must be/],
    [{ DATA_SOURCE_NETWORKS: '10.0.0/8' }, /DATA_SOURCE_NETWORKS must be/],
    [{ DATA_SOURCE_NETWORKS: '0.0.0.0/0' }, /DATA_SOURCE_NETWORKS must be/],
    [{ DATA_SOURCE_NETWORKS: 'fe80::1%eth0' }, /DATA_SOURCE_NETWORKS must be/],
    [{ LLM_BASE_URL: 'https://models.example/v1' }, /LLM_MODEL is required/],
    [{ LLM_MODEL: 'some-model' }, /LLM_MODEL needs LLM_BASE_URL/],
    [{ LLM_BASE_URL: 'file:///models', LLM_MODEL: 'm' }, /LLM_BASE_URL must be a URL/],
    [{ LLM_BASE_URL: 'https://key@models.example', LLM_MODEL: 'm' }, /LLM_BASE_URL must be an address/],
    [{ LLM_BASE_URL: 'https://models.example', LLM_MODEL: 'm', LLM_API_KEY: 'a b' }, /LLM_API_KEY must be/],
    [{ LLM_TIMEOUT_SECONDS: '0' }, /LLM_TIMEOUT_SECONDS must be/],
    [{ ICONS_S3_BUCKET: 'icons' }, /ICONS_S3_ACCESS_KEY is required[^]*ICONS_S3_SECRET_KEY is required/],
    [{ ICONS_S3_ENDPOINT: 'http://s3.example' }, /ICONS_S3_BUCKET is required/],
    [{ ...PRODUCTION, AUDIT_RETENTION_DAYS: '90' }, /AUDIT_RETENTION_DAYS needs a place that outlives this machine/],
    [{ ICONS_S3_ENDPOINT: 's3://x' }, /ICONS_S3_ENDPOINT must be/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be/],
    [{ LOG_FORMAT: 'pretty' }, /LOG_FORMAT must be one of auto, json, text/],
    [{ ...PRODUCTION, PUBLIC_URL: '' }, /PUBLIC_URL is required in production/],
    [{ ...PRODUCTION, HEADGATE_MASTER_KEY: '' }, /HEADGATE_MASTER_KEY is required in production/],
  ];
  it.each(refusals)('refuses %j', (variables, message) => {
    expect(() => loadConfig(variables)).toThrow(message);
  });

  it('names every wrong variable at once and repeats no value', () => {
    const attempt = () => loadConfig({ PORT: 'sekret1', BCRYPT_COST: 'sekret2', HEADGATE_MASTER_KEY: 'sekret3', DATABASE_URL: 'sekret4' });
    for (const name of ['PORT', 'BCRYPT_COST', 'HEADGATE_MASTER_KEY', 'DATABASE_URL']) expect(attempt).toThrow(name);
    expect(attempt).not.toThrow(/sekret/);
  });
});
