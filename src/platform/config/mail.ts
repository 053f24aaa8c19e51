import { type Environment, isLoopback } from './environment.js';

export interface MailConfig {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Whether others on the network may read the mails, with the links in them. */
  readonly isInTheClear: boolean;
}

export function mailOf(env: Environment): MailConfig {
  const smtpUrl = env.url('SMTP_URL', ['smtp:', 'smtps:']);
  return {
    smtpUrl: smtpUrl?.href,
    from: env.text('MAIL_FROM') ?? 'Headgate <headgate@localhost>',
    isInTheClear: smtpUrl?.protocol === 'smtp:' && !isLoopback(smtpUrl.hostname) && smtpUrl.searchParams.get('requireTLS') !== 'true',
  };
}
