import { describe, expect, it } from '@jest/globals';
import { clientOfDocument, isDocumentAddress, isOnThisMachine, isRedirectAddress, matchesRedirect } from './agent-client.js';

const ID = 'https://client.example/oauth/metadata.json';
const DOCUMENT = { client_id: ID, client_name: 'Desk', redirect_uris: ['http://127.0.0.1/callback', 'https://client.example/callback'] };

describe('redirect addresses', () => {
  it.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1:4711/callback'],
    ['http://127.0.0.1:1/callback', 'http://127.0.0.1:2/callback'],
    ['http://[::1]/callback', 'http://[::1]:4711/callback'],
    ['http://localhost/callback?a=1', 'http://localhost:4711/callback?a=1'],
    ['https://client.example/callback', 'https://client.example/callback'],
  ])('of this machine have any port: %s, %s', (registered, asked) => {
    expect(matchesRedirect(registered, asked)).toBe(true);
  });

  it.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1:4711/callback/'],
    ['http://127.0.0.1/callback', 'http://localhost:4711/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:4711/a/../callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:4711@evil.example/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1.evil.example/callback'],
    ['https://client.example/callback', 'https://client.example:8443/callback'],
    ['https://client.example/callback', 'https://client.example/callback#x'],
  ])('are otherwise compared letter by letter: %s, %s', (registered, asked) => {
    expect(matchesRedirect(registered, asked)).toBe(false);
  });

  it.each([
    'http://client.example/callback',
    'http://10.0.0.1/callback',
    'https://user@client.example/callback',
    'https://client.example/callback#part',
    'https:client.example',
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'view-source:https://a',
    'with space://x',
    '',
  ])('are never %s', (address) => {
    expect(isRedirectAddress(address, { ownSchemes: true })).toBe(false);
  });

  it.each([
    ['http://127.0.0.1:4711/callback', true],
    ['https://localhost:4711/callback', true],
    ['https://[::1]/callback', true],
    ['cursor://anysphere.cursor-mcp/oauth/callback', true],
    ['https://client.example/callback', false],
    ['https://localhost.example/callback', false],
  ])('of programs on the machine of the person, as which others there can pose: %s is %s', (address, expected) => {
    expect(isOnThisMachine(address)).toBe(expected);
  });

  it('have a scheme of their own only where an administrator knows the client', () => {
    const address = 'cursor://anysphere.cursor-mcp/oauth/callback';
    expect([true, false].map((ownSchemes) => isRedirectAddress(address, { ownSchemes }))).toEqual([true, false]);
  });
});

describe('metadata documents of clients', () => {
  it.each([
    'http://client.example/a',
    'https://client.example',
    'https://client.example/',
    'https://client.example/a#b',
    'https://u:p@client.example/a',
    'https://client.example/a/../b',
    'https://CLIENT.example/a',
    'client_abc',
  ])('have no address such as %s', (address) => {
    expect(isDocumentAddress(address)).toBe(false);
  });

  it('tell the name, and the addresses that may be used; a scope in them changes nothing', () => {
    const client = clientOfDocument(ID, {
      ...DOCUMENT,
      scope: 'admin',
      redirect_uris: [...DOCUMENT.redirect_uris, 'http://evil.example/'],
    });
    expect(client).toEqual({ id: ID, name: 'Desk', host: 'client.example', organizationId: null, redirectUris: DOCUMENT.redirect_uris });
  });

  it.each([
    [{ ...DOCUMENT, client_id: 'https://client.example/other' }],
    [{ ...DOCUMENT, client_secret: 'x' }],
    [{ ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' }],
    [{ ...DOCUMENT, redirect_uris: [] }],
    [{ ...DOCUMENT, redirect_uris: 'http://127.0.0.1/' }],
    [null],
    ['text'],
    [[]],
  ])('are refused if they are of another kind: %j', (document) => {
    expect(clientOfDocument(ID, document)).toBeNull();
  });

  it('name a client without a fit name by its host', () => {
    expect(clientOfDocument(ID, { ...DOCUMENT, client_name: '\u202Eevil' })?.name).not.toContain('\u202E');
    expect(clientOfDocument(ID, { ...DOCUMENT, client_name: undefined })?.name).toBe('client.example');
  });
});
