import type { AccessKind, AccessRequest, AccessSubject } from '../../domain/access-request.js';

export interface AccessRequestResponse {
  readonly id: number;
  readonly kind: AccessKind;
  readonly subject: AccessSubject;
  readonly reason: string;
  readonly emergency: boolean;
  readonly status: AccessRequest['status'] | 'expired';
  readonly requested_by: AccessRequest['requestedBy'];
  readonly decided_by: AccessRequest['decidedBy'];
  readonly created_at: string;
  readonly expires_at: string;
}

export const ACCESS_REQUEST_EXAMPLE: AccessRequestResponse = {
  id: 5,
  kind: 'give_role',
  subject: { email: 'ines@delta.example', role_id: 1 },
  reason: 'The new head of analytics; ticket 4711.',
  emergency: false,
  status: 'requested',
  requested_by: { id: 1, username: 'sysadmin' },
  decided_by: null,
  created_at: '2026-11-20T09:15:00.000Z',
  expires_at: '2026-11-23T09:15:00.000Z',
};

export function toAccessRequestResponse(request: AccessRequest, now: Date): AccessRequestResponse {
  const { id, kind, subject, reason, isEmergency, status, requestedBy, decidedBy, createdAt, expiresAt } = request;
  const isOpen = status === 'requested' || status === 'approved';
  return {
    id,
    kind,
    subject,
    reason,
    emergency: isEmergency,
    status: isOpen && expiresAt <= now ? 'expired' : status,
    requested_by: requestedBy,
    decided_by: decidedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
