import { z } from 'zod';
import { Mailed, component, displayName, id, moment } from '../../../platform/http/response-schemas.js';
import type { Acceptance as Accepted } from '../../application/admit-guest.js';
import type { InvitationView } from '../../application/ports/invitations.js';
import type { SignOn } from '../../application/ports/sign-ons.js';
import { INVITATION_STATUSES, type Invitation as SentInvitation } from '../../domain/invitation.js';

interface Named {
  readonly id: number;
  readonly name: string;
}

type NamedPlace = Readonly<Record<'organization' | 'workspace' | 'role', Named>>;

const named = z.object({ id, name: z.string() });

const HYDROLOGY = {
  organization: { id: 1, name: 'Delta Analytics' },
  workspace: { id: 1, name: 'Hydrology' },
  role: { id: 3, name: 'editor' },
};

const place = {
  organization: named.meta({ examples: [HYDROLOGY.organization] }),
  workspace: named.meta({ examples: [HYDROLOGY.workspace] }),
  role: named.meta({ examples: [HYDROLOGY.role] }),
};

const offeredInvitation = { id, email: z.string(), ...place, expires_at: moment };

const FOR_INES = { id: 1, email: 'ines@delta.example', ...HYDROLOGY, expires_at: '2026-11-27T09:15:00.000Z' };

/** What the specification shows to the holder of the token, and how people with such an address sign on. */
export const OfferedInvitation = component(
  'OfferedInvitation',
  z.object({
    ...offeredInvitation,
    sso: z
      .object({ required: z.boolean(), start_url: z.string() })
      .nullable()
      .meta({ description: '`null` when people with an address of this domain log in with a password.' }),
  }),
  { ...FOR_INES, sso: null },
);

export const Invitation = component(
  'Invitation',
  z.object({
    ...offeredInvitation,
    status: z.enum(INVITATION_STATUSES),
    invited_by: z
      .object({ user_id: id, username: z.string(), display_name: displayName })
      .nullable()
      .meta({ description: "`null` if the directory sent it, or the sender's account is gone." }),
    created_at: moment,
    accepted_at: moment.nullable(),
    mail: Mailed.nullable().meta({ description: 'What became of the newest mail with the link; `null` when it is older than 30 days.' }),
  }),
  {
    ...FOR_INES,
    status: 'pending',
    invited_by: { user_id: 2, username: 'olivia', display_name: 'Olivia Okafor' },
    created_at: '2026-11-20T09:15:00.000Z',
    accepted_at: null,
    mail: { state: 'undeliverable', reason: 'EENVELOPE 550 5.1.1 at RCPT TO' },
  },
);

const guest = component(
  'Guest',
  z.object({
    id: z.string().meta({ description: 'Text, as in the answer to a login.' }),
    username: z.string(),
    email: z.string(),
  }),
  { id: '8', username: 'ines', email: 'ines@delta.example' },
);

export const Acceptance = z.object({ ...place, user: guest });

export function toInvitation(view: InvitationView): z.infer<typeof Invitation> {
  const { id, email, organization, workspace, role, status, invitedBy, createdAt, expiresAt, acceptedAt, mail } = view;
  return {
    id,
    email,
    organization,
    workspace,
    role,
    expires_at: expiresAt.toISOString(),
    status,
    invited_by: invitedBy && { user_id: invitedBy.userId, username: invitedBy.username, display_name: invitedBy.displayName },
    created_at: createdAt.toISOString(),
    accepted_at: acceptedAt?.toISOString() ?? null,
    mail,
  };
}

export function toOfferedInvitation(
  { id, email, expiresAt }: SentInvitation,
  place: NamedPlace,
  signOn: SignOn | null,
): z.infer<typeof OfferedInvitation> {
  const sso = signOn && { required: signOn.isRequired, start_url: signOn.startUrl };
  return { id, email, ...namesOf(place), expires_at: expiresAt.toISOString(), sso };
}

export function toAcceptance({ place, guest: { id, username, email } }: Accepted): z.infer<typeof Acceptance> {
  return { ...namesOf(place), user: { id: String(id), username, email } };
}

function namesOf({ organization, workspace, role }: NamedPlace): NamedPlace {
  return { organization, workspace, role: { id: role.id, name: role.name } };
}
