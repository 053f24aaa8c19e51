import { singleLine } from '../../shared/single-line.js';

const MOST_LINES = 50;

/** Goes to the owners: to change an active data policy takes their permission. */
export function outdatedMail(
  dataSource: string,
  policies: readonly { readonly name: string; readonly messages: readonly string[] }[],
): { readonly subject: string; readonly lines: readonly string[] } {
  const told = policies.flatMap(({ name, messages }) =>
    messages.map((message) => `  ${singleLine(name)}: ${singleLine(message)}`),
  );
  const left = told.length - MOST_LINES;
  return {
    subject: `Data policies do not fit the data source "${singleLine(dataSource)}" any more`,
    lines: [
      'Some rules of active data policies do not fit the schema that was discovered last:',
      '',
      ...told.slice(0, MOST_LINES),
      ...(left > 0 ? [`  … and ${left} more.`] : []),
      '',
      'Until you correct this, these tables are hidden from the people whom the policy is for. If the database does not ' +
        'number its tables, new tables are hidden from them too, until an owner has reviewed them.',
    ],
  };
}
