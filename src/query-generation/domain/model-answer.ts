import { withoutAddresses } from './addresses.js';
import { clipped } from './clipped.js';

/** The model's question back, if two readings of a question give different rows. */
export interface Clarification {
  readonly question: string;
  /** One to four, each a question that has one reading. */
  readonly choices: readonly string[];
}

/** The answer of a language model: a statement, or the reason why there is none. */
export type Proposal =
  /** `explanation` in the words of the model, on one line and not too long; `null` if it gave none. */
  | { readonly kind: 'statement'; readonly sql: string; readonly explanation: string | null }
  | { readonly kind: 'clarification'; readonly clarification: Clarification }
  | { readonly kind: 'refusal'; readonly reason: string }
  | { readonly kind: 'malformed' };

const LONGEST_EXPLANATION = 500;
const MOST_CHOICES = 4;
const MALFORMED: Proposal = { kind: 'malformed' };
/** Some models write their thoughts first. The beginning of them may be part of the prompt, so that only their end arrives. */
const END_OF_THOUGHTS = /<\/(?:think|thinking|thought)>/gi;
const BEGINNING_OF_THOUGHTS = /^\s*<(?:think|thinking|thought)>/i;
const BARE = /^(?:sql ?query:)?((?:--[^\n]*\n|[\s(])*(?:select|with)\s[^]*)$/i;

/**
 * Reads the answer of a model: the JSON object it was asked for; or that object, or one statement, in the only fenced block;
 * or that object with words around it; or a bare statement. Nothing is picked out of prose: what is not plainly one statement
 * is malformed. Whether the statement is harmless is for others to judge.
 */
export function proposalIn(answer: string): Proposal {
  const whole = objectIn(answer.trim());
  if (whole !== undefined) return whole;
  const ends = [...answer.matchAll(END_OF_THOUGHTS)].map((end) => end.index + end[0].length);
  const [first, last] = [ends[0], ends.at(-1)];
  if (first === undefined || last === undefined) return BEGINNING_OF_THOUGHTS.test(answer) ? MALFORMED : readIn(answer.trim());
  // Its statement may hold such a text itself.
  return objectIn(answer.slice(first).trim()) ?? readIn(answer.slice(last).trim());
}

function readIn(text: string): Proposal {
  const whole = objectIn(text);
  if (whole !== undefined) return whole;
  const blocks = blocksIn(text);
  if (blocks.length > 1) return MALFORMED;
  const [block] = blocks;
  if (block !== undefined) return blockOf(block.language, block.lines.join('\n').trim());
  const [, bare] = (FENCE.test(text) ? null : BARE.exec(text)) ?? [];
  if (bare !== undefined) return { kind: 'statement', sql: bare.trim(), explanation: null };
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  return (from >= 0 && to > from ? objectIn(text.slice(from, to + 1)) : undefined) ?? MALFORMED;
}

const FENCE = /```|~~~/;

interface Block {
  readonly fence: string;
  readonly language: string;
  readonly lines: string[];
}

/** Blocks between lines of three backticks or tildes; the last line may stand before its fence. A block without an end does not count. */
function blocksIn(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of text.split('\n')) {
    const written = line.trim();
    if (open === undefined) {
      const [fence] = /^(?:```|~~~)/.exec(written) ?? [];
      if (fence !== undefined) open = { fence, language: written.slice(fence.length).trim(), lines: [] };
    } else if (written.endsWith(open.fence)) {
      open.lines.push(written.slice(0, -open.fence.length));
      blocks.push(open);
      open = undefined;
    } else open.lines.push(line);
  }
  return blocks;
}

function blockOf(language: string, content: string): Proposal {
  const found = objectIn(content);
  if (found !== undefined) return found;
  const isSql = /^(sql|postgres|postgresql|mysql|mariadb|sqlite|duckdb|)$/i.test(language);
  return isSql && content !== '' && !content.startsWith('{') ? { kind: 'statement', sql: content, explanation: null } : MALFORMED;
}

/** `undefined` unless it is a JSON object with a statement. */
function objectIn(text: string): Proposal | undefined {
  if (!text.startsWith('{')) return undefined;
  const value = parsed(text) ?? parsed(text.replaceAll(JSON_TEXT, (found) => found.replaceAll(/[\n\r\t]/g, (raw) => ESCAPES[raw] ?? '')));
  if (value === undefined) return undefined;
  const { query, sql = query, explanation, clarification } = value as Readonly<Record<string, unknown>>;
  const said = typeof explanation === 'string' ? explanation : '';
  if (typeof sql === 'string' && sql.trim() !== '') {
    const words = withoutAddresses(clipped(said, LONGEST_EXPLANATION), (name) => sql.includes(name));
    const [block, another] = blocksIn(sql);
    if (another !== undefined) return MALFORMED;
    return { kind: 'statement', sql: (block?.lines.join('\n') ?? sql).trim(), explanation: words || null };
  }
  if (sql !== null && sql !== '') return MALFORMED;
  const asked = clarificationIn(clarification);
  if (asked === null) return { kind: 'refusal', reason: withoutAddresses(said) };
  // With nothing to choose, its question says why there is no statement.
  return asked.choices.length === 0
    ? { kind: 'refusal', reason: withoutAddresses(said) || asked.question }
    : { kind: 'clarification', clarification: asked };
}

/** One without an end goes to the end of the answer, so that the search is linear. */
const JSON_TEXT = /"(?:[^"\\]|\\[^])*(?:"|\\?$)/g;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `undefined` if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `null` if nothing is asked. */
function clarificationIn(value: unknown): Clarification | null {
  if (typeof value !== 'object' || value === null) return null;
  const { question, choices } = value as Readonly<Record<string, unknown>>;
  if (typeof question !== 'string') return null;
  const texts = (Array.isArray(choices) ? (choices as unknown[]) : []).filter((choice): choice is string => typeof choice === 'string');
  const told = texts.map((text) => withoutAddresses(clipped(text, LONGEST_EXPLANATION))).filter((text) => text !== '');
  const distinct = [...new Set(told)].slice(0, MOST_CHOICES);
  const asked = withoutAddresses(clipped(question, LONGEST_EXPLANATION));
  return asked === '' ? null : { question: asked, choices: distinct };
}
