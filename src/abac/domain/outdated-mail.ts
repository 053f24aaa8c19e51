import { inMail } from '../../shared/in-mail.js';
import { singleLine } from '../../shared/single-line.js';

const MOST_LINES = 50;

/** Goes to the owners: to change an active data policy takes their permission. */
export function outdatedMail(
  dataSource: string,
  policies: readonly { readonly name: string; readonly messages: readonly string[] }[],
): { readonly subject: string; readonly lines: readonly string[] } {
  // Messages name relations of the schema, which owners copy from here.
  const told = policies.flatMap(({ name, messages }) => messages.map((message) => `  ${inMail(name)}: ${singleLine(message)}`));
  const left = told.length - MOST_LINES;
  return {
    subject: `Data policies no longer fit the data source "${inMail(dataSource)}"`,
    lines: [
      'Some rules of active data policies no longer fit the schema:',
      '',
      ...told.slice(0, MOST_LINES),
      ...(left > 0 ? [`  … and ${left} more.`] : []),
      '',
      'Until you correct these rules, their tables are hidden from everyone the policies apply to. On MySQL, MariaDB, SQLite and DuckDB new tables are hidden from them too, until an owner has reviewed them.',
    ],
  };
}
