import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { completed } from './api-document.js';
import { INTRODUCTION } from './api-introduction.js';
import { TAGS } from './api-tags.js';
import { addCodeSamples } from './code-samples.js';
import { renderedOnce } from './rendered-once.js';

/** What a beginner needs first, of all or in its group; viewers and generators keep the order. */
const FIRST_PATHS = [
  ...['/api/auth/login', '/api/auth/mfa/verify', '/api/auth/refresh', '/api/auth/logout', '/api/v1/me'],
  ...['/api/v1/prompt-templates', '/api/v1/prompt-templates/{template_id}', '/api/v1/sso/abac/policies'],
];

/** The API document, as `/openapi.json` shows it. */
export function apiDocument(app: INestApplication, publicUrl: string): OpenAPIObject {
  const description = new DocumentBuilder()
    .setTitle('Headgate')
    .setDescription(INTRODUCTION)
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addServer(publicUrl)
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The `access_token` of a login. It expires; renew it at `POST /api/auth/refresh`.',
    })
    .addSecurity('scim', {
      type: 'http',
      scheme: 'bearer',
      description: 'A provisioning token of an organization (`hgscim_…`). An access token does not work here.',
    });
  for (const [name, meaning] of TAGS) description.addTag(name, meaning);
  const built = description.build();
  const info = {
    ...built.info,
    contact: { name: 'The Headgate maintainers' },
    license: { name: 'All rights reserved', identifier: 'LicenseRef-Headgate' },
  };
  const document = completed(SwaggerModule.createDocument(app, { ...built, info }));
  addCodeSamples(document);
  return { ...document, paths: inOrder(document.paths) };
}

function inOrder(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const isFirst = ([path]: [string, unknown]): boolean => FIRST_PATHS.includes(path);
  const entries = Object.entries(paths);
  const first = entries.filter(isFirst).sort(([one], [other]) => FIRST_PATHS.indexOf(one) - FIRST_PATHS.indexOf(other));
  return Object.fromEntries([...first, ...entries.filter((entry) => !isFirst(entry))]);
}

/** The API document at `/openapi.json`, made at the first request. */
export function serveOpenApi(app: INestApplication, publicUrl: string): void {
  const document = (): string => JSON.stringify(apiDocument(app, publicUrl));
  app.getHttpAdapter().get('/openapi.json', renderedOnce('application/json; charset=utf-8', document));
}
