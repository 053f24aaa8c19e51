import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { AskModule } from '../ask/ask.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { KnowledgeModule } from '../knowledge/knowledge.module.js';
import { PromptTemplatesModule } from '../prompt-templates/prompt-templates.module.js';
import { QueryGenerationModule } from '../query-generation/query-generation.module.js';
import { SchemaContextModule } from '../schema-context/schema-context.module.js';
import { AskTool } from './adapters/server/ask-tool.js';
import { KnowledgeTools } from './adapters/server/knowledge-tools.js';
import { McpDoor } from './adapters/server/mcp-door.js';
import { QueryTool } from './adapters/server/query-tool.js';
import { SchemaTools } from './adapters/server/schema-tools.js';
import { TemplateTools } from './adapters/server/template-tools.js';

@Module({
  imports: [
    AgentsModule,
    AskModule,
    CatalogModule,
    DataSourcesModule,
    KnowledgeModule,
    PromptTemplatesModule,
    QueryGenerationModule,
    SchemaContextModule,
  ],
  providers: [AskTool, KnowledgeTools, McpDoor, QueryTool, SchemaTools, TemplateTools],
})
export class McpModule {}
