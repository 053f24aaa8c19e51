import { inMail } from '../../shared/in-mail.js';
import { mailedList } from '../../shared/mail-to.js';
import type { MailText } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';
import { singleLine } from '../../shared/single-line.js';

/** Goes to the owners: to change an active data policy takes their permission. */
export function outdatedMail(
  dataSource: string,
  policies: readonly { readonly name: string; readonly messages: readonly string[] }[],
): MailText {
  // Messages name relations of the schema, which owners copy from here.
  const told = policies.flatMap(({ name, messages }) => messages.map((message) => `${inMail(name)}: ${singleLine(message)}`));
  return {
    subject: say('Data policies no longer fit the data source "{name}"', { name: inMail(dataSource) }),
    body: [
      'Some rules of active data policies no longer fit the schema:',
      mailedList(told),
      'Until you correct these rules, their tables are hidden from everyone the policies apply to. On MySQL, MariaDB, SQLite and DuckDB new tables are hidden from them too, until an owner has reviewed them.',
    ],
  };
}
