import { inMail } from '../../shared/in-mail.js';
import { mailedList } from '../../shared/mail-to.js';
import type { MailText } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

/** Goes to the organization that holds the domain. Does not say who asks for it. */
export function domainContestedMail(domain: string): MailText {
  return {
    subject: say('Another organization claims the domain {domain}', { domain }),
    body: [
      say(
        'Somebody who can change the DNS of {domain} asked to use the domain for single sign-on of another organization here. Your organization keeps the domain while your own record is in the DNS.',
        { domain },
      ),
      'If you want to give it up, release it in the settings of single sign-on. If not, find out who can change your DNS.',
    ],
  };
}

export function domainsDriftedMail(domains: readonly string[]): MailText {
  const [domain = '', ...others] = domains;
  return {
    subject:
      others.length === 0
        ? say('The DNS no longer shows that the domain {domain} is yours', { domain })
        : 'The DNS no longer shows that some domains are yours',
    body: [
      'The DNS no longer has the record that proves that your organization owns these domains:',
      mailedList(domains),
      'People who already log in through your identity provider are not affected. Members who have not used it yet must prove with their password that the account is theirs; those without a password first choose one, by "Forgotten your password?" where they sign in. New people with addresses of these domains cannot join until the record is back. We check it every day, and whenever you ask.',
      'If another organization verifies a domain before that, the domain goes to it.',
    ],
  };
}

export function domainLostMail(domain: string): MailText {
  return {
    subject: say('Another organization now has the domain {domain}', { domain }),
    body: [
      say('The DNS no longer shows that {domain} is yours, but that it belongs to another organization here. So that one has it now.', {
        domain,
      }),
      'People who already log in through your identity provider are not affected. Members with an address of the domain who have not used it yet must prove with their password that the account is theirs; those without a password first choose one, by "Forgotten your password?" where they sign in. If they no longer get mail there, give them another address, or lift the requirement of single sign-on for them. If the domain is yours, put your record back into the DNS and ask the operator of this installation.',
    ],
  };
}

export function certificateExpiringMail(connection: string, expiresAt: Date, days: number): MailText {
  const named = { connection: inMail(connection) };
  return {
    subject:
      days === 1
        ? say('A certificate of the connection {connection} expires in one day', named)
        : say('A certificate of the connection {connection} expires in {days} days', { ...named, days }),
    body: [
      say(
        'On {at} a certificate expires that the identity provider of the connection "{connection}" signs logins with. From then on, we refuse logins that are signed with it. If the provider uses no other certificate of the connection, nobody can log in through it.',
        { ...named, at: expiresAt.toISOString() },
      ),
      'Make a new certificate at the provider, and add it to the connection before you switch over. Both work until the old one expires.',
    ],
  };
}
