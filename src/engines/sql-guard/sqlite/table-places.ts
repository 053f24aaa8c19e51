import { lowerAscii } from '../../../platform/sqlite/statement-rules.js';
import type { Edit } from '../written-statement.js';
import type { Token } from './sqlite-tokens.js';

/** Where a statement may name a table. */
export interface TablePlace {
  readonly position: number;
  readonly end: number;
  /** The table, in lower case. */
  readonly name: string;
  /** `x IN orders`: then it has no alias. */
  readonly isList: boolean;
  readonly hasAlias: boolean;
  /** `NOT INDEXED`, which only a table can have. */
  readonly hint: { readonly position: number; readonly end: number } | null;
}

const TAKES_TABLE = /^(?:from|join|in)$/i;
/** What may stand behind a table that has no alias. */
const NO_ALIAS =
  /^(?:join|inner|cross|left|right|full|natural|outer|on|using|where|group|order|having|limit|union|except|intersect|window|not)$/i;

/** Some of them are none: a column after a comma, a common table expression of the name. That is for the engine to say. */
export function tablePlaces(sql: string, tokens: readonly Token[], names: ReadonlySet<string>): TablePlace[] {
  return tokens.flatMap((token, index): TablePlace[] => {
    const name = lowerAscii(token.text);
    const next = tokens[index + 1];
    if (token.kind === 'mark' || !names.has(name) || isMark(next, '.') || isMark(next, '(')) return [];
    const first = isMark(tokens[index - 1], '.') ? index - 2 : index;
    const before = tokens[first - 1];
    const isWord = before !== undefined && before.kind === 'name' && TAKES_TABLE.test(before.text);
    if (!isWord && !isMark(before, ',') && !isMark(before, '(')) return [];
    const isList = isWord && /^in$/i.test(before.text);
    const alias = isList ? 0 : aliasAt(sql, tokens, index + 1);
    const place = { position: tokens[first]?.start ?? token.start, end: token.end };
    return [{ ...place, name, isList, hasAlias: alias > 0, hint: hintAt(tokens, index + 1 + alias) }];
  });
}

/** `main.orders.id`: the schema, which a derived table does not have. */
export function schemasOfColumns(tokens: readonly Token[], names: ReadonlySet<string>): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const [dot, name, last] = [tokens[index + 1], tokens[index + 2], tokens[index + 3]];
    const isLong = token.kind !== 'mark' && lowerAscii(token.text) === 'main' && isMark(dot, '.') && isMark(last, '.');
    if (!isLong || name === undefined || !names.has(lowerAscii(name.text))) return [];
    return [{ position: token.start, end: name.start, text: '' }];
  });
}

/** @returns how many tokens an alias is */
function aliasAt(sql: string, tokens: readonly Token[], index: number): number {
  const token = tokens[index];
  if (token === undefined || token.kind === 'mark') return 0;
  const isQuoted = /['"`[]/.test(sql.charAt(token.start));
  if (!isQuoted && /^as$/i.test(token.text)) return 2;
  return isQuoted || !NO_ALIAS.test(token.text) ? 1 : 0;
}

/** Indexes are not known where statements are judged, so none can be named. */
function hintAt(tokens: readonly Token[], index: number): TablePlace['hint'] {
  const [first, second] = [tokens[index], tokens[index + 1]];
  if (first === undefined || second === undefined || !/^not$/i.test(first.text) || !/^indexed$/i.test(second.text)) return null;
  return { position: first.start, end: second.end };
}

function isMark(token: Token | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text;
}
