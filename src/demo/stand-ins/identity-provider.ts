import type { RequestListener } from 'node:http';
import express from 'express';
import { oidcProvider } from './oidc.js';
import { samlProvider } from './saml.js';
import { sendPage } from './sign-in-page.js';
import { signerIn } from './signer.js';

/** One provider that speaks OpenID Connect and SAML, with the same people and the same page to sign in. */
export async function identityProvider(origin: string, directory: string): Promise<RequestListener> {
  const signer = await signerIn(directory);
  const app = express();
  app.disable('x-powered-by');
  app.get('/', (_request, response) => {
    sendPage(
      response,
      200,
      'Identity provider of the demo',
      `<p>OpenID Connect, issuer: <code>${origin}</code></p><p>SAML 2.0, metadata: <a href="/saml/metadata">${origin}/saml/metadata</a></p>`,
    );
  });
  app.use('/saml', samlProvider(origin, signer));
  app.use(await oidcProvider(origin, signer));
  return app;
}
