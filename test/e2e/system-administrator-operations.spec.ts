import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA } from '../../src/engines/scim-protocol/schema/urns.js';
import { readApiDocument } from '../setup/api-contract.js';
import type { Scene } from '../support/access-scene.js';
import type { Answer } from '../support/http-client.js';
import { person, replacing, work } from '../support/people.js';
import { clientWith } from '../support/scim.js';
import { adding } from '../support/token-scene.js';
import { WhatPeopleSee } from '../support/what-people-see.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

type Sent = Readonly<Record<string, unknown>>;

interface Row {
  /** What a system administrator is answered who asks nobody. */
  readonly answers: number | 'OWNER_APPROVAL_REQUIRED';
  /** As dangerous as it can be. `$name` is an id of the scene. */
  readonly body?: Sent;
  /** Other values in the path. */
  readonly path?: Sent;
  readonly ifMatch?: string;
}

const OWNER_ASKED = 'OWNER_APPROVAL_REQUIRED';
const asksOwner = (body?: Sent, more: Partial<Row> = {}): Row => ({
  answers: OWNER_ASKED,
  ...(body && { body }),
  ...more,
});
const answers = (status: number, body?: Sent, more: Partial<Row> = {}): Row => ({
  answers: status,
  ...(body && { body }),
  ...more,
});

/** These are about the data of an organization, or take the role that somebody holds there. */
const CLOSED = answers(403);
/** With a token of its own kind, or a form of the own page: a session of a system administrator is nothing there. */
const STRANGER = answers(401);
const OTHER_DOOR = answers(403);
/** Their own account and sessions, or a token that they would have to know. */
const OWN = { refused: answers(400), missing: answers(404), done: answers(200) };

const HIDES = [{ kind: 'tag', tag: 'email', effect: 'null' }];
const PERMIT = 'permit (principal, action == Action::"workspace.read", resource);';
const TEMPLATE = {
  name: 'Renamed',
  description: '',
  template_text: 'Which rivers?',
  parameters: [],
  category: 'general',
  tags: [],
  compatible_data_source_ids: [],
  is_public: true,
};
const TERM = { name: 'Lake', definition: 'Still water.', synonyms: [], expression: null };
const PAIR = { question: 'Which lakes?', sql: 'SELECT 2' };
const COLUMN = { schema: 'hydrology', relation: 'rivers', column: 'name' };
const ASKED = {
  subject: { type: 'user', id: '1' },
  action: { name: 'organization.read' },
  resource: { type: 'organization', id: '1' },
};

/** Every operation of the API document that may change something, by its name. A new one has to be entered here. */
const ROWS: Readonly<Record<string, Row>> = {
  // What policies say, and what they go by.
  activatePolicyVersion: asksOwner(undefined, { path: { version: 2 } }),
  disablePolicyVersion: asksOwner(),
  shadowPolicyVersion: answers(200, undefined, { path: { version: 2 } }),
  archivePolicy: answers(409),
  createPolicy: answers(201, { organization_id: 1, name: 'Another', text: PERMIT }),
  createPolicyVersion: answers(201, { text: PERMIT }),
  simulatePolicy: answers(200, { organization_id: 1, text: PERMIT }),
  validatePolicy: answers(200, { organization_id: 1, text: PERMIT }),
  changeDataPolicy: asksOwner({ name: 'Renamed', rules: HIDES }),
  disableDataPolicy: asksOwner(),
  activateDataPolicy: asksOwner(undefined, { path: { data_policy_id: '$idle_data_policy' } }),
  deleteDataPolicy: answers(409),
  createDataPolicy: answers(201, { organization_id: 1, name: 'Another', rules: HIDES }),
  validateDataPolicy: answers(200, { organization_id: 1, rules: HIDES }),
  previewDraftAsMember: { ...CLOSED, body: { rules: HIDES } },
  setColumnTag: { ...CLOSED, body: { ...COLUMN, tag: 'email', state: 'set' } },
  reviewColumns: { ...CLOSED, body: { schema: 'hydrology', relation: 'rivers', columns: ['name'] } },
  createWorkspace: asksOwner({ name: 'Another', labels: ['open'] }),
  updateWorkspace: asksOwner({ labels: [] }),
  replaceMemberAttributes: asksOwner({ attributes: { clearance: ['secret'] } }),
  markSystemTemplate: asksOwner({ is_system_template: true }),
  replaceAccessKeyRules: asksOwner({ allowed: true }),
  replaceAgentRules: asksOwner({ admits: 'any', listed: [], scopes: ['query.run'], longest_days: 90 }, { ifMatch: '"0"' }),
  registerAgentClient: asksOwner({ name: 'Another', redirect_uris: ['https://program.example/callback'], has_secrets: false }),
  addAgentClientSecret: asksOwner(),
  removeAgentClient: answers(200),
  removeAgentClientSecret: answers(200),
  evaluateAccess: answers(200, ASKED),
  evaluateAccesses: answers(200, ASKED),
  searchSubjects: answers(200, { ...ASKED, subject: { type: 'user' } }),
  searchResources: answers(200, { ...ASKED, resource: { type: 'organization' } }),
  searchActions: answers(200, { subject: ASKED.subject, resource: ASKED.resource }),

  // Who belongs to an organization, and what they hold.
  updateOrganization: asksOwner({ settings: { device_trust_days: null, directory_passwords: 'accept' } }),
  changeMemberRole: asksOwner({ role_id: '$owner' }),
  removeMember: answers(200),
  createRole: { ...CLOSED, body: { name: 'Another', permissions: ['*'] } },
  updateRole: { ...CLOSED, body: { permissions: ['*'] } },
  deleteRole: answers(200),
  deleteWorkspace: answers(200),
  requestOrganizationExport: CLOSED,
  addWorkspaceMember: asksOwner({ user_id: '$member', role_id: '$owner' }),
  removeWorkspaceMember: answers(200),
  sendInvitation: asksOwner({ email: 'guest@elsewhere.example', workspace_id: '$workspace_id', role_id: '$owner' }),
  resendInvitation: asksOwner(),
  revokeInvitation: answers(200),
  endMemberSessions: CLOSED,
  resetMemberFactors: CLOSED,
  revokeMemberAccessKey: answers(200),
  revokeMemberAgent: answers(200),
  // The scene has the same request.
  requestAccess: answers(200, { kind: 'act_as_owner', reason: 'A member asked for help.' }),
  approveAccessRequest: CLOSED,
  refuseAccessRequest: CLOSED,
  replaceScimMapping: answers(200, { mappings: [] }),
  replaceSsoGroupMapping: answers(200, { mappings: [] }, { ifMatch: '"0"' }),
  issueScimToken: answers(201, { name: 'Another' }),
  rotateScimToken: answers(201, {}),
  approveScimToken: { ...CLOSED, body: { up_to: 'owner' } },
  revokeScimToken: answers(200),

  // They may read the trail anyway, and what is sent shows no data of the organization.
  createWebhook: answers(201, { name: 'Another', url: 'https://receiver.example', actions: [] }),
  changeWebhook: answers(200, { name: 'Renamed' }),
  deleteWebhook: answers(200),
  replaceWebhookSecret: answers(201),
  // The one of the scene has no secret to sign with.
  testWebhook: answers(404),
  sendWebhookEventAgain: answers(404, { event_id: '$event_id' }),
  replayWebhook: answers(200, { since: '2026-11-20' }),
  setWebhookEventAside: answers(409, { event_id: 1 }),

  // Accounts of the installation, and its organizations.
  createUser: answers(201, { username: 'new-user', email: 'new-user@elsewhere.example' }),
  disableUser: answers(200),
  enableUser: answers(200),
  requestUserPasswordReset: answers(202),
  resetUserFactors: answers(200),
  endUserSessions: answers(200),
  createOrganization: answers(201, { name: 'Another', plan: 'starter' }),

  // Single sign-on.
  createSsoConnection: answers(201, {
    name: 'Another',
    type: 'oidc',
    config: { issuer: 'https://idp.example', client_id: 'headgate' },
  }),
  updateSsoConnection: answers(200, { name: 'Renamed' }),
  deleteSsoConnection: answers(200),
  activateSsoConnection: answers(409),
  disableSsoConnection: answers(200),
  testSsoConnection: answers(201),
  addSsoServiceKey: answers(201),
  useSsoServiceKey: answers(200),
  deleteSsoServiceKey: answers(200),
  claimSsoDomain: answers(201, { domain: 'another.example' }),
  routeSsoDomain: answers(200, { connection_id: '$connection_id' }),
  releaseSsoDomain: answers(200),
  verifySsoDomain: answers(409),
  beginIdentityLink: answers(404),
  unlinkIdentity: answers(200),
  changeSsoEnforcement: answers(200, { mode: 'optional' }, { ifMatch: '"0"' }),
  previewSsoEnforcement: answers(200),
  designateBreakGlass: answers(200, { user_ids: [] }, { ifMatch: '"0"' }),
  drillBreakGlass: answers(404),
  changeSignInRequirements: answers(200, { second_factor: { required: false } }, { ifMatch: '"0"' }),
  grantSignOnExemption: answers(201, { user_id: '$outsider', reason: 'Not known to the provider.', expires_at: '2026-12-01T07:00:00Z' }),
  endSignOnExemption: answers(200),
  startMove: answers(409, { name: 'Another', from_connection_id: 1, to_connection_id: 2, user_ids: ['$outsider'] }),
  confirmMove: answers(404),
  rollBackMove: answers(404),
  makeMigrationPlan: answers(200),
  createWave: answers(409, { name: 'Another', user_ids: ['$outsider'] }),
  scheduleWave: answers(404, { starts_at: '2026-12-01T07:00:00Z' }),
  startWave: answers(404),
  pauseWave: answers(404),
  resumeWave: answers(404),
  rollBackWave: answers(404),

  // Data.
  createDataSource: {
    ...CLOSED,
    body: { organization_id: 1, name: 'Another', engine: 'sqlite', connection: { file: 'another.db' } },
  },
  testConnection: { ...CLOSED, body: { organization_id: 1, engine: 'sqlite', connection: { file: 'another.db' } } },
  updateDataSource: { ...CLOSED, body: { labels: [] } },
  deleteDataSource: CLOSED,
  openDataSource: CLOSED,
  releaseData: CLOSED,
  testDataSource: CLOSED,
  discoverSchema: CLOSED,
  cancelDiscovery: CLOSED,
  switchSampling: {
    ...CLOSED,
    body: { schema_name: 'main', table_name: 'one', column_name: 'id', sampled: true },
  },
  runQuery: { ...CLOSED, body: { sql: 'SELECT 1' } },
  validateQuery: { ...CLOSED, body: { sql: 'SELECT 1' } },
  cancelQueryExecution: CLOSED,
  giveFeedback: { ...CLOSED, body: { right: true } },
  verifyQueryExecution: CLOSED,
  askQuestion: { ...CLOSED, body: { question: 'Which rivers?' } },
  changeAskSettings: { ...CLOSED, body: { shows_rows: true, conversation_days: null }, ifMatch: '"0"' },
  deleteConversation: CLOSED,
  createGlossaryTerm: { ...CLOSED, body: TERM },
  replaceGlossaryTerm: { ...CLOSED, body: TERM },
  deleteGlossaryTerm: CLOSED,
  createVerifiedPair: { ...CLOSED, body: PAIR },
  replaceVerifiedPair: { ...CLOSED, body: PAIR },
  deleteVerifiedPair: CLOSED,
  saveQuestion: { ...CLOSED, body: { title: 'Rivers', sql: 'SELECT 1' } },
  changeSavedQuestion: { ...CLOSED, body: { title: 'Lakes' } },
  deleteSavedQuestion: CLOSED,
  runSavedQuestion: CLOSED,
  createBoard: { ...CLOSED, body: { organization_id: 1, name: 'Rivers', question_ids: [] } },
  changeBoard: { ...CLOSED, body: { name: 'Lakes' } },
  deleteBoard: CLOSED,
  createPromptTemplate: { ...CLOSED, body: { organization_id: 1, name: 'Another', template_text: 'Which rivers?' } },
  updatePromptTemplate: { ...CLOSED, body: TEMPLATE },
  deletePromptTemplate: CLOSED,
  publishPromptTemplate: CLOSED,
  archivePromptTemplate: CLOSED,
  restoreTemplateVersion: CLOSED,
  replaceTemplateIcon: answers(415),
  deleteTemplateIcon: CLOSED,
  renderText: { ...CLOSED, body: { organization_id: 1, template_text: 'Which rivers?' } },
  renderPromptTemplate: { ...CLOSED, body: { parameters: {} } },
  executePromptTemplate: { ...CLOSED, body: { parameters: {}, data_source_id: 1, run: true } },
  importPromptTemplates: {
    ...CLOSED,
    body: { organization_id: 1, document: { format: 'headgate.prompt-templates', version: 1, templates: [] } },
  },

  // Their own account.
  login: OWN.refused,
  verifyMfa: OWN.refused,
  refreshAccessToken: OWN.refused,
  logout: answers(204),
  changePassword: OWN.refused,
  requestPasswordReset: OWN.refused,
  openPasswordReset: OWN.refused,
  resetPassword: OWN.refused,
  requestEmailVerification: answers(202),
  verifyEmail: OWN.refused,
  removeFactor: OWN.missing,
  replaceRecoveryCodes: answers(409),
  enrolTotp: answers(201),
  confirmTotp: OWN.refused,
  beginLoginAssertion: OWN.refused,
  beginStepUpAssertion: answers(409),
  beginWebauthnRegistration: OWN.done,
  registerWebauthn: OWN.refused,
  activateDevice: OWN.refused,
  skipDeviceActivation: OWN.refused,
  renameDevice: OWN.refused,
  updateCaller: OWN.refused,
  requestAddressChange: OWN.refused,
  confirmAddressChange: OWN.refused,
  cancelAddressChange: OWN.done,
  replacePreferences: OWN.refused,
  requestOwnExport: answers(202),
  revokeDevice: OWN.missing,
  acceptInvitation: OWN.missing,
  joinByInvitation: OWN.refused,
  declineInvitation: OWN.refused,
  openInvitation: OWN.refused,
  stepUpWithPassword: OWN.refused,
  stepUpWithFactor: OWN.refused,
  endOtherSessions: OWN.done,
  endSession: OWN.missing,
  leaveOrganization: OWN.missing,
  leaveWorkspace: OWN.missing,
  exchangeSsoCode: OWN.refused,
  proveIdentityLink: OWN.refused,
  discoverSignOn: OWN.refused,
  logoutFromSso: OWN.done,
  beginSsoStepUp: answers(409),
  completeSsoStepUp: OWN.refused,
  createAccessKey: { ...CLOSED, body: { name: 'Another', organization_id: 1, scopes: ['template.read'] } },
  revokeAccessKey: OWN.missing,
  judgeAgentRequest: OWN.refused,
  allowAgent: OWN.refused,
  revokeAgent: OWN.missing,

  // Other doors.
  browserLogin: OTHER_DOOR,
  browserVerifyMfa: OTHER_DOOR,
  browserRefresh: OTHER_DOOR,
  browserExchange: OTHER_DOOR,
  browserLink: OTHER_DOOR,
  browserLogout: OTHER_DOOR,
  receiveBackchannelLogout: answers(415),
  receiveSamlLogoutForm: answers(415),
  receiveSamlResponse: answers(415),
  scimRunBulk: STRANGER,
  scimCreateGroup: STRANGER,
  scimReplaceGroup: STRANGER,
  scimPatchGroup: STRANGER,
  scimDeleteGroup: STRANGER,
  scimSearchGroups: STRANGER,
  scimCreateUser: STRANGER,
  scimSearchUsers: STRANGER,
  scimReplaceUser: STRANGER,
  scimPatchUser: STRANGER,
  scimDeleteUser: STRANGER,
  scimSearch: STRANGER,
};

/** What they may take away without asking: `docs/system-administrators.md` says so. */
const TAKES = ['disableUser', 'removeMember', 'removeWorkspaceMember', 'revokeInvitation', 'deleteWorkspace'];

/** What people are answered; the facts of the database follow. */
const SEEN = 5;

/** Neither is a right in an organization that was there. */
const GAINED: Readonly<Record<string, readonly string[]>> = {
  createUser: ['new-user may log in'],
  deleteWorkspace: ['mia: restricted workspace: 404 NOT_FOUND', 'olivia: restricted workspace: 404 NOT_FOUND'],
};

const OPERATIONS = Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })),
);
const CHANGING = OPERATIONS.filter(({ method }) => method !== 'GET');
const READING = OPERATIONS.filter(({ method }) => method === 'GET');

describe('a system administrator who asks nobody widens nothing', () => {
  let app: TestApp;
  let people: WhatPeopleSee;
  let scene: Scene;
  let before: readonly string[];
  let isTouched = true;
  let token: string | null = null;

  beforeAll(async () => {
    app = await startTestApp({
      // There is no server, so it fails at once.
      environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_NAME_SERVERS: '127.0.0.1:9' },
    });
    people = new WhatPeopleSee(app);
    await people.setStage();
    before = await people.read(await people.reset());
  });
  afterAll(() => app.close());

  const filled = (text: string): string => text.replaceAll(/"\$(\w+)"/g, (_, name: string) => String(scene[name]));
  const send = async (method: string, path: string, { body = {}, path: other = {}, ifMatch = '"1"' }: Partial<Row>) => {
    if (isTouched) scene = await people.reset();
    const named = JSON.parse(filled(JSON.stringify(other))) as Record<string, number>;
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(named[name] ?? scene[`${method} ${name}`] ?? scene[name] ?? 1),
    );
    token ??= (await logIn(app.http, 'sysadmin')).accessToken;
    // Where the version may be left out a wrong one would be the reason of the refusal.
    const isNeeded =
      /polic|ask-settings|verified-pairs|glossary-terms|saved-questions|boards|webhooks|enforcement|group-mapping|sign-in-requirements|agent-rules/.test(
        path,
      );
    const headers: Record<string, string> = isNeeded ? { 'If-Match': ifMatch } : {};
    const query = path.startsWith('/access/') ? '?organization_id=1' : '';
    const answer = await app.http.send(method, address + query, filled(JSON.stringify(body)), { token, headers });
    isTouched = answer.status < 400;
    // It may have been about the own session.
    if (isTouched) token = null;
    return answer;
  };
  const told = ({ status, body }: Answer): number | string => (body?.code === OWNER_ASKED ? OWNER_ASKED : status);

  it('by any operation of the API document: each has its row', () => {
    expect(CHANGING.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(ROWS).sort());
  });

  it('has something to lose', () => {
    expect(before.slice(0, SEEN)).toEqual([
      'mia: names of rivers: 200 [[null,6650],[null,6400]]',
      'mia: restricted workspace: 403 POLICY_REFUSED',
      'olivia: restricted workspace: 200 ',
      'vera: private template: 200 ',
      'oscar: private template of others: 404 NOT_FOUND',
    ]);
  });

  it.each(CHANGING)('by $operationId', async ({ operationId, method, path }) => {
    const row = ROWS[operationId] ?? answers(0);
    expect([operationId, told(await send(method, path, row))]).toEqual([operationId, row.answers]);
    if (!isTouched) {
      // What people see is read after the next operation that is done: until then nothing is put back.
      expect(await people.facts()).toEqual(before.slice(SEEN));
      return;
    }
    const after = await people.read(scene);
    const [gained, lost] = [after.filter((one) => !before.includes(one)), before.filter((one) => !after.includes(one))];
    expect([gained, lost.length > 0]).toEqual([GAINED[operationId] ?? [], TAKES.includes(operationId)]);
  });

  it('by those that were refused since', async () => {
    if (!isTouched) expect(await people.read(scene)).toEqual(before);
  });

  it('by a provisioning token that they issue', async () => {
    scene = await people.reset();
    token = (await logIn(app.http, 'sysadmin')).accessToken;
    const issued = await app.http.post('/api/v1/organizations/1/scim-tokens', { name: 'Chain' }, { token });
    isTouched = true;
    const directory = clientWith(app, issued.body.data.scim_token);
    const [{ id, email }] = await app.dataSource.query(
      `SELECT s.id, u.email FROM scim_resources s JOIN users u ON u.id = s.user_id WHERE u.username = 'mia' AND s.organization_id = 1`,
    );
    const department = { [ENTERPRISE_SCHEMA]: { department: 'finance' } };
    const finance = { schemas: [GROUP_SCHEMA], displayName: 'finance' };
    const group = await directory.post('/Groups', finance);
    expect(group.status).toBe(201);
    const answers = [
      await directory.patch(`/Users/${id}`, replacing(department)),
      await directory.patch(`/Users/${id}`, replacing({ title: 'CFO' })),
      await directory.put(`/Users/${id}`, { ...person(email, work(email)), userType: 'Employee' }),
      await directory.post('/Users', { ...person('other-name', work(email)), ...department }),
      await directory.post('/Groups', { ...finance, displayName: 'treasury', members: [{ value: id }] }),
      await directory.patch(`/Groups/${group.body.id}`, adding(id)),
      await directory.patch(`/Groups/${group.body.id}`, replacing({ displayName: 'CFO' })),
    ];
    for (const { status, body } of answers) expect([status, body.detail]).toEqual([403, expect.stringMatching(/approve/)]);
    expect(await people.read(scene)).toEqual(before);
    const [{ directory: known }] = await app.dataSource.query(
      `SELECT attributes::text LIKE '%finance%' AS directory FROM scim_resources WHERE id = $1`,
      [id],
    );
    expect(known).toBe(false);
  });

  it('by reading', async () => {
    for (const { method, path } of READING) {
      await send(method, path, {});
      isTouched = false;
    }
    expect(await people.read(scene)).toEqual(before);
  });
});
