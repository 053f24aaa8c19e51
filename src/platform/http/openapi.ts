import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** `/openapi.json` and a browsable page at `/docs`, whose scripts and styles come from this server. */
export function serveOpenApi(app: INestApplication, publicUrl: string): void {
  const description = new DocumentBuilder()
    .setTitle('Headgate')
    .setDescription(
      'Accounts, access and data context for enterprise AI analytics. Under `/api/v1` a success is `{success, data, message}`; ' +
        'every error is `{success: false, code, message, details?, request_id}` with a stable `code`.',
    )
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addServer(publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A provisioning token of an organization' }, 'scim')
    .build();
  // Made when it is first asked for: half a second of work that no start should wait for.
  const document = (): OpenAPIObject => SwaggerModule.createDocument(app, description);
  SwaggerModule.setup('docs', app, document, { jsonDocumentUrl: 'openapi.json', customSiteTitle: 'Headgate API' });
}
