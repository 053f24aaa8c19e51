import type { Acceptance } from '../../application/admit-guest.js';
import type { InvitationView } from '../../application/ports/invitations.js';
import type { Invitation } from '../../domain/invitation.js';

interface Named {
  readonly id: number;
  readonly name: string;
}

type NamedPlace = Readonly<Record<'organization' | 'workspace' | 'role', Named>>;

/** What the specification shows to whoever has the token. */
export interface PublicInvitationResponse {
  readonly id: number;
  readonly email: string;
  readonly organization: Named;
  readonly workspace: Named;
  readonly role: Named;
  readonly expires_at: string;
}

export interface InvitationResponse extends PublicInvitationResponse {
  readonly status: string;
  readonly invited_by: { readonly user_id: number; readonly username: string } | null;
  readonly created_at: string;
  readonly accepted_at: string | null;
}

export interface AcceptanceResponse {
  readonly organization: Named;
  readonly workspace: Named;
  readonly role: Named;
  readonly user: { readonly id: string; readonly username: string; readonly email: string };
}

export const PUBLIC_INVITATION_EXAMPLE: PublicInvitationResponse = {
  id: 1,
  email: 'ines@delta.example',
  organization: { id: 1, name: 'Delta Analytics' },
  workspace: { id: 1, name: 'Hydrology' },
  role: { id: 3, name: 'editor' },
  expires_at: '2026-11-27T09:15:00.000Z',
};

export const INVITATION_EXAMPLE: InvitationResponse = {
  ...PUBLIC_INVITATION_EXAMPLE,
  status: 'pending',
  invited_by: { user_id: 2, username: 'olivia' },
  created_at: '2026-11-20T09:15:00.000Z',
  accepted_at: null,
};

export const ACCEPTANCE_EXAMPLE: AcceptanceResponse = {
  organization: { id: 1, name: 'Delta Analytics' },
  workspace: { id: 1, name: 'Hydrology' },
  role: { id: 3, name: 'editor' },
  user: { id: '8', username: 'ines', email: 'ines@delta.example' },
};

export function toInvitationResponse(view: InvitationView): InvitationResponse {
  const { id, email, organization, workspace, role, status, invitedBy, createdAt, expiresAt, acceptedAt } = view;
  return {
    id,
    email,
    organization,
    workspace,
    role,
    expires_at: expiresAt.toISOString(),
    status,
    invited_by: invitedBy && { user_id: invitedBy.userId, username: invitedBy.username },
    created_at: createdAt.toISOString(),
    accepted_at: acceptedAt?.toISOString() ?? null,
  };
}

export function toPublicResponse({ id, email, expiresAt }: Invitation, place: NamedPlace): PublicInvitationResponse {
  return { id, email, ...namesOf(place), expires_at: expiresAt.toISOString() };
}

export function toAcceptanceResponse({ place, guest }: Acceptance): AcceptanceResponse {
  return { ...namesOf(place), user: { id: String(guest.id), username: guest.username, email: guest.email } };
}

function namesOf({ organization, workspace, role }: NamedPlace): NamedPlace {
  return { organization, workspace, role: { id: role.id, name: role.name } };
}
