import { z } from 'zod';
import { component, id, listOf, moment, renamed } from '../../../platform/http/response-schemas.js';
import type { HeldRoles } from '../../../shared/held-roles.js';
import type { ShownRoles } from '../../domain/claimed-groups.js';
import { FORESEEN_OUTCOMES, STEP_OUTCOMES, TEST_STATUSES, type ConnectionTest } from '../../domain/connection-test.js';

const RolesHeld = z.object({ role: z.string(), workspaces: listOf(z.object({ workspace_id: id, role: z.string() })) });

const test = {
  id,
  connection_id: id,
  configuration_version: z.int().min(1),
  status: z.enum(TEST_STATUSES),
  steps: listOf(
    z.object({
      step: z.string().meta({ description: 'What was checked.', examples: ['discovery', 'certificates', 'person'] }),
      outcome: z.enum(STEP_OUTCOMES),
      message: z.string(),
    }),
  ),
  outcome: z
    .object({
      subject: z.string().nullable(),
      claims: z.record(z.string(), z.unknown()).meta({ description: 'The words of the provider.' }),
      mapping: z
        .object({
          email: z.string().nullable(),
          email_verified: z.boolean(),
          name: z.string().nullable(),
          groups: listOf(z.string()),
        })
        .nullable(),
      would: z
        .object({ outcome: z.enum(FORESEEN_OUTCOMES), user_id: id.nullable(), fault: z.string().nullable() })
        .nullable()
        .meta({ description: 'What a login would have led to.' }),
      roles: z
        .object({
          decided_by: z.enum(['claims', 'directory']).meta({ description: 'A directory (SCIM) that manages the person decides alone.' }),
          groups_said: z.enum(['listed', 'absent', 'incomplete']).meta({
            description:
              '`listed`: the answer names the groups, or says that there are none. `absent`: it has no groups claim. `incomplete`: groups are ' +
              'missing, or the mapping changed during the test, so groups change nothing.',
          }),
          received: z.int().min(0).meta({ description: 'How many groups the answer names; 0 if it is `incomplete`.' }),
          is_withheld: z.boolean().meta({
            description:
              '`true`: the mapping gives more than the responsible person may still give, or nobody is responsible, so it gives nothing new.',
          }),
          met: listOf(
            z.object({
              group: z.string(),
              role_id: id,
              workspace_id: id.nullable(),
              counts: z.boolean().meta({ description: 'Whether it gives its role.' }),
            }),
          ).meta({ description: 'Mappings that name a group of the answer.' }),
          before: RolesHeld.nullable().meta({
            description: 'Roles now; `null` for people who are no members, and for everyone but the person who began the test.',
          }),
          after: RolesHeld.nullable().meta({ description: 'Roles after a login; `null` as for `before`.' }),
        })
        .nullable()
        .meta({ description: 'What the groups would give; `null` without a group mapping.' }),
      fault: z.string().nullable(),
    })
    .nullable()
    .meta({ description: '`null` until a person came back from the provider.' }),
  started_by_user_id: id,
  started_by: renamed(id, 'started_by_user_id'),
  started_at: moment,
  expires_at: moment,
  finished_at: moment.nullable(),
};

const STEPS = [{ step: 'discovery', outcome: 'passed', message: 'The provider publishes its configuration under this issuer.' }] as const;

export const ConnectionTestReport = component('ConnectionTest', z.object(test), {
  id: 12,
  connection_id: 3,
  configuration_version: 1,
  status: 'passed',
  steps: [...STEPS, { step: 'person', outcome: 'passed', message: 'You logged in as yourself.' }],
  outcome: {
    subject: '00u1a2b3c4',
    claims: {
      iss: 'https://idp.example',
      sub: '00u1a2b3c4',
      aud: 'headgate',
      iat: 1795166190,
      exp: 1795169790,
      email: 'olivia@delta.example',
      email_verified: true,
      name: 'Olivia Okafor',
      groups: ['analysts'],
    },
    mapping: { email: 'olivia@delta.example', email_verified: true, name: 'Olivia Okafor', groups: ['analysts'] },
    would: { outcome: 'ask_for_proof', user_id: 2, fault: null },
    roles: {
      decided_by: 'claims',
      groups_said: 'listed',
      received: 1,
      is_withheld: false,
      met: [{ group: 'analysts', role_id: 3, workspace_id: 1, counts: true }],
      before: { role: 'owner', workspaces: [] },
      after: { role: 'owner', workspaces: [{ workspace_id: 1, role: 'editor' }] },
    },
    fault: null,
  },
  started_by_user_id: 2,
  started_by: 2,
  started_at: '2026-11-20T09:15:00.000Z',
  expires_at: '2026-11-20T09:45:00.000Z',
  finished_at: '2026-11-20T09:16:30.000Z',
});

export const StartedConnectionTest = component(
  'StartedConnectionTest',
  z.object({
    ...test,
    start_url: z.string().nullable().meta({
      description: 'For the browser of the person who began the test, and shown this once; `null` when it has failed already.',
    }),
  }),
  {
    id: 12,
    connection_id: 3,
    configuration_version: 1,
    status: 'running',
    steps: STEPS,
    outcome: null,
    started_by_user_id: 2,
    started_by: 2,
    started_at: '2026-11-20T09:15:00.000Z',
    expires_at: '2026-11-20T09:45:00.000Z',
    finished_at: null,
    start_url: 'https://headgate.example/api/auth/sso/3/start?test=Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA',
  },
);

export function toTestReport(found: ConnectionTest): z.infer<typeof ConnectionTestReport> {
  const { id, connectionId, configurationVersion, status, steps, outcome, startedBy } = found;
  return {
    id,
    connection_id: connectionId,
    configuration_version: configurationVersion,
    status,
    steps: steps.map(({ step, outcome: how, message }) => ({ step, outcome: how, message })),
    outcome: outcome && { ...outcome, roles: outcome.roles ? rolesOf(outcome.roles) : null },
    started_by_user_id: startedBy,
    started_by: startedBy,
    started_at: found.startedAt.toISOString(),
    expires_at: found.expiresAt.toISOString(),
    finished_at: found.finishedAt?.toISOString() ?? null,
  };
}

function rolesOf({ decidedBy, groupsSaid, received, isWithheld, met, before, after }: ShownRoles) {
  return {
    decided_by: decidedBy,
    groups_said: groupsSaid,
    received,
    is_withheld: isWithheld,
    met: met.map(({ groupId, roleId, workspaceId, counts }) => ({ group: groupId, role_id: roleId, workspace_id: workspaceId, counts })),
    before: before && heldOf(before),
    after: after && heldOf(after),
  };
}

function heldOf({ role, workspaces }: HeldRoles) {
  return { role, workspaces: workspaces.map(({ workspaceId, role: name }) => ({ workspace_id: workspaceId, role: name })) };
}
