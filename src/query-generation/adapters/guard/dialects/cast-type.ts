import type { Statement } from './statement.js';

const MAX_LENGTH = 65_535;

/** A type to cast to, of the list. */
export function castType(s: Statement): void {
  const first = s.token;
  if (first.kind !== 'word') s.refuse('A type was expected here.');
  const isKnown = s.rules.types.has(first.word);
  if (!isKnown) s.note('forbidden_type', first, 'A cast to this type is not allowed.');
  s.printed.add(isKnown ? s.skip().word : s.skip().text);
  if (s.rules.dialect === 'duckdb' && first.word === 'STRUCT') structFields(s);
  else if (s.rules.dialect === 'duckdb' && first.word === 'MAP') s.inParentheses(() => s.list(() => castType(s)), true);
  else if (s.isSymbol('(')) s.inParentheses(() => s.list(() => lengthOf(s)), true);
  qualifiers(s, first.word);
  while (s.rules.dialect === 'duckdb' && s.takeSymbol('[', true)) {
    if (s.token.kind === 'number') lengthOf(s);
    s.expectSymbol(']');
  }
}

/** `DATE '2026-01-31'` and the like; the next token is the string. */
export function literalType(s: Statement): void {
  s.printed.add(s.skip().word);
  s.takeString();
}

function structFields(s: Statement): void {
  s.nested(() =>
    s.inParentheses(
      () =>
        s.list(() => {
          s.expectName();
          castType(s);
        }),
      true,
    ),
  );
}

function lengthOf(s: Statement): void {
  const { kind, text } = s.token;
  if (kind !== 'number' || !/^[0-9]{1,5}$/.test(text) || Number(text) > MAX_LENGTH)
    s.refuse('The length of a type is a number up to 65,535.');
  s.printed.add(s.skip().text);
}

function qualifiers(s: Statement, type: string): void {
  if (type === 'SIGNED' || type === 'UNSIGNED') s.takeWord('INTEGER', 'INT');
  if (type === 'DOUBLE' && s.rules.dialect !== 'mysql') s.takeWord('PRECISION');
  if (s.rules.dialect !== 'duckdb' || !['TIME', 'TIMESTAMP'].includes(type)) return;
  if (!s.takeWord('WITH', 'WITHOUT')) return;
  s.expectWord('TIME');
  s.expectWord('ZONE');
}
