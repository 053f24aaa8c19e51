import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { AbacModule } from './abac/abac.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { AskModule } from './ask/ask.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BindingsModule } from './bindings.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { DataSourcesModule } from './data-sources/data-sources.module.js';
import { SchemaContextModule } from './schema-context/schema-context.module.js';
import { StatementsModule } from './statements/statements.module.js';
import { DevicesModule } from './devices/devices.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { AgentsModule } from './agents/agents.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { KnowledgeModule } from './knowledge/knowledge.module.js';
import { MfaModule } from './mfa/mfa.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import type { KnownMigration } from './platform/database/schema-history.js';
import { type Foundations, PlatformModule } from './platform/platform.module.js';
import { PromptTemplatesModule } from './prompt-templates/prompt-templates.module.js';
import { QueryGenerationModule } from './query-generation/query-generation.module.js';
import { RiversModule } from './rivers/rivers.module.js';
import { ScimModule } from './scim/scim.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SsoEnforcementModule } from './sso-enforcement/sso-enforcement.module.js';
import { SsoMigrationModule } from './sso-migration/sso-migration.module.js';
import { SsoModule } from './sso/sso.module.js';

/** In the order in which they call each other: each calls those before it. */
const CONTEXTS = [
  AccountsModule,
  OrganizationsModule,
  MfaModule,
  DevicesModule,
  InvitationsModule,
  SessionsModule,
  AuditModule,
  DataSourcesModule,
  CatalogModule,
  StatementsModule,
  SchemaContextModule,
  PromptTemplatesModule,
  KnowledgeModule,
  QueryGenerationModule,
  AskModule,
  ScimModule,
  SsoModule,
  SsoEnforcementModule,
  SsoMigrationModule,
  AbacModule,
  AgentsModule,
  McpModule,
  EvidenceModule,
  RiversModule,
];

/** The composition root. */
@Module({})
export class AppModule {
  /** @param migrations those that this version knows @param more what exists beside the contexts: a demo */
  static on(
    foundations: Foundations,
    migrations: readonly KnownMigration[],
    more: NonNullable<ModuleMetadata['imports']> = [],
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.on(foundations, migrations), { module: BindingsModule, imports: CONTEXTS }, ...CONTEXTS, ...more],
    };
  }
}
