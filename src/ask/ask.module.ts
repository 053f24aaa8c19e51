import { Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { scheduled } from '../platform/jobs/job-providers.js';
import { QueryGenerationModule } from '../query-generation/query-generation.module.js';
import { StatementsModule } from '../statements/statements.module.js';
import { TokenTermsOfOrganizations } from './adapters/answers/token-terms-of-organizations.js';
import { AskController } from './adapters/http/ask.controller.js';
import { AskSettingsController } from './adapters/http/ask-settings.controller.js';
import { ConversationsController } from './adapters/http/conversations.controller.js';
import { SqlSettings } from './adapters/persistence/sql-settings.js';
import { TypeOrmConversations } from './adapters/persistence/typeorm-conversations.js';
import { AskQuestion } from './application/ask-question.js';
import { ChangeAskSettings } from './application/change-ask-settings.js';
import { DeleteConversation } from './application/delete-conversation.js';
import { EnterConversation } from './application/enter-conversation.js';
import { ListConversations } from './application/list-conversations.js';
import { OpenTurn } from './application/open-turn.js';
import { AskTerms } from './application/ports/ask-terms.js';
import { Conversations } from './application/ports/conversations.js';
import { Settings } from './application/ports/settings.js';
import { PurgeConversations } from './application/purge-conversations.js';
import { ReadAskSettings } from './application/read-ask-settings.js';
import { ReadConversation } from './application/read-conversation.js';
import { WithholdTurns } from './application/withhold-turns.js';

/** What other contexts may ask for. */
const OFFERED = [AskQuestion];

@Module({
  imports: [QueryGenerationModule, StatementsModule],
  controllers: [AskController, AskSettingsController, ConversationsController],
  providers: [
    ...OFFERED,
    ChangeAskSettings,
    DeleteConversation,
    EnterConversation,
    ListConversations,
    OpenTurn,
    PurgeConversations,
    ReadAskSettings,
    ReadConversation,
    TokenTermsOfOrganizations,
    WithholdTurns,
    scheduled('ask.purge', '47 * * * *', PurgeConversations),
    { provide: AskTerms, useFactory: ({ ask }: Config): AskTerms => ask, inject: [Config] },
    { provide: Conversations, useClass: TypeOrmConversations },
    { provide: Settings, useClass: SqlSettings },
  ],
  exports: [...OFFERED, TokenTermsOfOrganizations],
})
export class AskModule {}
