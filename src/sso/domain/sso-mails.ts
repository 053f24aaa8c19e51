interface MailText {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** Goes to the organization that holds the domain. Does not say who asks for it. */
export function domainContestedMail(domain: string): MailText {
  return {
    subject: `Another organization claims the domain ${domain}`,
    lines: [
      `A person who can change the DNS of ${domain} asked to use the domain for single sign-on of another organization here.`,
      'Your organization keeps the domain as long as your own record is in the DNS.',
      '',
      'To give it up, release it in the settings of single sign-on. If you do not know why another person can change',
      'your DNS, find out who can.',
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
      'People who already log in through your identity provider still can. Other members prove with their password that',
      'their account is theirs; without a password they cannot log in. Addresses of these domains link no new people and',
      'create no accounts until the record is back. Headgate checks it each day, and whenever you ask for it.',
      '',
      'If another organization proves a domain in the DNS before that, it gets the domain.',
    ],
  };
}

export function domainLostMail(domain: string): MailText {
  return {
    subject: `Another organization has the domain ${domain} now`,
    lines: [
      `The DNS no longer shows that ${domain} is yours. It shows that another organization here owns it, so that organization has it now.`,
      '',
      'People who already log in through your identity provider still can. Other members with an address of the domain prove',
      'with their password that their account is theirs; without a password they cannot log in. Give them another address, or',
      'exempt them from single sign-on. If the domain is yours, put your record into the DNS again, and ask the operator of',
      'this installation.',
    ],
  };
}

export function certificateExpiringMail(connection: string, expiresAt: Date, days: number): MailText {
  const day = expiresAt.toISOString().slice(0, 10);
  return {
    subject: `A certificate of the connection ${connection} expires in ${days === 1 ? 'one day' : `${days} days`}`,
    lines: [
      `A certificate with which the identity provider of the connection "${connection}" signs logins expires on ${day}.`,
      'Logins that are signed with it are refused then. If the connection has no other certificate that the provider uses,',
      'nobody can log in through it.',
      '',
      'Have the provider make a new certificate, and add it to the connection before you switch. Both work side by side.',
    ],
  };
}
