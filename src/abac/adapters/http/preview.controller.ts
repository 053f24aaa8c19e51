import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam, idOf } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Pagination, id, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { type Preview, PreviewAsMember } from '../../application/preview-as-member.js';
import { contentOf } from './data-policy-response.js';
import { PreviewedMember, PreviewedPolicy, PreviewedRelation, toPreview } from './preview-response.js';
import { PreviewDraftBody, PreviewQuery, PreviewedSchemaQuery } from './preview.dto.js';

const ANSWER = namedSuccess(
  {
    member: PreviewedMember,
    data_policies: listOf(PreviewedPolicy).meta({ description: 'Those for this data source.' }),
    relations: listOf(PreviewedRelation),
    pagination: Pagination,
    discovered_at: moment.meta({ examples: ['2026-11-20T09:15:00.000Z'] }),
    snapshot_id: id.meta({ examples: [4] }),
  },
  'Preview made.',
);
const ERRORS = ['FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_FOUND', 'SCHEMA_NOT_DISCOVERED', 'POLICY_INVALID'] as const;

@ApiTags('Access policies')
@Controller('api/v1/data-sources/:data_source_id/members/:user_id/preview')
export class PreviewController {
  constructor(private readonly previewAsMember: PreviewAsMember) {}

  @Get()
  @Paged()
  @Operation({
    id: 'previewAsMember',
    summary: 'Preview what data policies let another member see of a data source, and why',
    permissions: ['data_source.read', 'abac.manage', 'abac.read'],
    description:
      'Relations of the discovered schema, as `readSchema` lists them, as far as you may know them yourself. No statement is run.',
    status: 200,
    answer: ANSWER,
    errors: ERRORS,
  })
  async preview(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @IdParam('user_id') userId: number,
    @Query() query: PreviewQuery,
    @PageParams() request: PageRequest,
  ) {
    const { schema_name: schemaName = null, search = null, data_policy_id: draft } = query;
    const tried = { id: idOf(draft), content: null };
    const asked = { caller, dataSourceId, userId, tried, schemaName, search, request };
    return answerWith(await this.previewAsMember.execute(asked), request);
  }

  @Post('', 'nothing')
  @Paged()
  @Operation({
    id: 'previewDraftAsMember',
    summary: 'Preview what another member would see of a data source under a data policy that is not saved, and why',
    permissions: ['data_source.read', 'abac.manage', 'abac.read'],
    description: 'As `previewAsMember`. The data policy in the body counts as if it were active; nothing of it is kept.',
    status: 200,
    answer: ANSWER,
    errors: ERRORS,
  })
  async previewDraft(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @IdParam('user_id') userId: number,
    @Query() query: PreviewedSchemaQuery,
    @PageParams() request: PageRequest,
    @Body() body: PreviewDraftBody,
  ) {
    const { schema_name: schemaName = null, search = null } = query;
    const tried = { id: body.data_policy_id ?? null, content: contentOf({ ...body, name: body.name ?? '' }) };
    const asked = { caller, dataSourceId, userId, tried, schemaName, search, request };
    return answerWith(await this.previewAsMember.execute(asked), request);
  }
}

function answerWith(preview: Preview, request: PageRequest) {
  const { snapshot, relations } = preview.schema;
  return named(
    {
      ...toPreview(preview),
      pagination: paginationOf(request, relations.total),
      discovered_at: snapshot.discoveredAt.toISOString(),
      snapshot_id: snapshot.id,
    },
    'Preview made.',
  );
}
