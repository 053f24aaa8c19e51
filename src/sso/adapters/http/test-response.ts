import type { ConnectionTest } from '../../domain/connection-test.js';

export interface TestResponse {
  readonly id: number;
  readonly connection_id: number;
  readonly configuration_version: number;
  readonly status: ConnectionTest['status'];
  readonly steps: ConnectionTest['steps'];
  readonly outcome: ConnectionTest['outcome'];
  readonly started_by: number;
  readonly started_at: string;
  readonly expires_at: string;
  readonly finished_at: string | null;
}

export interface StartedTestResponse extends TestResponse {
  /** For the browser of whoever began the test, and shown this once; null when it has failed already. */
  readonly start_url: string | null;
}

export function toTestResponse(test: ConnectionTest): TestResponse {
  const { id, connectionId, configurationVersion, status, steps, outcome, startedBy } = test;
  return {
    id,
    connection_id: connectionId,
    configuration_version: configurationVersion,
    status,
    steps: steps.map(({ step, outcome: how, message }) => ({ step, outcome: how, message })),
    outcome,
    started_by: startedBy,
    started_at: test.startedAt.toISOString(),
    expires_at: test.expiresAt.toISOString(),
    finished_at: test.finishedAt?.toISOString() ?? null,
  };
}

const STEPS = [{ step: 'discovery', outcome: 'passed', message: 'The provider publishes its configuration.' }] as const;

export const STARTED_TEST_EXAMPLE: StartedTestResponse = {
  id: 12,
  connection_id: 3,
  configuration_version: 1,
  status: 'running',
  steps: STEPS,
  outcome: null,
  started_by: 2,
  started_at: '2026-11-20T09:15:00.000Z',
  expires_at: '2026-11-20T09:45:00.000Z',
  finished_at: null,
  start_url: 'https://headgate.example/api/auth/sso/3/start?test=Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA',
};

export const TEST_EXAMPLE: TestResponse = {
  id: 12,
  connection_id: 3,
  configuration_version: 1,
  status: 'passed',
  steps: [...STEPS, { step: 'person', outcome: 'passed', message: 'You came back as yourself.' }],
  outcome: {
    subject: '248289761001',
    claims: { email: 'olivia@delta.example', email_verified: true },
    mapping: { email: 'olivia@delta.example', email_verified: true, name: 'Olivia', groups: [] },
    would: { outcome: 'ask_for_proof', user_id: 2, fault: null },
    fault: null,
  },
  started_by: 2,
  started_at: '2026-11-20T09:15:00.000Z',
  expires_at: '2026-11-20T09:45:00.000Z',
  finished_at: '2026-11-20T09:16:30.000Z',
};
