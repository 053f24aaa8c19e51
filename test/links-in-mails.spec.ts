import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { disabledMail } from '../src/abac/domain/disabled-mail.js';
import { goneMail } from '../src/abac/domain/gone-name.js';
import { outdatedMail } from '../src/abac/domain/outdated-mail.js';
import * as address from '../src/accounts/domain/address-mails.js';
import * as recovery from '../src/accounts/domain/recovery-mails.js';
import { steeredMails } from '../src/accounts/domain/steering-mails.js';
import type { User } from '../src/accounts/domain/user.js';
import { deviceStolenMail, deviceTrustedMail } from '../src/devices/domain/device-mails.js';
import { invitationMail } from '../src/invitations/domain/invitation-mail.js';
import { agentAllowedMail } from '../src/agents/domain/agent-mail.js';
import { type AccessKey, keyCreatedMail } from '../src/agents/domain/access-key.js';
import * as factors from '../src/mfa/domain/factor-mails.js';
import { accessMail } from '../src/organizations/domain/access-mail.js';
import type { AccessRequest } from '../src/organizations/domain/access-request.js';
import { approvalWantedMail } from '../src/scim/domain/approval-mail.js';
import { sessionsEndedMail } from '../src/sessions/domain/assistance-mail.js';
import { guessesRefusedMail } from '../src/sessions/domain/guesses-mail.js';
import type { Mail, MailText } from '../src/shared/ports/mailer.js';
import { mailText } from '../src/shared/mail-text.js';
import { inMail } from '../src/shared/in-mail.js';
import { breakGlassUsedMail } from '../src/sso-enforcement/domain/break-glass.js';
import { exportReadyMail } from '../src/evidence/domain/export-mails.js';
import { webhookPausedMail } from '../src/audit/domain/webhook-mails.js';
import { factorReminderMail, requirementChangedMail } from '../src/sso-enforcement/domain/sign-in-requirements.js';
import { exemptedMail, exemptionEndedMail } from '../src/sso-enforcement/domain/exemption.js';
import { moveRolledBackMail, moveStartedMail } from '../src/sso-migration/domain/move.js';
import { reminderMail, wavePausedMail } from '../src/sso-migration/domain/wave-mails.js';
import * as sso from '../src/sso/domain/sso-mails.js';

const EVIL = 'Win: https://evil.example/x www.evil.example evil。example mailto:a@evil.example';
const OURS = 'https://headgate.test/password-reset#token=t';
const SERVICE = { publicUrl: 'https://headgate.test', pagesUrl: 'https://headgate.test' };
const AT = new Date('2026-11-20T09:15:00.000Z');
const to = { username: EVIL, email: 'ines@delta.example' };
const user = { ...to, emailKey: 'ines@delta.example', passwordHash: 'a' } as unknown as User;
const factor = { type: 'totp', name: EVIL } as const;
const asked = (isSystemAdmin: boolean) => ({ organization: EVIL, by: { username: EVIL, isSystemAdmin }, member: EVIL });
const request = (told: object) =>
  ({ id: 1, isEmergency: false, reason: EVIL, expiresAt: AT, kind: 'change', subject: {}, ...told }) as unknown as AccessRequest;

/** Every mail, with that in each of its texts which people choose. Domains are proved by the DNS. */
const MAILS: Readonly<Record<string, () => object>> = {
  disabledMail: () => disabledMail(EVIL, [EVIL]),
  goneMail: () => goneMail({ organizationId: 1, kind: 'role', id: 1, from: EVIL, to: null, actorUserId: null }, [EVIL]),
  outdatedMail: () => outdatedMail(EVIL, [{ name: EVIL, messages: ['public.staff has no column salary.'] }]),
  passwordChangedMail: () => recovery.passwordChangedMail(user, AT),
  passwordNotChangedMail: () => recovery.passwordNotChangedMail(user, AT),
  preferencesChangedMail: () => recovery.preferencesChangedMail(user, AT),
  passwordResetMail: () => recovery.passwordResetMail(user, OURS, AT),
  welcomeMail: () => recovery.welcomeMail(user, OURS, AT),
  passwordWasResetMail: () => recovery.passwordWasResetMail(user, AT),
  emailVerificationMail: () => recovery.emailVerificationMail(user, OURS, AT),
  proveAddressMail: () => address.proveAddressMail(to, SERVICE, 't', AT),
  addressTakenMail: () => address.addressTakenMail(to.email, SERVICE),
  addressAskedMail: () => address.addressAskedMail(to, { address: EVIL, asker: { device: EVIL, ip: '192.0.2.1' }, at: AT }, SERVICE),
  addressChangedMail: () => address.addressChangedMail(to, EVIL, AT),
  steeredMails: () => steeredMails(user, { ...user, passwordHash: 'b' } as User, AT),
  deviceTrustedMail: () => deviceTrustedMail(to, EVIL, null, AT),
  deviceStolenMail: () => deviceStolenMail(to, EVIL, AT),
  invitationMail: () =>
    invitationMail({
      ...{ id: 1, organizationId: 1, to: to.email, inviter: EVIL, organization: EVIL, workspace: EVIL, role: EVIL },
      ...{ token: 't', link: OURS, expiresAt: AT },
    }),
  keyCreatedMail: () => keyCreatedMail(to, { name: EVIL, createdAt: AT, expiresAt: AT } as AccessKey),
  agentAllowedMail: () => agentAllowedMail(to, { name: EVIL, host: EVIL }, AT, AT),
  factorAddedMail: () => factors.factorAddedMail(to, factor, AT),
  factorRemovedMail: () => factors.factorRemovedMail(to, factor, 0, AT),
  recoveryCodesReplacedMail: () => factors.recoveryCodesReplacedMail(to, AT),
  factorsResetMail: () => factors.factorsResetMail(to, AT),
  codesGuessedMail: () => factors.codesGuessedMail(to, AT),
  recoveryCodeUsedMail: () => factors.recoveryCodeUsedMail(to, 1, AT),
  accessMail: () => [
    accessMail(to, asked(true), request({ subject: { change: 'set_labels', workspace: EVIL, labels: [EVIL] } })),
    accessMail(to, asked(false), request({ kind: 'reset_factors', subject: { user_id: 5 } })),
    accessMail(to, asked(true), request({ isEmergency: true, kind: 'reset_factors' })),
  ],
  approvalWantedMail: () => approvalWantedMail({ tokenId: 1, tokenName: EVIL }),
  sessionsEndedMail: () => sessionsEndedMail(to, EVIL, AT),
  guessesRefusedMail: () => guessesRefusedMail(to, '192.0.2.1', AT),
  breakGlassUsedMail: () => breakGlassUsedMail(to, EVIL, AT),
  exemptedMail: () => exemptedMail({ ...to, organizationName: EVIL }, { reason: EVIL, expiresAt: AT, pagesUrl: 'https://headgate.test' }),
  exemptionEndedMail: () => exemptionEndedMail({ ...to, organizationName: EVIL }),
  requirementChangedMail: () =>
    requirementChangedMail(EVIL, EVIL, { factor: { from: AT, graceDays: 0 }, sessions: { maxHours: 1, idleMinutes: 15 } }),
  factorReminderMail: () =>
    factorReminderMail({ ...to, userId: 1, organizationId: 1, organizationName: EVIL, dueAt: AT }, 'https://headgate.test'),
  moveStartedMail: () => moveStartedMail(EVIL, OURS),
  moveRolledBackMail: () => moveRolledBackMail(EVIL),
  reminderMail: () => reminderMail('start', 'ready_for_migration', { startsAt: null, startUrl: OURS, pagesUrl: 'https://headgate.test' }),
  exportReadyMail: () => [exportReadyMail(to, { userId: 2 }, AT, SERVICE), exportReadyMail(to, { organizationId: 1 }, AT, SERVICE)],
  webhookPausedMail: () => webhookPausedMail(EVIL, 'FAILING'),
  wavePausedMail: () => wavePausedMail(EVIL, ['TOO_MANY_REFUSALS']),
  domainContestedMail: () => sso.domainContestedMail('delta.example'),
  domainsDriftedMail: () => sso.domainsDriftedMail(['delta.example']),
  domainLostMail: () => sso.domainLostMail('delta.example'),
  certificateExpiringMail: () => sso.certificateExpiringMail(EVIL, AT, 3),
};

describe('a web address that somebody put into a name', () => {
  const composers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/domain\/[^/]+\.ts$/.test(file) && !file.endsWith('.spec.ts'))
    .flatMap((file) => [...readFileSync(join('src', file), 'utf8').matchAll(/^export function (\w+Mails?)\(/gm)].map(([, name]) => name));

  it('is tried in every mail', () => {
    expect(Object.keys(MAILS).sort()).toEqual(composers.sort());
  });

  it.each(Object.entries(MAILS))('is no link in %s', (_, compose) => {
    const mails = [compose()].flat() as (Mail | MailText)[];
    const mail = JSON.stringify(
      mails.flatMap((one) => (['en', 'de'] as const).map((language) => mailText(one, { language, timeZone: 'UTC' }))),
    );
    expect(mail).not.toMatch(/(?:evil[.。]|www\.|https:(?!\/\/headgate\.test)|mailto:)(?!\u200B)/);
  });

  it('looks as it was written, and an address stays one', () => {
    expect(inMail(EVIL).replaceAll('\u200B', '')).toBe(EVIL);
    expect(inMail('ines.klein@delta.example')).toBe('ines.klein@delta.example');
    expect(inMail('Dr. Klein, 1. Stock')).toBe('Dr. Klein, 1. Stock');
  });
});
