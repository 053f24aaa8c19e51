import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Config } from '../../../platform/config/config.js';
import { Public } from '../../../platform/http/authentication.guard.js';
import { Operation } from '../../../platform/http/operation.js';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { KEY_SCOPES } from '../../domain/access-key.js';

const ORIGIN = 'http://localhost:3000';
const CACHED = 'public, max-age=300';
const words = listOf(z.string());

const ProtectedResource = component(
  'ProtectedResource',
  z.object({
    resource: z.string(),
    authorization_servers: words,
    scopes_supported: words,
    bearer_methods_supported: words,
    resource_name: z.string(),
  }),
  resourceAt(ORIGIN),
);

const AuthorizationServer = component(
  'AuthorizationServer',
  z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    introspection_endpoint: z.string(),
    scopes_supported: words,
    response_types_supported: words,
    response_modes_supported: words,
    grant_types_supported: words,
    code_challenge_methods_supported: words,
    token_endpoint_auth_methods_supported: words,
    revocation_endpoint_auth_methods_supported: words,
    introspection_endpoint_auth_methods_supported: words,
    authorization_response_iss_parameter_supported: z.literal(true),
    client_id_metadata_document_supported: z.literal(true),
  }),
  serverAt(ORIGIN),
);

/** Every address comes from the configuration, and none from the request. */
@ApiTags('AI clients')
@Controller('.well-known')
export class OAuthMetadataController {
  constructor(private readonly config: Config) {}

  @Public()
  @Get('oauth-protected-resource')
  @Header('Cache-Control', CACHED)
  @Operation({
    id: 'readProtectedResource',
    summary: 'Read where AI clients get tokens for `/mcp` (RFC 9728)',
    status: 200,
    answer: ProtectedResource,
    errors: [],
  })
  resource() {
    return resourceAt(this.config.http.publicUrl);
  }

  @Public()
  @Get('oauth-protected-resource/mcp')
  @Header('Cache-Control', CACHED)
  @Operation({
    id: 'readProtectedMcpResource',
    summary: 'Read the same at the address that belongs to `/mcp`',
    status: 200,
    answer: ProtectedResource,
    errors: [],
  })
  mcp() {
    return resourceAt(this.config.http.publicUrl);
  }

  @Public()
  @Get('oauth-authorization-server')
  @Header('Cache-Control', CACHED)
  @Operation({
    id: 'readAuthorizationServer',
    summary: 'Read what the authorization server for AI clients can do (RFC 8414)',
    status: 200,
    answer: AuthorizationServer,
    errors: [],
  })
  server() {
    return serverAt(this.config.http.publicUrl);
  }
}

function resourceAt(origin: string) {
  return {
    resource: `${origin}/mcp`,
    authorization_servers: [origin],
    scopes_supported: KEY_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Headgate',
  };
}

function serverAt(origin: string) {
  const secret = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    introspection_endpoint: `${origin}/oauth/introspect`,
    scopes_supported: KEY_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', ...secret],
    revocation_endpoint_auth_methods_supported: ['none', ...secret],
    introspection_endpoint_auth_methods_supported: secret,
    authorization_response_iss_parameter_supported: true as const,
    client_id_metadata_document_supported: true as const,
  };
}
