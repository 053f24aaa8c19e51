import { z } from 'zod';
import { component, displayName, id, moment } from '../../../platform/http/response-schemas.js';
import { ACCESS_KINDS, ACCESS_REQUEST_STATUSES, type AccessRequest as RecordedRequest } from '../../domain/access-request.js';

const person = z.object({ user_id: id, username: z.string(), display_name: displayName });

export const AccessRequest = component(
  'AccessRequest',
  z.object({
    id,
    kind: z.enum(ACCESS_KINDS),
    subject: z.record(z.string(), z.union([z.string(), z.int(), z.array(z.string())])).meta({
      description:
        'What the request is about: nothing for `act_as_owner`, `email`, `role_id` and the `permissions` that are approved for `give_role`, `user_id` for `reset_factors`, ' +
        '`connection_id` and `configuration_version` for `activate_connection`. For `change`: the name of the change in `change` ' +
        '(`disable_data_policy`), and beside it what would change, with names, versions and lists.',
    }),
    reason: z.string(),
    emergency: z.boolean(),
    status: z.enum(ACCESS_REQUEST_STATUSES).meta({ description: '`approved` means that the request is in force.' }),
    requested_by: person,
    decided_by: person.nullable(),
    created_at: moment,
    expires_at: moment,
  }),
  {
    id: 5,
    kind: 'give_role',
    subject: { email: 'ines@delta.example', role_id: 1, permissions: ['*'] },
    reason: 'The new head of analytics; ticket 4711.',
    emergency: false,
    status: 'requested',
    requested_by: { user_id: 1, username: 'sysadmin', display_name: null },
    decided_by: null,
    created_at: '2026-11-20T09:15:00.000Z',
    expires_at: '2026-11-23T09:15:00.000Z',
  },
);

export function toAccessRequest(request: RecordedRequest, now: Date): z.infer<typeof AccessRequest> {
  const isOpen = request.status === 'requested' || request.status === 'approved';
  return {
    id: request.id,
    kind: request.kind,
    subject: { ...request.subject } as z.infer<typeof AccessRequest>['subject'],
    reason: request.reason,
    emergency: request.isEmergency,
    status: isOpen && request.expiresAt <= now ? 'expired' : request.status,
    requested_by: toPerson(request.requestedBy),
    decided_by: request.decidedBy && toPerson(request.decidedBy),
    created_at: request.createdAt.toISOString(),
    expires_at: request.expiresAt.toISOString(),
  };
}

function toPerson({ id, username, displayName: name }: RecordedRequest['requestedBy']): z.infer<typeof person> {
  return { user_id: id, username, display_name: name };
}
