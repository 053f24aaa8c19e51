import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { Operation } from '../../../platform/http/operation.js';
import { PermissionName, bareSuccess, component, displayName, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import { ASSURANCE_LEVELS, AUTHENTICATION_METHODS, type Caller } from '../../../shared/caller.js';
import { UserSummary, toUserSummary } from './token-response.js';
import { type CallerDescription, DescribeCaller } from '../../application/describe-caller.js';

const permissions = listOf(PermissionName);

const place = {
  id,
  name: z.string(),
  role: z.string(),
  permissions: permissions.meta({
    description: 'Every permission that you have there at this moment; empty while `needs` names something.',
  }),
  needs: z.enum(['single_sign_on', 'second_factor']).nullable().meta({
    description: 'What this session lacks for the organization to let it in.',
  }),
};

const CallerData = component(
  'Caller',
  z.object({
    user: UserSummary.extend({ display_name: displayName }),
    organizations: listOf(z.object(place)).meta({ description: 'Most powerful role first.' }),
    workspaces: listOf(z.object({ ...place, organization_id: id })).meta({
      description:
        'The workspaces of which you are a member. In others, who holds `workspace.delete` has the permissions of the organization, and ' +
        'everyone else looks into public ones as a viewer.',
    }),
    permissions_everywhere: permissions.meta({
      description: 'Your permissions in every organization as a system administrator; empty for everyone else.',
    }),
    session: z.object({
      id,
      amr: listOf(z.enum(AUTHENTICATION_METHODS)).meta({ description: 'RFC 8176, and `trusted_device` and `sso`.' }),
      acr: z.enum(ASSURANCE_LEVELS).meta({ description: 'NIST SP 800-63B-4.' }),
      authenticated_at: moment,
    }),
    mfa: z.object({ enrolled: z.boolean(), methods: listOf(z.enum(['totp', 'webauthn', 'recovery_code'])) }),
    message: z.string(),
  }),
  {
    user: { id: '2', username: 'olivia', display_name: 'Olivia Okafor', email: 'olivia@delta.example', role: 'owner' },
    organizations: [{ id: 1, name: 'Delta Analytics', role: 'owner', permissions: ['organization.read', 'member.read'], needs: null }],
    workspaces: [
      {
        id: 1,
        name: 'Hydrology',
        role: 'editor',
        permissions: ['organization.read', 'member.read'],
        needs: null,
        organization_id: 1,
      },
    ],
    permissions_everywhere: [],
    session: { id: 12, amr: ['pwd'], acr: 'aal1', authenticated_at: '2026-11-20T09:15:00.000Z' },
    mfa: { enrolled: false, methods: [] },
    message: 'You are logged in.',
  },
);

@ApiTags('The caller')
@Controller('api/v1/me')
export class CallerController {
  constructor(private readonly describeCaller: DescribeCaller) {}

  @Get()
  @Operation({
    id: 'readCaller',
    summary: 'Read your account, your organizations and how this session was authenticated',
    description: 'Everyone who is signed in may read this about themselves.',
    status: 200,
    answer: bareSuccess(CallerData, 'You are logged in.'),
    errors: [],
  })
  async me(@CurrentCaller() caller: Caller) {
    return named(toCallerData(await this.describeCaller.execute(caller)), 'You are logged in.');
  }
}

function toCallerData({ caller, role, access, mfaMethods }: CallerDescription): Omit<z.infer<typeof CallerData>, 'message'> {
  return {
    user: { ...toUserSummary({ ...caller, id: caller.userId, role }), display_name: caller.displayName ?? null },
    organizations: access.organizations,
    workspaces: access.workspaces.map(({ organizationId, ...workspace }) => ({
      ...workspace,
      organization_id: organizationId,
    })),
    permissions_everywhere: access.everywhere,
    session: {
      id: caller.sessionId,
      amr: caller.amr,
      acr: caller.acr,
      authenticated_at: caller.authenticatedAt.toISOString(),
    },
    mfa: { enrolled: mfaMethods.length > 0, methods: mfaMethods },
  };
}
