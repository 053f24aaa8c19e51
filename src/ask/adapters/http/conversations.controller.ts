import { Controller, Delete, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { DeleteConversation } from '../../application/delete-conversation.js';
import { ListConversations } from '../../application/list-conversations.js';
import { ReadConversation } from '../../application/read-conversation.js';
import { Conversation, ConversationSummary, toConversation, toConversationSummary } from './conversation-response.js';

@ApiTags('Questions')
@Controller('api/v1/conversations')
export class ConversationsController {
  constructor(
    private readonly listConversations: ListConversations,
    private readonly readConversation: ReadConversation,
    private readonly deleteConversation: DeleteConversation,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listConversations',
    summary: 'List your conversations, latest first',
    description: 'Only you see your conversations. Owners and system administrators do not.',
    status: 200,
    answer: namedSuccess({ conversations: listOf(ConversationSummary), pagination: Pagination }, 'Conversations listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @PageParams() page: PageRequest) {
    const { items, total } = await this.listConversations.execute(caller, page);
    const pagination = paginationOf(page, total);
    return named({ conversations: items.map(toConversationSummary), pagination }, 'Conversations listed.');
  }

  @Get(':conversation_id')
  @Operation({
    id: 'readConversation',
    summary: 'Read one of your conversations: questions, statements and the shape of results',
    description: 'Only your own conversations.',
    status: 200,
    answer: namedSuccess({ conversation: Conversation }, 'Conversation found.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('conversation_id') conversationId: number) {
    const { conversation, turns } = await this.readConversation.execute(caller, conversationId);
    return named({ conversation: toConversation(conversation, turns) }, 'Conversation found.');
  }

  @Get(':conversation_id/export')
  @Operation({
    id: 'exportConversation',
    summary: 'Download one of your conversations as a JSON file',
    description: 'Only your own conversations.',
    status: 200,
    answer: Conversation,
    headers: ['Content-Disposition'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async export(
    @CurrentCaller() caller: Caller,
    @IdParam('conversation_id') conversationId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { conversation, turns } = await this.readConversation.execute(caller, conversationId);
    response.attachment(`conversation-${conversationId}.json`);
    return toConversation(conversation, turns);
  }

  @Delete(':conversation_id')
  @Operation({
    id: 'deleteConversation',
    summary: 'Delete one of your conversations',
    description: 'The query history still keeps who asked what, for `QUERY_HISTORY_DAYS`.',
    status: 200,
    answer: bareSuccess(Done, 'Conversation deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('conversation_id') conversationId: number) {
    await this.deleteConversation.execute(caller, conversationId);
    return bare({ success: true }, 'Conversation deleted.');
  }
}
