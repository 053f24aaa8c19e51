import { createTransport, type NodemailerError, type Transporter } from 'nodemailer';
import { MailNotTaken, MailTransport, type OutgoingMail } from './mail-transport.js';
import { mimeMessage, NO_REFERENCES } from './mime-message.js';

/**
 * Servers that scan a message answer its end late: RFC 5321 section 4.5.3.2.6 asks for ten minutes of patience, since a
 * client that hangs up earlier has the message delivered twice. The whole conversation is bounded, because a database
 * connection waits.
 */
const TIMEOUTS = { connection: 10_000, greeting: 15_000, silence: 30_000, conversation: 60_000 };
const CONNECTIONS = 4;

export class SmtpTransport extends MailTransport {
  private readonly transporter: Transporter;

  constructor(
    url: string,
    private readonly timeouts: typeof TIMEOUTS = TIMEOUTS,
  ) {
    super();
    this.transporter = createTransport({
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: timeouts.connection,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.silence,
      ...NO_REFERENCES,
    });
  }

  async send(mail: OutgoingMail): Promise<void> {
    try {
      await this.transporter.sendMail({
        ...mimeMessage(mail),
        signal: AbortSignal.timeout(this.timeouts.conversation),
      });
    } catch (error) {
      throw new MailNotTaken(reasonOf(error as NodemailerError), isPermanent(error as NodemailerError));
    }
  }

  close(): void {
    this.transporter.close();
  }
}

/**
 * A refusal of the recipient or of the message is final (RFC 5321 section 4.2.1), and repeating it costs our reputation. The same
 * codes at an earlier step, such as the login, are about our configuration, which the operator may set right.
 */
function isPermanent(error: NodemailerError): boolean {
  return error.permanent === true && (error.command === 'RCPT TO' || error.command === 'DATA');
}

function reasonOf(error: NodemailerError): string {
  const { code = error.name, originalCode, responseCode, response = '', command = '' } = error;
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const step = /^[A-Z0-9 -]{2,30}$/.test(command) ? `at ${command}` : undefined;
  return [code, originalCode, responseCode, enhanced, step].filter((part) => part !== undefined).join(' ');
}
