import type { EnforcementPreview } from '../../application/preview-enforcement.js';
import type { EnforcementView } from '../../application/read-enforcement.js';

export interface EnforcementResponse {
  readonly organization_id: number;
  readonly mode: string;
  readonly changed_at: string | null;
  readonly changed_by: number | null;
  /** Since when logins without single sign-on are refused to everybody. */
  readonly required_since: string | null;
  /** From when on no session without it is good any more. */
  readonly grace_until: string | null;
  /** Members of whom it is required beside that, while a migration goes on. */
  readonly members_required: number;
  readonly break_glass: readonly BreakGlassResponse[];
}

interface BreakGlassResponse {
  readonly user_id: number;
  readonly username: string;
  readonly designated_at: string;
  readonly drilled_at: string | null;
  readonly last_used_at: string | null;
  readonly is_ready: boolean;
}

export interface PreviewResponse {
  readonly blockers: readonly { readonly code: string; readonly message: string }[];
  readonly never_signed_on_count: number;
  readonly sessions_to_end: number;
  readonly denied_last_30_days: { readonly logins: number; readonly people: number };
}

export const ENFORCEMENT_EXAMPLE: EnforcementResponse = {
  organization_id: 1,
  mode: 'required',
  changed_at: '2026-11-20T09:15:00.000Z',
  changed_by: 2,
  required_since: '2026-11-20T09:15:00.000Z',
  grace_until: '2026-11-20T17:15:00.000Z',
  members_required: 0,
  break_glass: [
    {
      user_id: 2,
      username: 'olivia',
      designated_at: '2026-11-19T08:00:00.000Z',
      drilled_at: '2026-11-19T08:05:00.000Z',
      last_used_at: null,
      is_ready: true,
    },
  ],
};

export const PREVIEW_EXAMPLE: PreviewResponse = {
  blockers: [{ code: 'ADMIN_HAS_LOGGED_IN_BY_SSO', message: 'Let an owner log in through the connection.' }],
  never_signed_on_count: 12,
  sessions_to_end: 31,
  denied_last_30_days: { logins: 412, people: 37 },
};

export function toEnforcementResponse(view: EnforcementView): EnforcementResponse {
  const { requirements, breakGlass } = view;
  return {
    organization_id: view.organizationId,
    mode: view.mode,
    changed_at: timeOf(view.changedAt),
    changed_by: view.changedBy,
    required_since: timeOf(requirements.loginsFrom),
    grace_until: timeOf(requirements.sessionsFrom),
    members_required: requirements.singleMembers,
    break_glass: breakGlass.map((account) => ({
      user_id: account.userId,
      username: account.username,
      designated_at: account.designatedAt.toISOString(),
      drilled_at: timeOf(account.drilledAt),
      last_used_at: timeOf(account.lastUsedAt),
      is_ready: account.isReady,
    })),
  };
}

export function toPreviewResponse(preview: EnforcementPreview): PreviewResponse {
  return {
    blockers: preview.blockers,
    never_signed_on_count: preview.neverSignedOnCount,
    sessions_to_end: preview.sessionsToEnd,
    denied_last_30_days: preview.denials,
  };
}

function timeOf(moment: Date | null): string | null {
  return moment && moment.toISOString();
}
