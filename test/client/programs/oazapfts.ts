import type { GeneratedClient } from '../../../test/client/generated-tours.js';
import * as api from './index.js';

const SOURCE = 1;
const TEMPLATE = 1;

/** A program by an author who knows only what the generator has made. */
export function makeClient(baseUrl: string, fetch: typeof globalThis.fetch): GeneratedClient {
  let tokens = { access: '', refresh: '' };
  const options = () => ({ baseUrl, fetch, headers: { ...(tokens.access !== '' && { Authorization: `Bearer ${tokens.access}` }) } });
  const keep = ({ access_token: access, refresh_token: refresh }: { access_token: string; refresh_token: string }) => {
    tokens = { access, refresh };
  };
  return {
    async logIn(username, password) {
      const answer = await api.login({ username, password }, { baseUrl, fetch });
      if (answer.status === 401 && answer.data.code === 'MFA_REQUIRED') return answer.data.mfa;
      if (answer.status !== 200) throw unexpected(answer);
      keep(answer.data);
      return 'tokens';
    },
    async verify({ token }, code) {
      const answer = await api.verifyMfa({ mfa_token: token, method: 'totp', code }, { baseUrl, fetch });
      if (answer.status !== 200) throw unexpected(answer);
      keep(answer.data);
      return answer.data.device_activation?.activation_token;
    },
    async refresh() {
      const answer = await api.refreshAccessToken({ refresh_token: tokens.refresh }, { baseUrl, fetch });
      if (answer.status !== 200) throw unexpected(answer);
      tokens = { ...tokens, access: answer.data.access_token };
    },
    async logOut() {
      const answer = await api.logout(options());
      if (answer.status !== 204) throw unexpected(answer);
    },
    async caller() {
      const answer = await api.readCaller(options());
      if (answer.status !== 200) return { code: answer.data.code };
      const { user, session } = answer.data.data;
      return { username: user.username, acr: session.acr };
    },
    async sessions() {
      const answer = await api.listSessions({}, options());
      if (answer.status !== 200) return { code: answer.data.code };
      return answer.data.data.sessions.map(({ is_current }) => ({ is_current }));
    },
    async trust(activation_token) {
      const answer = await api.activateDevice({ activation_token }, {}, options());
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.data.device_id;
    },
    async devices() {
      const answer = await api.listDevices({}, options());
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.data.devices;
    },
    async revoke(device) {
      const answer = await api.revokeDevice(device, options());
      if (answer.status !== 200) throw unexpected(answer);
    },
    async rivers(page, limit) {
      const answer = await api.listRivers({ page, limit }, options());
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.rivers;
    },
    async dataSource() {
      const answer = await api.readDataSource(SOURCE, options());
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.data.data_source;
    },
    async test() {
      const answer = await api.testDataSource(SOURCE, {}, options());
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.data.ok;
    },
    async discover() {
      const answer = await api.discoverSchema(SOURCE, {}, options());
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.data.total_tables;
    },
    async schemas(search) {
      const answer = await api.readSchema(SOURCE, { search }, options());
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.data.schemas.map(({ schema_name }) => schema_name);
    },
    async diagram(schemaName) {
      const answer = await api.drawSchema(SOURCE, { schemaName, format: 'mermaid' }, options());
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data;
    },
    async context(question, maxTokens) {
      const answer = await api.composeSchemaContext(SOURCE, { question, maxTokens }, options());
      if (answer.status !== 200) throw unexpected(answer);
      const { text, tables_included } = answer.data.data;
      return { text, tables: tables_included.map(({ name }) => name) };
    },
    async query(sql) {
      const answer = await api.runQuery(SOURCE, { sql }, {}, options());
      if (answer.status === 200) return answer.data.data.rows;
      const { data: refused } = answer;
      return refused.code === 'QUERY_REJECTED'
        ? { code: refused.code, named: refused.violations.map(({ rule }) => rule) }
        : { code: refused.code };
    },
    async validate(sql) {
      const answer = await api.validateQuery(SOURCE, { sql }, {}, options());
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.data.violations.map(({ rule }) => rule);
    },
    async render(parameters) {
      const answer = await api.renderPromptTemplate(TEMPLATE, { parameters }, {}, options());
      if (answer.status === 200) return answer.data.data.text;
      const { data: refused } = answer;
      return refused.code === 'VALIDATION_FAILED'
        ? { code: refused.code, named: refused.details?.map(({ field }) => field) }
        : { code: refused.code };
    },
    async execute(parameters) {
      const answer = await api.executePromptTemplate(TEMPLATE, { parameters, run: true }, {}, options());
      return answer.status === 200 ? 'done' : { code: answer.data.code };
    },
  };
}

function unexpected(answer: object): Error {
  return new Error(JSON.stringify(answer));
}
