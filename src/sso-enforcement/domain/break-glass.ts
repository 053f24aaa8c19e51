import type { Caller } from '../../shared/caller.js';
import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

export function breakGlassUsedMail(owner: Contact, username: string, at: Date): Mail {
  return mailTo(owner, 'A break-glass account has logged in to Headgate', [
    say(
      'the break-glass account "{name}" logged in on {at} with its password, around the single sign-on that your organization requires. The session ends after one hour.',
      { name: inMail(username), at: at.toISOString() },
    ),
    'If you do not know why, disable the account at once, and look at the audit trail.',
  ]);
}

export const FEWEST_BREAK_GLASS = 2;
export const MOST_BREAK_GLASS = 5;
/** How long an emergency takes; after that, password and factor are needed again. */
export const BREAK_GLASS_SESSION_SECONDS = 3600;
const DRILL_LASTS_MS = 90 * 86_400_000;
const PROOF_IS_FRESH_MS = 10 * 60_000;

/** An account that gets in without single sign-on when that is required and fails. */
export interface BreakGlass {
  readonly userId: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly designatedAt: Date;
  readonly drilledAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** An owner whose account is active, and who is not suspended. */
  readonly isActiveOwner: boolean;
  readonly hasWebauthn: boolean;
  readonly hasTotp: boolean;
}

/** Which second factors make an account fit for emergencies. */
export abstract class BreakGlassTerms {
  /** Codes of an authenticator app can be phished; passkeys cannot. */
  abstract readonly acceptsTotp: boolean;
}

export function meetsBreakGlassTerms(account: BreakGlass, terms: BreakGlassTerms): boolean {
  return account.isActiveOwner && (account.hasWebauthn || (terms.acceptsTotp && account.hasTotp));
}

/** Fit, and shown to work not long ago. */
export function isReady(account: BreakGlass, terms: BreakGlassTerms, now: Date): boolean {
  const { drilledAt } = account;
  return meetsBreakGlassTerms(account, terms) && drilledAt !== null && now.getTime() - drilledAt.getTime() < DRILL_LASTS_MS;
}

/**
 * A session that began with the password and in which a second factor was proved just now: exactly what an emergency
 * needs.
 */
export function provesDrill(session: Caller, terms: BreakGlassTerms, now: Date): boolean {
  const { amr, mfaAt, ssoConnectionId } = session;
  const isFresh = mfaAt !== null && now.getTime() - mfaAt.getTime() < PROOF_IS_FRESH_MS;
  const hasFactor = amr.includes('hwk') || (terms.acceptsTotp && amr.includes('otp'));
  return isFresh && hasFactor && amr.includes('pwd') && !amr.includes('rc') && ssoConnectionId === null;
}
