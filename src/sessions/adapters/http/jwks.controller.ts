import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { Public } from '../../../platform/http/authentication.guard.js';
import { ReadKeySet } from '../../application/read-key-set.js';

const EXAMPLE_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  kid: 'b0c9',
  use: 'sig',
  alg: 'ES256',
};

@ApiTags('Authentication')
@Controller('.well-known')
export class JwksController {
  constructor(private readonly readKeySet: ReadKeySet) {}

  @Public()
  @Get('jwks.json')
  // Shorter than the time a new key is published before it signs.
  @Header('Cache-Control', 'public, max-age=300')
  @Answers({
    summary: 'Public keys that verify access tokens (RFC 7517)',
    status: 200,
    example: { keys: [EXAMPLE_KEY] },
    errors: [],
    isPublic: true,
  })
  async jwks(): Promise<{ keys: readonly object[] }> {
    return { keys: await this.readKeySet.execute() };
  }
}
