import { inMail } from '../../shared/in-mail.js';

interface MailText {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** Goes to the organization that holds the domain. Does not say who asks for it. */
export function domainContestedMail(domain: string): MailText {
  return {
    subject: `Another organization claims the domain ${domain}`,
    lines: [
      `Somebody who can change the DNS of ${domain} asked to use the domain for single sign-on of another organization here.`,
      'Your organization keeps the domain while your own record is in the DNS.',
      '',
      'If you want to give it up, release it in the settings of single sign-on. If not, find out who can change your DNS.',
    ],
  };
}

export function domainsDriftedMail(domains: readonly string[]): MailText {
  return {
    subject: `The DNS no longer shows that ${domains.length === 1 ? `the domain ${domains[0] ?? ''} is` : 'some domains are'} yours`,
    lines: [
      'The DNS no longer has the record that proves that your organization owns:',
      '',
      ...domains.map((domain) => `  ${domain}`),
      '',
      'People who already log in through your identity provider are not affected. Members who have not used it yet must prove',
      'with their password that the account is theirs; those without a password first choose one, by "Forgotten your password?"',
      'where they sign in. New people with addresses of these domains cannot join until the record is back. We check it every',
      'day, and whenever you ask.',
      '',
      'If another organization verifies a domain before that, the domain goes to it.',
    ],
  };
}

export function domainLostMail(domain: string): MailText {
  return {
    subject: `Another organization now has the domain ${domain}`,
    lines: [
      `The DNS no longer shows that ${domain} is yours, but that it belongs to another organization here. So that one has it now.`,
      '',
      'People who already log in through your identity provider are not affected. Members with an address of the domain who',
      'have not used it yet must prove with their password that the account is theirs; those without a password first choose one,',
      'by "Forgotten your password?" where they sign in. If they no longer get mail there, give them another address, or lift the',
      'requirement of single sign-on for them. If the domain is yours, put your record back into the DNS and ask the operator',
      'of this installation.',
    ],
  };
}

export function certificateExpiringMail(connection: string, expiresAt: Date, days: number): MailText {
  const day = expiresAt.toISOString().slice(0, 10);
  return {
    subject: `A certificate of the connection ${inMail(connection)} expires in ${days === 1 ? 'one day' : `${days} days`}`,
    lines: [
      `On ${day} a certificate expires that the identity provider of the connection "${inMail(connection)}" signs logins with.`,
      'From then on, we refuse logins that are signed with it. If the provider uses no other certificate of the connection,',
      'nobody can log in through it.',
      '',
      'Make a new certificate at the provider, and add it to the connection before you switch over. Both work until the old one expires.',
    ],
  };
}
