import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import type { Caller } from '../../../shared/caller.js';
import { toUserSummary, type UserSummaryResponse } from './token-response.js';
import { type CallerDescription, DescribeCaller } from '../../application/describe-caller.js';

interface CallerResponse {
  readonly user: UserSummaryResponse;
  readonly organizations: readonly { readonly id: number; readonly name: string; readonly role: string }[];
  readonly session: {
    readonly id: number;
    readonly amr: readonly string[];
    readonly acr: string;
    readonly authenticated_at: string;
  };
  readonly mfa: { readonly enrolled: boolean; readonly methods: readonly string[] };
}

const EXAMPLE: CallerResponse = {
  user: { id: '2', username: 'olivia', email: 'olivia@delta.example', role: 'owner' },
  organizations: [{ id: 1, name: 'Delta Analytics', role: 'owner' }],
  session: { id: 12, amr: ['pwd'], acr: 'aal1', authenticated_at: '2026-11-20T09:15:00.000Z' },
  mfa: { enrolled: true, methods: ['totp', 'recovery_code'] },
};

@ApiTags('The caller')
@Controller('api/v1/me')
export class CallerController {
  constructor(private readonly describeCaller: DescribeCaller) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Who you are: account, organizations and how this session was established',
    status: 200,
    example: named(EXAMPLE, 'You are logged in.'),
    errors: ['UNAUTHORIZED'],
  })
  async me(@CurrentCaller() caller: Caller): Promise<Success<CallerResponse & { message: string }>> {
    return named(toCallerResponse(await this.describeCaller.execute(caller)), 'You are logged in.');
  }
}

function toCallerResponse({ caller, role, organizations, mfaMethods }: CallerDescription): CallerResponse {
  return {
    user: toUserSummary({ ...caller, id: caller.userId, role }),
    organizations: organizations.map((organization) => ({
      id: organization.id,
      name: organization.name,
      role: organization.role,
    })),
    session: {
      id: caller.sessionId,
      amr: caller.amr,
      acr: caller.acr,
      authenticated_at: caller.authenticatedAt.toISOString(),
    },
    mfa: { enrolled: mfaMethods.length > 0, methods: mfaMethods },
  };
}
