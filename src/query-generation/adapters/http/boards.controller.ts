import { Body, Controller, Delete, Get, Patch, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { OF_WORKSPACE, OrganizationFilter, WorkspaceFilter } from '../../../platform/http/place-filter.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ChangeBoard } from '../../application/change-board.js';
import { CreateBoard } from '../../application/create-board.js';
import { DeleteBoard } from '../../application/delete-board.js';
import { EnterBoard } from '../../application/enter-board.js';
import { ListBoards } from '../../application/list-boards.js';
import { Board, ListedBoard, toBoard, toListedBoard } from './board-response.js';
import { ChangeBoardBody, CreateBoardBody } from './board.dto.js';

@ApiTags('Saved questions')
@Controller('api/v1/boards')
export class BoardsController {
  constructor(
    private readonly createBoard: CreateBoard,
    private readonly listBoards: ListBoards,
    private readonly enterBoard: EnterBoard,
    private readonly changeBoard: ChangeBoard,
    private readonly deleteBoard: DeleteBoard,
  ) {}

  @Post()
  @Operation({
    id: 'createBoard',
    summary: 'Put saved questions side by side',
    permissions: ['query.run'],
    description: 'Whoever sees one of the questions sees the board, with those that they see. It stores no rows, and runs nothing.',
    status: 201,
    answer: namedSuccess({ board: Board }, 'Board created.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateBoardBody, @Res({ passthrough: true }) response: Response) {
    const { organization_id: organizationId, name, question_ids: questionIds } = body;
    const made = await this.createBoard.execute({ caller, organizationId, name: name.trim(), questionIds });
    sendEntityTag(response, made.board.version);
    return named({ board: toBoard(made) }, 'Board created.');
  }

  @Get()
  @Paged()
  @ApiQuery({
    name: 'organization_id',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    description: 'Only those of this organization; without it, of all your organizations.',
  })
  @ApiQuery(OF_WORKSPACE)
  @Operation({
    id: 'listBoards',
    summary: 'List boards, by name',
    description: 'Those with a question that you may see, and your own.',
    status: 200,
    answer: namedSuccess({ boards: listOf(ListedBoard), pagination: Pagination }, 'Boards listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @OrganizationFilter() organizationId: number | null,
    @WorkspaceFilter() workspaceId: number | null,
    @PageParams() page: PageRequest,
  ) {
    const { items, total } = await this.listBoards.execute(caller, { organizationId, workspaceId }, page);
    return named({ boards: items.map(toListedBoard), pagination: paginationOf(page, total) }, 'Boards listed.');
  }

  @Get(':board_id')
  @Operation({
    id: 'readBoard',
    summary: 'Read a board',
    permissions: ['query.run'],
    description: 'Run its questions one by one (`runSavedQuestion`).',
    status: 200,
    answer: namedSuccess({ board: Board }, 'Board found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('board_id') id: number, @Res({ passthrough: true }) response: Response) {
    const found = await this.enterBoard.execute(caller, id);
    sendEntityTag(response, found.board.version);
    return named({ board: toBoard(found) }, 'Board found.');
  }

  @Patch(':board_id')
  @Versioned('required')
  @Operation({
    id: 'changeBoard',
    summary: 'Rename a board, or change what is on it',
    permissions: ['query.run'],
    description: "It takes `query.verify` to change another person's.",
    status: 200,
    answer: namedSuccess({ board: Board }, 'Board changed.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam('board_id') id: number,
    @RequiredVersion() version: number,
    @Body() { name, question_ids: questionIds }: ChangeBoardBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const changed = await this.changeBoard.execute({ caller, id, version, name: name?.trim(), questionIds });
    sendEntityTag(response, changed.board.version);
    return named({ board: toBoard(changed) }, 'Board changed.');
  }

  @Delete(':board_id')
  @Versioned('required')
  @Operation({
    id: 'deleteBoard',
    summary: 'Delete a board; its questions stay',
    permissions: ['query.run'],
    description: "It takes `query.verify` to delete another person's. If you see only a part of it, you take off that part.",
    status: 200,
    answer: bareSuccess(Done, 'Board deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('board_id') id: number, @RequiredVersion() version: number) {
    await this.deleteBoard.execute(caller, id, version);
    return bare({ success: true }, 'Board deleted.');
  }
}
