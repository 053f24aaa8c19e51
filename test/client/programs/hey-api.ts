import type { GeneratedClient } from '../../../test/client/generated-tours.js';
import { createClient, createConfig } from './client/index.js';
import * as api from './index.js';

const SOURCE = { data_source_id: 1 };
const TEMPLATE = { template_id: 1 };

/** A program by an author who knows only what the generator has made. */
export function makeClient(baseUrl: string, fetch: typeof globalThis.fetch): GeneratedClient {
  let tokens = { access: '', refresh: '' };
  const client = createClient(createConfig({ baseUrl, fetch, auth: () => tokens.access }));
  const keep = ({ access_token: access, refresh_token: refresh }: { access_token: string; refresh_token: string }) => {
    tokens = { access, refresh };
  };
  return {
    async logIn(username, password) {
      const { data, error } = await api.login({ client, body: { username, password } });
      if (error?.code === 'MFA_REQUIRED') return error.mfa;
      keep(given(data, error));
      return 'tokens';
    },
    async verify({ token }, code) {
      const { data, error } = await api.verifyMfa({ client, body: { mfa_token: token, method: 'totp', code } });
      const verified = given(data, error);
      keep(verified);
      return verified.device_activation?.activation_token;
    },
    async refresh() {
      const { data, error } = await api.refreshAccessToken({ client, body: { refresh_token: tokens.refresh } });
      tokens = { ...tokens, access: given(data, error).access_token };
    },
    async logOut() {
      const { error } = await api.logout({ client });
      if (error !== undefined) throw new Error(error.code);
    },
    async caller() {
      const { data, error } = await api.readCaller({ client });
      if (data === undefined) return { code: error.code };
      const { user, session } = data.data;
      return { username: user.username, acr: session.acr };
    },
    async sessions() {
      const { data, error } = await api.listSessions({ client });
      return data === undefined ? { code: error.code } : data.data.sessions.map(({ is_current }) => ({ is_current }));
    },
    async trust(activation_token) {
      const { data, error } = await api.activateDevice({ client, body: { activation_token } });
      return given(data, error).data.device_id;
    },
    async devices() {
      const { data, error } = await api.listDevices({ client });
      return given(data, error).data.devices;
    },
    async revoke(device_id) {
      const { data, error } = await api.revokeDevice({ client, path: { device_id } });
      given(data, error);
    },
    async rivers(page, limit) {
      const { data, error } = await api.listRivers({ client, query: { page, limit } });
      return given(data, error).rivers;
    },
    async dataSource() {
      const { data, error } = await api.readDataSource({ client, path: SOURCE });
      return given(data, error).data.data_source;
    },
    async test() {
      const { data, error } = await api.testDataSource({ client, path: SOURCE });
      return given(data, error).data.ok;
    },
    async discover() {
      const { data, error } = await api.discoverSchema({ client, path: SOURCE });
      const found = given(data, error).data;
      if (!('total_tables' in found)) throw new Error('It goes on.');
      return found.total_tables;
    },
    async schemas(search) {
      const { data, error } = await api.readSchema({ client, path: SOURCE, query: { search } });
      return given(data, error).data.schemas.map(({ schema_name }) => schema_name);
    },
    async diagram(schema_name) {
      const { data, error } = await api.drawSchema({ client, path: SOURCE, query: { schema_name, format: 'mermaid' } });
      return given(data, error);
    },
    async context(question, max_tokens) {
      const { data, error } = await api.composeSchemaContext({ client, path: SOURCE, query: { question, max_tokens } });
      const { text, tables_included } = given(data, error).data;
      return { text, tables: tables_included.map(({ name }) => name) };
    },
    async query(sql) {
      const { data, error } = await api.runQuery({ client, path: SOURCE, body: { sql } });
      if (data !== undefined) return data.data.rows;
      return error.code === 'QUERY_REJECTED' ? { code: error.code, named: error.violations.map(({ rule }) => rule) } : { code: error.code };
    },
    async validate(sql) {
      const { data, error } = await api.validateQuery({ client, path: SOURCE, body: { sql } });
      return given(data, error).data.violations.map(({ rule }) => rule);
    },
    async render(parameters) {
      const { data, error } = await api.renderPromptTemplate({ client, path: TEMPLATE, body: { parameters } });
      if (data !== undefined) return data.data.text;
      return error.code === 'VALIDATION_FAILED'
        ? { code: error.code, named: error.details?.map(({ field }) => field) }
        : { code: error.code };
    },
    async execute(parameters) {
      const { data, error } = await api.executePromptTemplate({ client, path: TEMPLATE, body: { parameters, run: true } });
      return data === undefined ? { code: error.code } : 'done';
    },
  };
}

function given<Data>(data: Data | undefined, error: unknown): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}
