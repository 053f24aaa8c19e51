import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import express, { type Request } from 'express';
import { auth, metadata } from 'samlp';
import { Browser, type Visit } from './browser.js';
import { EMAIL, GROUPS, NAME, logoutRequestXml, redirectQuery } from './saml-messages.js';
import { type SelfSigned, selfSigned } from './self-signed.js';

export interface SamlAccount {
  readonly subject: string;
  readonly email?: string;
  readonly name?: string;
  readonly groups?: readonly string[];
  /** How the person logs in there, for example `https://refeds.org/profile/mfa`. */
  readonly authnContext?: string;
}

interface Claims {
  getClaims(): Readonly<Record<string, unknown>>;
  getNameIdentifier(): { nameIdentifier: string; nameIdentifierFormat: string };
}

export interface SamlIdp {
  readonly entityId: string;
  readonly metadataUrl: string;
  readonly signOnUrl: string;
  /** With its key, for messages that a test writes in its name. */
  readonly signer: SelfSigned;
  readonly accounts: SamlAccount[];
  /**
   * Follows the browser from an address that leads to the provider, logs in there, posts its answer, and stops before what `until`
   * says; by default at the first page.
   */
  logIn(startUrl: string | URL, subject: string, options?: { browser?: Browser; until?: (url: URL) => boolean }): Promise<Visit>;
  /** Where the provider sends the browser when a person ends their session there. */
  logoutAddress(sloUrl: string, subject: string, options?: { sessionIndex?: string; id?: string }): string;
  close(): Promise<void>;
}

const WHO = 'as';
/** A person has one session there at a time. */
const sessionIndexOf = (subject: string): string => `_session-of-${subject}`;

/**
 * A real provider (`samlp`) on loopback: requests by redirect or by a form, answers by a form that posts itself, signed assertions. They carry the
 * time of the machine, so a test that reads them needs a `MachineClock`.
 */
export async function startSamlIdp({ accounts }: { accounts: readonly SamlAccount[] }): Promise<SamlIdp> {
  const signer = selfSigned('idp.test', { type: 'rsa' });
  const app = express();
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idp: SamlIdp = {
    entityId: `${origin}/entity`,
    metadataUrl: `${origin}/metadata`,
    signOnUrl: `${origin}/sso`,
    signer,
    accounts: [...accounts],
    logIn: (startUrl, subject, { browser = new Browser(), until } = {}) => {
      browser.setCookie(origin, WHO, encodeURIComponent(subject));
      return browser.visit(startUrl, until);
    },
    logoutAddress: (sloUrl, subject, { sessionIndex = sessionIndexOf(subject), id } = {}) => {
      const session = sessionIndex === '' ? {} : { sessionIndex };
      const request = { issuer: idp.entityId, destination: sloUrl, subject, instant: new Date(), ...session };
      const xml = logoutRequestXml({ ...request, ...(id !== undefined && { id }) });
      return `${sloUrl}?${redirectQuery('SAMLRequest', xml, signer)}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  serve(app, idp);
  return idp;
}

function serve(app: express.Express, idp: SamlIdp): void {
  const { entityId: issuer, signer } = idp;
  const own = { issuer, cert: signer.cert, key: signer.key };
  const endpoints = {
    redirectEndpointPath: '/sso',
    postEndpointPath: '/sso',
    logoutEndpointPaths: { redirect: '/slo' },
  };
  app.get('/metadata', metadata({ ...own, ...endpoints }));
  app.use(express.urlencoded({ extended: false }));
  app.all('/sso', (request, response, next) => {
    const account = idp.accounts.find(({ subject }) => subject === whoIs(request));
    if (account === undefined) {
      response.status(403).send('No person of that name.');
      return;
    }
    const acsUrl = acsUrlOf(request);
    auth({
      ...own,
      // It answers where it was asked to, as most do for a service that they know.
      getPostURL: (_audience: string, _request: Document, _http: Request, done: (error: null, url: string) => void) => done(null, acsUrl),
      recipient: acsUrl,
      destination: acsUrl,
      getUserFromRequest: () => account,
      profileMapper: claimsOf,
      lifetimeInSeconds: 300,
      sessionIndex: sessionIndexOf(account.subject),
      ...(account.authnContext !== undefined && { authnContextClassRef: account.authnContext }),
    })(request, response, next);
  });
  app.get('/slo', (_request, response) => void response.send('Logged out.'));
}

function whoIs(request: Request): string {
  return decodeURIComponent(/(?:^|; )as=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
}

function acsUrlOf(request: Request): string {
  const { searchParams } = new URL(request.originalUrl, 'http://127.0.0.1');
  const { SAMLRequest: posted } = (request.body ?? {}) as { readonly SAMLRequest?: string };
  const sent = Buffer.from(posted ?? searchParams.get('SAMLRequest') ?? '', 'base64');
  const xml = (posted === undefined ? inflateRawSync(sent) : sent).toString();
  return /AssertionConsumerServiceURL="([^"]*)"/.exec(xml)?.[1] ?? '';
}

function claimsOf({ subject, email, name, groups }: SamlAccount): Claims {
  return {
    getClaims: () => ({ [EMAIL]: email, [NAME]: name, [GROUPS]: groups }),
    getNameIdentifier: () => ({
      nameIdentifier: subject,
      nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    }),
  };
}
