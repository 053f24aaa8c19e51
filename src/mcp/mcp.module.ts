import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { AskModule } from '../ask/ask.module.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { PromptTemplatesModule } from '../prompt-templates/prompt-templates.module.js';
import { QueryGenerationModule } from '../query-generation/query-generation.module.js';
import { SchemaContextModule } from '../schema-context/schema-context.module.js';
import { AskTool } from './adapters/server/ask-tool.js';
import { DataTools } from './adapters/server/data-tools.js';
import { McpDoor } from './adapters/server/mcp-door.js';
import { TemplateTools } from './adapters/server/template-tools.js';

@Module({
  imports: [AgentsModule, AskModule, DataSourcesModule, PromptTemplatesModule, QueryGenerationModule, SchemaContextModule],
  providers: [AskTool, DataTools, McpDoor, TemplateTools],
})
export class McpModule {}
