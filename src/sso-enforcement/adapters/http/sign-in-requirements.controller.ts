import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { timeIn } from '../../../platform/http/is-time.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { Clock } from '../../../shared/ports/clock.js';
import { ChangeSignInRequirements } from '../../application/change-sign-in-requirements.js';
import { ListPeopleWithoutFactor } from '../../application/list-people-without-factor.js';
import { ShowSignInRequirements, type SignInRequirementsView } from '../../application/show-sign-in-requirements.js';
import type { FactorRequirement } from '../../domain/sign-in-requirements.js';
import { type RequiredFactorBody, SignInRequirementsBody } from './sign-in-requirements.dto.js';
import { PersonWithoutFactor, SignInRequirements, toPersonWithoutFactor, toSignInRequirements } from './sign-in-requirements-response.js';

const FOUND = 'Sign-in requirements found.';
const CHANGED = 'Sign-in requirements changed.';
const LISTED = 'People listed.';

function answerWith(view: SignInRequirementsView, message: string, response: Response) {
  sendEntityTag(response, view.version);
  return named({ sign_in_requirements: toSignInRequirements(view) }, message);
}

@ApiTags('Sign-in requirements')
@Controller('api/v1/organizations/:org_id/sign-in-requirements')
export class SignInRequirementsController {
  constructor(
    private readonly showRequirements: ShowSignInRequirements,
    private readonly changeRequirements: ChangeSignInRequirements,
    private readonly listPeople: ListPeopleWithoutFactor,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    id: 'readSignInRequirements',
    summary: 'Read what an organization requires of sessions, and how many people lack it',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess({ sign_in_requirements: SignInRequirements }, FOUND),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Res({ passthrough: true }) response: Response) {
    return answerWith(await this.showRequirements.execute(caller, organizationId), FOUND, response);
  }

  @Put()
  @RequiresStepUp('always')
  @Versioned('required')
  @Operation({
    id: 'changeSignInRequirements',
    summary: 'Change what an organization requires of sessions (needs `If-Match`)',
    permissions: ['sso.enforce'],
    description:
      'Where a second factor is required, a session without one still logs in, but the organization refuses it: with ' +
      '`STEP_UP_REQUIRED` if the person has a factor, else with `SECOND_FACTOR_NEEDED`. Sessions of its own identity provider ' +
      'and of trusted devices count as having one. A session ends by the limits of the strictest organization of its person, everywhere; access keys and provisioning tokens are ' +
      'no sessions. All counts from the next request on. Every owner is told by mail.',
    status: 200,
    answer: namedSuccess({ sign_in_requirements: SignInRequirements }, CHANGED),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND'],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { second_factor: required, sessions }: SignInRequirementsBody,
    @RequiredVersion() expectedVersion: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.changeRequirements.execute({
      caller,
      organizationId,
      factor: required ? this.factorOf(required) : undefined,
      sessions: sessions ? { maxHours: sessions.max_hours, idleMinutes: sessions.idle_minutes } : undefined,
      expectedVersion,
    });
    return answerWith(await this.showRequirements.read(organizationId), CHANGED, response);
  }

  @Get('people')
  @Paged()
  @Operation({
    id: 'listPeopleWithoutFactor',
    summary: 'List the members without a second factor',
    permissions: ['member.security.read'],
    description: 'Without those who have to come through the identity provider of the organization, which asks for what it wants.',
    status: 200,
    answer: namedSuccess({ people: listOf(PersonWithoutFactor), pagination: Pagination }, LISTED),
    errors: ['FORBIDDEN'],
  })
  async people(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listPeople.execute(caller, organizationId, request);
    return named({ people: items.map(toPersonWithoutFactor), pagination: paginationOf(request, total) }, LISTED);
  }

  private factorOf({ required, from, grace_days: graceDays }: RequiredFactorBody): FactorRequirement | null {
    return required ? { from: timeIn(from) ?? this.clock.now(), graceDays: graceDays ?? 0 } : null;
  }
}
