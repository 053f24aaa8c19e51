import { z } from 'zod';
import { component, displayName, id, moment } from '../../../platform/http/response-schemas.js';
import type { DescribedMember as MemberOfOrganization } from '../../application/describe-members.js';
import type { RoleHolder as HolderOfRole } from '../../application/ports/role-holders.js';
import { MEMBER_STATUSES } from '../../domain/member.js';
import { LOGIN_WAYS, MANAGED_BY, type SecurityState } from '../../domain/member-security.js';
import { MEMBER, VERA, toMember } from './organization-response.js';

const MemberSecurity = component(
  'MemberSecurity',
  z.object({
    second_factor: z.boolean(),
    last_login: z
      .object({ at: moment, way: z.enum(LOGIN_WAYS) })
      .nullable()
      .meta({
        description:
          'The last login since they joined that the organization accepted: by its own sign-on, or by password ' +
          'when that was enough. Sessions are kept for 90 days after their end.',
      }),
    managed: z
      .enum(MANAGED_BY)
      .nullable()
      .meta({
        description:
          '`verified_domain`: the address is in a domain that the organization has verified. `provisioning`: its ' +
          'directory or its sign-on created the account.',
      }),
  }),
  {
    second_factor: true,
    last_login: { at: '2026-11-20T09:15:00.000Z', way: 'password' },
    managed: 'verified_domain',
  },
);

export const DescribedMember = component(
  'DescribedMember',
  z.object({
    ...MEMBER,
    security: MemberSecurity.optional().meta({ description: 'Only for callers with `member.security.read`.' }),
  }),
  {
    ...VERA,
    security: { second_factor: false, last_login: { at: '2026-11-20T09:15:00.000Z', way: 'password' }, managed: null },
  },
);

export const RoleHolder = component(
  'RoleHolder',
  z.object({
    user_id: id,
    username: z.string(),
    display_name: displayName,
    email: z.string(),
    status: z.enum(MEMBER_STATUSES),
    workspace: z.object({ id, name: z.string() }).nullable().meta({
      description: 'Where the role is held; `null` for the organization itself.',
    }),
  }),
  { user_id: 4, username: 'vera', display_name: 'Vera Lindqvist', email: 'vera@delta.example', status: 'active', workspace: null },
);

export function toDescribedMember({ security, ...member }: MemberOfOrganization): z.infer<typeof DescribedMember> {
  return { ...toMember(member), ...(security !== null && { security: toSecurity(security) }) };
}

function toSecurity({ hasSecondFactor, lastLogin, managedBy }: SecurityState): z.infer<typeof MemberSecurity> {
  return {
    second_factor: hasSecondFactor,
    last_login: lastLogin && { at: lastLogin.at.toISOString(), way: lastLogin.way },
    managed: managedBy,
  };
}

export function toRoleHolder({ userId, username, displayName: name, email, status, workspace }: HolderOfRole): z.infer<typeof RoleHolder> {
  return { user_id: userId, username, display_name: name, email, status, workspace };
}
