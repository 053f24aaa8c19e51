import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ForecastLockout } from '../../application/forecast-lockout.js';
import { ListProgress } from '../../application/list-progress.js';
import { MakePlan } from '../../application/make-plan.js';
import { ShowPlans } from '../../application/show-plans.js';
import { DayOfMigration, LockoutForecast, MigrationPace, toDay, toForecast, toPace } from './course-response.js';
import { listedPlans, madePlan, toHistoryEntry, toMadePlan } from './plan-response.js';

const MADE = 'Migration plan made.';
const SHOWN = 'Migration plans listed.';
const FORECAST = 'Logins of the last 30 days judged.';
const PROGRESS = 'Progress listed.';

@ApiTags('Single sign-on migration')
@Controller('api/v1/sso/enforcement/migration-plan/:organization_id')
export class MigrationPlanController {
  constructor(
    private readonly makePlan: MakePlan,
    private readonly showPlans: ShowPlans,
    private readonly listProgress: ListProgress,
    private readonly forecastLockout: ForecastLockout,
  ) {}

  @Post()
  @Operation({
    id: 'makeMigrationPlan',
    summary: 'Put every member of an organization into one of four groups on the way to single sign-on',
    permissions: ['sso.read'],
    description:
      '`org_blockers` says what the organization as a whole lacks before single sign-on can be required; it ' +
      'moves no member between the groups. As long as no member moves, it is the same plan with the same number, ' +
      'confirmed again. `lockout_count`: members who log in today and would have no way to log in if single ' +
      'sign-on were required now. Nothing about the members changes.',
    status: 200,
    answer: namedSuccess(madePlan, MADE),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async make(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number) {
    return named(toMadePlan(await this.makePlan.execute(caller, organizationId)), MADE);
  }

  @Get()
  @Paged()
  @Operation({
    id: 'listMigrationPlans',
    summary: 'Read the newest migration plan of an organization, and list all of them',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess(listedPlans, SHOWN),
    errors: ['FORBIDDEN'],
  })
  async show(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @PageParams() request: PageRequest) {
    const { latest, history } = await this.showPlans.execute(caller, organizationId, request);
    const newest = latest === null ? { migration_plan: null, org_blockers: [], plan: null } : toMadePlan(latest);
    const pagination = paginationOf(request, history.total);
    return named({ ...newest, history: history.items.map(toHistoryEntry), pagination }, SHOWN);
  }

  @Get('progress')
  @Paged()
  @Operation({
    id: 'listMigrationProgress',
    summary: 'List how many members were in each group, day by day',
    permissions: ['sso.read'],
    description:
      'Recorded once a day, and whenever a plan is made; the last record of a day counts. `pace` is of now: the ' +
      'median from the first notice to the first login through single sign-on, and how many members the list of ' +
      'users has with `stuck=true`.',
    status: 200,
    answer: namedSuccess({ progress: listOf(DayOfMigration), pace: MigrationPace, pagination: Pagination }, PROGRESS),
    errors: ['FORBIDDEN'],
  })
  async progress(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @PageParams() request: PageRequest) {
    const { days, pace } = await this.listProgress.execute(caller, organizationId, request);
    const pagination = paginationOf(request, days.total);
    return named({ progress: days.items.map(toDay), pace: toPace(pace), pagination }, PROGRESS);
  }

  @Get('forecast')
  @Operation({
    id: 'forecastLockout',
    summary: 'Say which logins of the last 30 days would have been denied if single sign-on had been required',
    permissions: ['sso.read'],
    description:
      'Replays them by the groups as they are now. Of the denied logins, `locked_out` counts those of people who ' +
      'would have had no way to log in; the others would have been sent to a connection. `observed` is what the ' +
      'guard itself recorded while it reported or required.',
    status: 200,
    answer: namedSuccess({ forecast: LockoutForecast }, FORECAST),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async forecast(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number) {
    const forecast = await this.forecastLockout.execute(caller, organizationId);
    return named({ forecast: toForecast(forecast) }, FORECAST);
  }
}
