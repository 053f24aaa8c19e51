import { Global, Module } from '@nestjs/common';
import { ScimDoor } from './adapters/http/scim-door.js';
import { ScimTokensController } from './adapters/http/scim-tokens.controller.js';
import { SqlResources } from './adapters/persistence/sql-resources.js';
import { SqlScimTokens } from './adapters/persistence/sql-scim-tokens.js';
import { AuthenticateProvisioner } from './application/authenticate-provisioner.js';
import { EnterScimToken } from './application/enter-scim-token.js';
import { IssueScimToken } from './application/issue-scim-token.js';
import { ListScimTokens } from './application/list-scim-tokens.js';
import { Resources } from './application/ports/resources.js';
import { ScimTokens } from './application/ports/scim-tokens.js';
import { RevokeScimToken } from './application/revoke-scim-token.js';
import { RotateScimToken } from './application/rotate-scim-token.js';

@Global()
@Module({
  controllers: [ScimTokensController],
  providers: [
    AuthenticateProvisioner,
    EnterScimToken,
    IssueScimToken,
    ListScimTokens,
    RevokeScimToken,
    RotateScimToken,
    ScimDoor,
    { provide: Resources, useClass: SqlResources },
    { provide: ScimTokens, useClass: SqlScimTokens },
  ],
})
export class ScimModule {}
