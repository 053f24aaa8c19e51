import { Global, Module } from '@nestjs/common';
import { ScimDoor } from './adapters/http/scim-door.js';
import { SqlResources } from './adapters/persistence/sql-resources.js';
import { SqlScimTokens } from './adapters/persistence/sql-scim-tokens.js';
import { AuthenticateProvisioner } from './application/authenticate-provisioner.js';
import { EnterScimToken } from './application/enter-scim-token.js';
import { Resources } from './application/ports/resources.js';
import { ScimTokens } from './application/ports/scim-tokens.js';

@Global()
@Module({
  controllers: [],
  providers: [
    AuthenticateProvisioner,
    EnterScimToken,
    ScimDoor,
    { provide: Resources, useClass: SqlResources },
    { provide: ScimTokens, useClass: SqlScimTokens },
  ],
})
export class ScimModule {}
