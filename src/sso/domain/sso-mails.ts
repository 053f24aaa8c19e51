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
      'As long as your own record stands in the DNS, the domain stays with your organization.',
      '',
      'If you want to give it up, release it in the settings of single sign-on. If you do not know why a person ' +
        'else can change',
      'your DNS, find out who can.',
    ],
  };
}

export function domainsDriftedMail(domains: readonly string[]): MailText {
  return {
    subject: `The DNS does not show ${domains.length === 1 ? `the domain ${domains[0] ?? ''}` : 'some domains'} to be yours any more`,
    lines: [
      'The record by which your organization showed that it owns a domain was not found in the DNS:',
      '',
      ...domains.map((domain) => `  ${domain}`),
      '',
      'People who already log in through your identity provider can go on. Members who have not come through it yet show by their ' +
        'password that',
      'their account is theirs; those without a password first choose one, by "Forgotten your password?" where they sign in. ' +
        'Addresses of',
      'these domains link no new people and create no accounts until the record is there again. It is checked each day, and whenever ' +
        'you ask',
      'for it.',
      '',
      'If another organization shows a domain in the DNS before that, the domain goes to it.',
    ],
  };
}

export function domainLostMail(domain: string): MailText {
  return {
    subject: `Another organization has the domain ${domain} now`,
    lines: [
      `The DNS no longer shows that ${domain} is yours, and it shows that it belongs to another organization here, so it went there.`,
      '',
      'People who already log in through your identity provider can go on. Members with an address of the domain who have not come ' +
        'through it yet',
      'show by their password that their account is theirs; those without a password first choose one, by "Forgotten your password?" ' +
        'where they sign in. If they no longer get mail there, give them another address,',
      'or lift the requirement of single sign-on for them. If the domain is yours, put your record into the DNS again, and ask the ' +
        'operator',
      'of this installation.',
    ],
  };
}

export function certificateExpiringMail(connection: string, expiresAt: Date, days: number): MailText {
  const day = expiresAt.toISOString().slice(0, 10);
  return {
    subject: `A certificate of the connection ${connection} expires in ${days === 1 ? 'one day' : `${days} days`}`,
    lines: [
      `On ${day} a certificate expires with which the identity provider of the connection "${connection}" signs ` +
        'logins.',
      'From then on, logins that are signed with it are refused. If the connection has no other certificate that ' +
        'the provider',
      'uses, no one can log in through it.',
      '',
      'Have the provider make a new certificate, and add it to the connection before you switch over: both work ' +
        'meanwhile.',
    ],
  };
}
