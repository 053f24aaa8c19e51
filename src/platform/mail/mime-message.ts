import type { SendMailOptions } from 'nodemailer';
import { asciiAddressOf } from '../../shared/email-key.js';
import type { OutgoingMail } from './mail-transport.js';

/** Our mails hold no references: a path or address that slipped into one must not be fetched. */
export const NO_REFERENCES = { disableFileAccess: true, disableUrlAccess: true };

export function mimeMessage(mail: OutgoingMail): SendMailOptions {
  return {
    messageId: mail.messageId,
    date: mail.date,
    from: mail.from,
    // As an object it is always one recipient; a string would be parsed as a list. The mail goes to exactly the domain
    // by which the address is compared, and not to the one that the library below would make of another spelling.
    to: { name: '', address: asciiAddressOf(mail.to) ?? mail.to },
    // A text that reads as an encoded word (RFC 2047) would be shown decoded, with anything that its author hid in it.
    // When divided, it is itself encoded.
    subject: mail.subject.replaceAll('=?', '=\u200B?'),
    text: mail.text,
    html: mail.html,
    // Keeps holiday notices and other robots from answering (RFC 3834 section 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...NO_REFERENCES,
  };
}
