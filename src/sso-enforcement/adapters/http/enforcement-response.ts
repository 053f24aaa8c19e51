import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { component, displayName, id, listOf, moment, renamed } from '../../../platform/http/response-schemas.js';
import type { EnforcementPreview } from '../../application/preview-enforcement.js';
import type { EnforcementView } from '../../application/read-enforcement.js';
import { MODES } from '../../domain/enforcement.js';
import { BLOCKER_CODES } from '../../domain/precondition.js';

export const Enforcement = component(
  'Enforcement',
  z.object({
    organization_id: id,
    mode: z.enum(MODES).meta({
      description: '`report_only`: nothing is required, but logins that `required` would refuse are recorded.',
    }),
    changed_at: moment.nullable(),
    changed_by_user_id: id.nullable(),
    changed_by: renamed(id.nullable(), 'changed_by_user_id'),
    required_since: moment.nullable().meta({ description: 'Since when all members are refused without single sign-on.' }),
    grace_until: moment.nullable().meta({ description: 'When the last sessions without single sign-on end.' }),
    members_required: z.int().min(0).meta({ description: 'Members who have to use it in addition, while a migration goes on.' }),
    break_glass: listOf(
      z.object({
        user_id: id,
        username: z.string(),
        display_name: displayName,
        designated_at: moment,
        drilled_at: moment.nullable(),
        last_used_at: moment.nullable(),
        is_ready: z.boolean(),
      }),
    ),
  }),
  {
    organization_id: 1,
    mode: 'required',
    changed_at: '2026-11-20T09:15:00.000Z',
    changed_by_user_id: 2,
    changed_by: 2,
    required_since: '2026-11-20T09:15:00.000Z',
    grace_until: '2026-11-20T17:15:00.000Z',
    members_required: 0,
    break_glass: [
      {
        user_id: 2,
        username: 'olivia',
        display_name: 'Olivia Okafor',
        designated_at: '2026-11-19T08:00:00.000Z',
        drilled_at: '2026-11-19T08:05:00.000Z',
        last_used_at: null,
        is_ready: true,
      },
    ],
  },
);

export const Preview = component(
  'EnforcementPreview',
  z.object({
    blockers: listOf(z.object({ code: z.enum(BLOCKER_CODES), message: z.string() })).meta({
      description: 'What has to be done before single sign-on can be required.',
    }),
    never_signed_on_count: z
      .int()
      .min(0)
      .meta({ description: 'Members who would have to use it and have never come through an active connection.' }),
    sessions_to_end: z.int().min(0),
    denied_last_30_days: z
      .object({ logins: z.int().min(0), people: z.int().min(0) })
      .meta({ description: 'Logins that were refused, or would have been.' }),
  }),
  {
    blockers: [{ code: 'ADMIN_HAS_LOGGED_IN_BY_SSO', message: 'Ask an owner to log in through the connection.' }],
    never_signed_on_count: 12,
    sessions_to_end: 31,
    denied_last_30_days: { logins: 412, people: 37 },
  },
);

export function toEnforcement(view: EnforcementView): z.infer<typeof Enforcement> {
  const { requirements, breakGlass } = view;
  return {
    organization_id: view.organizationId,
    mode: view.mode,
    changed_at: timeOf(view.changedAt),
    changed_by_user_id: view.changedBy,
    changed_by: view.changedBy,
    required_since: timeOf(requirements.loginsFrom),
    grace_until: timeOf(requirements.sessionsFrom),
    members_required: requirements.singleMembers,
    break_glass: breakGlass.map((account) => ({
      user_id: account.userId,
      username: account.username,
      display_name: account.displayName,
      designated_at: account.designatedAt.toISOString(),
      drilled_at: timeOf(account.drilledAt),
      last_used_at: timeOf(account.lastUsedAt),
      is_ready: account.isReady,
    })),
  };
}

export function toPreview(preview: EnforcementPreview): z.infer<typeof Preview> {
  return {
    blockers: preview.blockers.map(({ code, message }) => ({ code, message: forReader(message) })),
    never_signed_on_count: preview.neverSignedOnCount,
    sessions_to_end: preview.sessionsToEnd,
    denied_last_30_days: preview.denials,
  };
}

function timeOf(time: Date | null): string | null {
  return time && time.toISOString();
}
