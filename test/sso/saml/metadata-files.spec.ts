import { X509Certificate } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { GuardedFetch } from '../../../src/platform/network/guarded-fetch.js';
import { SystemResolver } from '../../../src/platform/network/host-resolver.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { SamlDocuments } from '../../../src/sso/adapters/saml/saml-documents.js';
import { FixedClock } from '../../support/fixed-clock.js';
import { THREADS } from '../../support/saml-connection.js';

/** A folder with the metadata of real providers. They are other people's files, so none is here: docs/testing.md says where they are. */
const FOLDER = process.env['TEST_METADATA'];
const files =
  FOLDER === undefined
    ? []
    : readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => /IDPSSODescriptor/.test(read(file)));

function read(file: string): string {
  return file.endsWith('.xml') ? readFileSync(join(FOLDER ?? '', file), 'utf8') : '';
}

const config = loadConfig({ NODE_ENV: 'test' });
const outgoing = new GuardedFetch(config, new SystemResolver());
const DAY_MS = 86_400_000;

/** As it stands in a file, for its name and its certificates. */
const PROVIDER =
  /<(?:\w+:)?EntityDescriptor\b[^>]*?entityID=["']([^"']+)["'][^>]*>(?:(?!EntityDescriptor)[^])*?IDPSSODescriptor(?:(?!EntityDescriptor)[^])*/g;
/** What is wrong with a provider itself, so that nobody could log in by it. */
const UNUSABLE = /certificate|no longer valid|one after the other|is not SAML 2\.0 metadata|larger than/;

/** Most such files are old: they are read as on the first day of their newest certificate. */
function dayOf(provider: string): Date {
  const began = [...provider.matchAll(/X509Certificate>([^<]+)</g)].map(([, base64]) => {
    try {
      return Date.parse(new X509Certificate(Buffer.from(base64 ?? '', 'base64')).validFrom);
    } catch {
      return 0;
    }
  });
  return new Date(Math.max(0, ...began) + DAY_MS);
}

/** `null` for a provider that was read. */
async function refusalOf(xml: string, provider: string, entityId: string | undefined): Promise<string | null> {
  const documents = new SamlDocuments(config, outgoing, THREADS, new FixedClock(dayOf(provider)));
  try {
    await documents.read(xml, 1, entityId);
    return null;
  } catch (error) {
    return String((error as { reason?: unknown }).reason ?? error);
  }
}

(files.length > 0 ? describe : describe.skip)('the metadata of real providers (needs TEST_METADATA)', () => {
  const told: string[] = [];
  afterAll(() => {
    const isRead = told.filter((line) => line.startsWith('read')).length;
    process.stderr.write(`${told.sort().join('\n')}\n${isRead} read, ${told.length - isRead} refused\n`);
  });

  it.each(files)('is read, or refused for what is wrong with a provider: %s', async (file) => {
    const xml = read(file);
    const providers = [...xml.matchAll(PROVIDER)].slice(0, 20);
    const all = providers.length === 0 ? [[xml, undefined] as const] : providers.map(([provider, id]) => [provider, id] as const);
    for (const [provider, id] of all) {
      const reason = await refusalOf(xml, provider, id);
      told.push(`${reason === null ? 'read' : 'refused'}: ${file} ${id ?? ''} ${reason ?? ''}`);
      // One of SAML 1.1 among others cannot be chosen.
      if (!/protocolSupportEnumeration="[^"]*SAML:2\.0/.test(provider)) continue;
      expect(reason ?? 'certificate').toMatch(UNUSABLE);
    }
  });
});
