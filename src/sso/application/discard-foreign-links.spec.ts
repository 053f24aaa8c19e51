import { describe, expect, it } from '@jest/globals';
import type { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { DomainStanding } from '../domain/linking.js';
import { DiscardForeignLinks } from './discard-foreign-links.js';
import type { OwnedDomains } from './ports/domain-names.js';
import type { Identities, IdentityRow } from './ports/identities.js';

const LINK = { id: 5, organizationId: 2, connectionId: 3 } as IdentityRow;

async function leftWhere(standing: DomainStanding): Promise<{ links: number; recorded: string[] }> {
  let links = [LINK];
  const recorded: string[] = [];
  const identities: Pick<Identities, 'ofUser' | 'remove'> = {
    ofUser: async () => links,
    remove: async (_, id) => {
      links = links.filter((link) => link.id !== id);
      return true;
    },
  };
  const domains: Pick<OwnedDomains, 'standingOf'> = { standingOf: async () => standing };
  const trail: Pick<AuditTrail, 'record'> = {
    record: async ({ action }) => {
      recorded.push(action);
    },
  };
  const discard = new DiscardForeignLinks(identities as Identities, domains as OwnedDomains, trail as AuditTrail);
  await discard.execute({ userId: 1, emailKey: 'jo@corp.example' });
  return { links: links.length, recorded };
}

describe('a link to the account of a person who has come', () => {
  it.each(['verified', 'drifted'] as const)('stays where the domain of its organization is %s', async (standing) => {
    expect(await leftWhere(standing)).toEqual({ links: 1, recorded: [] });
  });

  it.each(['lost', 'not_owned'] as const)('ends where the domain of its organization is %s', async (standing) => {
    expect(await leftWhere(standing)).toEqual({ links: 0, recorded: ['sso.identity.unlinked'] });
  });
});
