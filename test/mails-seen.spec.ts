import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const OWN = 'Its recipient caused it, or a stranger who must not learn whether the account exists or where its mail goes.';

/**
 * Each place that sends mails. `about`: what the trail names if the mail is given up, as that of whoever else caused it. The lists of
 * invitations and accounts show `invitation` and `user` too.
 */
const SENDERS: Readonly<Record<string, { readonly about: string; readonly in: 'organization' | 'installation' | 'either' } | typeof OWN>> =
  {
    'abac/application/disable-all-policies.ts': { about: 'organization', in: 'organization' },
    'abac/application/follow-renames.ts': { about: '${target.type}', in: 'organization' },
    'abac/application/tell-of-outdated-policies.ts': { about: 'data_source', in: 'organization' },
    'accounts/application/change-password.ts': OWN,
    'accounts/application/confirm-address-change.ts': OWN,
    'accounts/application/change-preferences.ts': OWN,
    // Of an administrator, of a directory, or asked for by the person. Those who ask are answered alike and read no trail, and an organization
    // must not learn whether somebody whom its directory brings had an account.
    'accounts/application/mail-password-link.ts': { about: 'user', in: 'installation' },
    'accounts/application/request-address-change.ts': OWN,
    'accounts/application/request-email-verification.ts': OWN,
    'accounts/application/reset-password.ts': OWN,
    // The organization must not learn what its change met in an account that serves others too.
    'accounts/application/steer-account.ts': { about: 'user', in: 'installation' },
    'audit/application/announce-pause.ts': { about: 'webhook', in: 'organization' },
    'devices/application/activate-device.ts': OWN,
    'devices/application/revoke-stolen-device.ts': OWN,
    'evidence/application/make-exports.ts': OWN,
    'invitations/domain/invitation-mail.ts': { about: 'invitation', in: 'either' },
    'agents/application/allow-agent.ts': OWN,
    'agents/application/create-access-key.ts': OWN,
    'mfa/application/add-factor.ts': OWN,
    'mfa/application/answer-challenge.ts': OWN,
    'mfa/application/remove-factor.ts': OWN,
    'mfa/application/replace-recovery-codes.ts': OWN,
    'mfa/application/reset-factors.ts': { about: 'user', in: 'either' },
    'mfa/application/verify-factor.ts': OWN,
    'organizations/application/appoint-owner.ts': { about: 'member', in: 'organization' },
    // The system administrator who asked reads the trail of the installation, and not that of the organization.
    'organizations/domain/access-mail.ts': { about: 'access_request', in: 'installation' },
    'scim/application/ask-for-approval.ts': { about: 'scim_token', in: 'organization' },
    'sessions/application/assist-member.ts': { about: 'member', in: 'organization' },
    'sessions/application/tell-of-guesses.ts': OWN,
    'sso-enforcement/application/tell-of-requirements.ts': { about: 'organization', in: 'organization' },
    'sso-enforcement/application/end-exemption.ts': { about: 'member', in: 'organization' },
    'sso-enforcement/application/grant-exemption.ts': { about: 'member', in: 'organization' },
    'sso-enforcement/application/remind-of-factors.ts': { about: 'member', in: 'organization' },
    'sso-enforcement/application/use-break-glass.ts': { about: 'member', in: 'organization' },
    'sso-migration/application/end-move.ts': { about: 'member', in: 'organization' },
    'sso-migration/application/remind-members.ts': { about: 'member', in: 'organization' },
    'sso-migration/application/start-move.ts': { about: 'member', in: 'organization' },
    'sso-migration/application/suspend-wave.ts': { about: 'sso_wave', in: 'organization' },
    'sso/application/announce-expiring-certificates.ts': { about: 'sso_connection', in: 'organization' },
    'sso/application/recheck-domains.ts': { about: 'organization', in: 'organization' },
    'sso/application/take-domain.ts': { about: 'sso_domain', in: 'organization' },
  };

/** They leave the cause to the function that composes the mail. */
const COMPOSED: Readonly<Record<string, string>> = {
  'invitations/application/offer-place.ts': 'invitations/domain/invitation-mail.ts',
  'organizations/application/request-access.ts': 'organizations/domain/access-mail.ts',
};

const textOf = (file: string): string => readFileSync(join('src', file), 'utf8');

describe('a mail that is given up', () => {
  const senders = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && /\bmailer\.send\(/.test(textOf(file)))
    .map((file) => COMPOSED[file] ?? file);

  it('has a place where whoever caused it sees that, or a reason why there is none', () => {
    expect(senders.toSorted()).toEqual(Object.keys(SENDERS).toSorted());
  });

  it.each(Object.entries(SENDERS))('is told as the table says: %s', (file, told) => {
    const text = textOf(file);
    const causes = text.split('\n').filter((line) => /\babout: (?:`|mailAbout)/.test(line));
    if (told === OWN) return expect(causes).toEqual([]);
    expect(causes.join('\n')).toMatch(
      told.about === 'user'
        ? /about: (?:`user:|mailAbout\()/
        : new RegExp(`about: \`${told.about.replaceAll(/[${}.]/g, String.raw`\$&`)}:`),
    );
    // The member follows at once, or in the lines of the same object.
    const isOfOrganization = /\babout: [^\n]*\n?[^\n]*organizationId|\.\.\.cause, about: mailAbout/.test(text);
    expect(isOfOrganization).toBe(told.in !== 'installation');
  });
});
