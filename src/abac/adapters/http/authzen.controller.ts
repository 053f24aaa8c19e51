import { Controller, Get, Post } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller, Public } from '../../../platform/http/authentication.guard.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { Operation } from '../../../platform/http/operation.js';
import { OrganizationFilter } from '../../../platform/http/place-filter.js';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { Config } from '../../../platform/config/config.js';
import type { Caller } from '../../../shared/caller.js';
import { EvaluateAccess } from '../../application/evaluate-access.js';
import { type Found, SearchAccess } from '../../application/search-access.js';
import {
  ActionSearchBody,
  ActionSearchOf,
  BatchOf,
  EvaluationBody,
  EvaluationOf,
  EvaluationsBody,
  ResourceSearchBody,
  ResourceSearchOf,
  SubjectSearchBody,
  SubjectSearchOf,
  batchOf,
  searchPageOf,
  tokenOf,
} from './authzen-request.js';
import { Decision, Decisions, toDecision } from './authzen-response.js';

const page = z.object({ next_token: z.string().meta({ description: 'Empty at the end.' }) });
const FoundEntities = component('FoundEntities', z.object({ results: listOf(z.object({ type: z.string(), id: z.string() })), page }), {
  results: [{ type: 'user', id: '4' }],
  page: { next_token: '' },
});
const FoundActions = component('FoundActions', z.object({ results: listOf(z.object({ name: z.string() })), page }), {
  results: [{ name: 'workspace.read' }],
  page: { next_token: '' },
});
const Metadata = component(
  'AuthzenConfiguration',
  z.object({
    policy_decision_point: z.string(),
    access_evaluation_endpoint: z.string(),
    access_evaluations_endpoint: z.string(),
    search_subject_endpoint: z.string(),
    search_resource_endpoint: z.string(),
    search_action_endpoint: z.string(),
  }),
  {
    policy_decision_point: 'https://headgate.example',
    access_evaluation_endpoint: 'https://headgate.example/access/v1/evaluation',
    access_evaluations_endpoint: 'https://headgate.example/access/v1/evaluations',
    search_subject_endpoint: 'https://headgate.example/access/v1/search/subject',
    search_resource_endpoint: 'https://headgate.example/access/v1/search/resource',
    search_action_endpoint: 'https://headgate.example/access/v1/search/action',
  },
);

const NO = { isAllowed: false } as const;
const JSON_ONLY = ['application/json'];
const WHOSE = {
  name: 'organization_id',
  required: false,
  description: 'Whose decisions; needed by those who may see the policies of several organizations.',
  schema: { type: 'integer', minimum: 1 },
} as const;
/** An example from the demo: may vera see the workspace of her organization? */
const VERA = { type: 'user', id: '4' };
const MAY_READ = { name: 'workspace.read' };
const WORKSPACE = { type: 'workspace', id: '1' };
const BY_PASSWORD = { amr: ['pwd'], device_trusted: true };
const ABOUT =
  'AuthZEN 1.0. Subjects are of type `user`; resources `organization`, `workspace` or `data_source`, with their ids as text; actions are ' +
  'permissions. The context may say `amr`, `acr`, `proof_age_seconds`, `device_trusted`, `ip`, `time` and `country`; what it ' +
  'leaves out counts as not proved. A value of the wrong kind, such as an invalid `time`, gets 400; other members are ignored. A no comes with its reasons. Nothing is recorded, and nothing about the session of the subject is known.';

/** Other media types get 400 here, as AuthZEN asks, and so does a body that is missing. */
@ApiTags('Access policies')
@Controller()
export class AuthzenController {
  constructor(
    private readonly evaluateAccess: EvaluateAccess,
    private readonly searchAccess: SearchAccess,
    private readonly config: Config,
  ) {}

  @Public()
  @Get('.well-known/authzen-configuration')
  @Operation({
    id: 'readAuthzenConfiguration',
    summary: 'Find the routes of AuthZEN 1.0',
    status: 200,
    answer: Metadata,
    errors: [],
  })
  configuration() {
    const { publicUrl } = this.config.http;
    const at = (path: string) => `${publicUrl}/access/v1/${path}`;
    return {
      policy_decision_point: publicUrl,
      access_evaluation_endpoint: at('evaluation'),
      access_evaluations_endpoint: at('evaluations'),
      search_subject_endpoint: at('search/subject'),
      search_resource_endpoint: at('search/resource'),
      search_action_endpoint: at('search/action'),
    };
  }

  @Post('access/v1/evaluation')
  @TakesBody('application/json', '*/*')
  @ApiQuery(WHOSE)
  @Operation({
    id: 'evaluateAccess',
    summary: 'Ask whether a person may do something',
    permissions: ['abac.read'],
    description: ABOUT,
    status: 200,
    answer: Decision,
    takes: { types: JSON_ONLY, body: EvaluationBody },
    bodies: { evaluation: { subject: VERA, action: MAY_READ, resource: WORKSPACE, context: BY_PASSWORD } },
    errors: ['FORBIDDEN'],
  })
  async evaluation(
    @CurrentCaller() caller: Caller,
    @OrganizationFilter() organizationId: number | null,
    @EvaluationOf() evaluation: z.infer<typeof EvaluationBody>,
  ) {
    const asked = { caller, organizationId, evaluations: [evaluation], semantic: 'execute_all' as const };
    const [decision = NO] = await this.evaluateAccess.execute(asked);
    return toDecision(decision);
  }

  @Post('access/v1/evaluations')
  @TakesBody('application/json', '*/*')
  @ApiQuery(WHOSE)
  @Operation({
    id: 'evaluateAccesses',
    summary: 'Ask several such questions at once, 100 at most',
    permissions: ['abac.read'],
    description: `${ABOUT} The body may have 2 MiB and 10,000 values.`,
    status: 200,
    answer: z.union([Decisions, Decision]),
    takes: { types: JSON_ONLY, body: EvaluationsBody },
    bodies: {
      evaluations: {
        subject: VERA,
        resource: WORKSPACE,
        evaluations: [{ action: MAY_READ }, { action: { name: 'workspace.write' } }],
      },
    },
    errors: ['FORBIDDEN'],
  })
  async evaluations(
    @CurrentCaller() caller: Caller,
    @OrganizationFilter() organizationId: number | null,
    @BatchOf() body: z.infer<typeof EvaluationsBody>,
  ) {
    const { isBatch, evaluations, semantic } = batchOf(body);
    const decisions = await this.evaluateAccess.execute({ caller, organizationId, evaluations, semantic });
    return isBatch ? { evaluations: decisions.map(toDecision) } : toDecision(decisions[0] ?? NO);
  }

  @Post('access/v1/search/subject')
  @TakesBody('application/json', '*/*')
  @ApiQuery(WHOSE)
  @Operation({
    id: 'searchSubjects',
    summary: 'Find who may do something',
    permissions: ['abac.read'],
    description: ABOUT,
    status: 200,
    answer: FoundEntities,
    takes: { types: JSON_ONLY, body: SubjectSearchBody },
    bodies: { search: { subject: { type: 'user' }, action: MAY_READ, resource: WORKSPACE } },
    errors: ['FORBIDDEN'],
  })
  async subjects(
    @CurrentCaller() caller: Caller,
    @OrganizationFilter() organizationId: number | null,
    @SubjectSearchOf() body: z.infer<typeof SubjectSearchBody>,
  ) {
    const search = { caller, organizationId, page: searchPageOf(body.page) };
    return foundEntities(body.subject.type, await this.searchAccess.subjects(search, body.subject, body));
  }

  @Post('access/v1/search/resource')
  @TakesBody('application/json', '*/*')
  @ApiQuery(WHOSE)
  @Operation({
    id: 'searchResources',
    summary: 'Find what a person may do something to',
    permissions: ['abac.read'],
    description: ABOUT,
    status: 200,
    answer: FoundEntities,
    takes: { types: JSON_ONLY, body: ResourceSearchBody },
    bodies: { search: { subject: VERA, action: MAY_READ, resource: { type: 'workspace' } } },
    errors: ['FORBIDDEN'],
  })
  async resources(
    @CurrentCaller() caller: Caller,
    @OrganizationFilter() organizationId: number | null,
    @ResourceSearchOf() body: z.infer<typeof ResourceSearchBody>,
  ) {
    const search = { caller, organizationId, page: searchPageOf(body.page) };
    return foundEntities(body.resource.type, await this.searchAccess.resources(search, body.resource, body));
  }

  @Post('access/v1/search/action')
  @TakesBody('application/json', '*/*')
  @ApiQuery(WHOSE)
  @Operation({
    id: 'searchActions',
    summary: 'Find what a person may do to something',
    permissions: ['abac.read'],
    description: ABOUT,
    status: 200,
    answer: FoundActions,
    takes: { types: JSON_ONLY, body: ActionSearchBody },
    bodies: { search: { subject: VERA, resource: WORKSPACE } },
    errors: ['FORBIDDEN'],
  })
  async actions(
    @CurrentCaller() caller: Caller,
    @OrganizationFilter() organizationId: number | null,
    @ActionSearchOf() body: z.infer<typeof ActionSearchBody>,
  ) {
    const search = { caller, organizationId, page: searchPageOf(body.page) };
    const { ids } = await this.searchAccess.actions(search, body);
    return { results: ids.map((name) => ({ name })), page: { next_token: '' } };
  }
}

function foundEntities(type: string, { ids, next }: Found): z.infer<typeof FoundEntities> {
  return { results: ids.map((id) => ({ type, id })), page: { next_token: next === null ? '' : tokenOf(next) } };
}
