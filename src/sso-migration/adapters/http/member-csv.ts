import type { MemberReport } from '../../domain/member.js';

export const CSV = 'text/csv; charset=utf-8';

const COLUMNS = [
  'user_id',
  'username',
  'email',
  'role',
  'group',
  'primary_reason',
  'reasons',
  'next_action',
  'actor',
  'locked_out_if_enforced_now',
  'predicted_connection_id',
  'last_login_at',
  'last_login_method',
  'sessions_to_end',
  'tokens_affected',
  'wave_number',
  'wave_name',
  'wave_status',
  'wave_state',
];

/** A header line, then one line for each member. */
export async function* csvOf(batches: AsyncIterable<readonly MemberReport[]>): AsyncGenerator<string> {
  yield lineOf(COLUMNS);
  for await (const batch of batches) if (batch.length > 0) yield batch.map(memberLine).join('');
}

function memberLine(member: MemberReport): string {
  const { userId, username, email, role, group, reason, reasons, nextAction, actor, lastLogin, wave } = member;
  return lineOf([
    userId,
    username,
    email,
    role,
    group,
    reason,
    reasons.map(({ code }) => code).join(' '),
    nextAction,
    actor,
    member.isLockedOut,
    member.connectionId ?? '',
    lastLogin?.at.toISOString() ?? '',
    lastLogin?.method ?? '',
    member.sessionsToEnd,
    member.tokensAffected,
    wave?.number ?? '',
    wave?.name ?? '',
    wave?.status ?? '',
    wave?.state ?? '',
  ]);
}

function lineOf(values: readonly (string | number | boolean)[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** What a spreadsheet would read as a formula and run (OWASP, CSV Injection). */
const FORMULA = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;
/** The same where one that splits at semicolons or tabs begins a cell: it does not see that quotes hold the value together. */
const HIDDEN_FORMULA = /(?<=[;\t\r\n]["\s]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** RFC 4180 section 2. People and administrators choose these names: an apostrophe makes a text of what looks like a formula. */
function cellOf(value: string | number | boolean): string {
  const text = String(value);
  const safe = typeof value === 'string' ? (FORMULA.test(text) ? `'${text}` : text).replaceAll(HIDDEN_FORMULA, "'") : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
