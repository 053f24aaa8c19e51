import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import { type Sentence, say } from '../../shared/sentence.js';
import type { User } from './user.js';

/**
 * Tells the holder of an account that the directory of their organization has changed what opens it. Goes to the
 * address that the account had and to the one that it has.
 */
export function steeredMails(before: User, after: User, at: Date): readonly Mail[] {
  const changes = changesOf(before, after);
  if (changes.length === 0) return [];
  const to: readonly Contact[] = before.emailKey === after.emailKey ? [after] : [before, after];
  return to.map((contact) =>
    mailTo(contact, 'Your organization changed your Headgate account', [
      say('the directory of your organization changed your account on {at}:', { at: at.toISOString() }),
      changes,
      'To make the account yours alone, reset the password by mail. After that, no directory can change it. If you did not expect this, tell the administrator of your organization.',
    ]),
  );
}

function changesOf(before: User, after: User): readonly Sentence[] {
  const changes: Sentence[] = [];
  if (before.emailKey !== after.emailKey) changes.push('- The e-mail address of the account was changed.');
  if (before.passwordHash !== after.passwordHash)
    changes.push('- The password was changed. You were signed out everywhere, and your devices are no longer trusted.');
  return changes;
}
