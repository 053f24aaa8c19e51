import { z } from 'zod';
import { Mailed, component, displayName, moment } from '../../../platform/http/response-schemas.js';
import type { MailFate } from '../../../shared/ports/mailer.js';
import { type User, USER_STATUSES } from '../../domain/user.js';

export const UserAccount = component(
  'UserAccount',
  z.object({
    id: z.string().meta({ description: 'A string, as in the answer of the login.' }),
    username: z.string(),
    display_name: displayName,
    email: z.string(),
    status: z.enum(USER_STATUSES),
    is_system_admin: z.boolean(),
    created_at: moment,
    mail: Mailed.nullable().meta({
      description:
        'What became of the newest mail about the account: one with a link to choose a password, or one that an administrator or a directory caused; `null` if there was none within 30 days.',
    }),
  }),
  {
    id: '8',
    username: 'paula',
    display_name: null,
    email: 'paula@delta.example',
    status: 'active',
    is_system_admin: false,
    created_at: '2026-11-20T09:15:00.000Z',
    mail: { state: 'waiting', reason: null },
  },
);

export function toUserAccount(user: User, mail: MailFate | null): z.infer<typeof UserAccount> {
  const { id, username, displayName: name, email, status, isSystemAdmin, createdAt } = user;
  return {
    id: String(id),
    username,
    display_name: name,
    email,
    status,
    is_system_admin: isSystemAdmin,
    created_at: createdAt.toISOString(),
    mail,
  };
}
