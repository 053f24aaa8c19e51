import { withoutAddresses } from './addresses.js';
import { clipped } from './clipped.js';

/** The model's question back, if two readings of a question give different rows. */
export interface Clarification {
  readonly question: string;
  /** Two to four, each a question that has one reading. */
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
/** Some models write their thoughts first. */
const THINKING = /^\s*<think>[\s\S]*?<\/think>/;

/**
 * Reads the answer of a model: the JSON object it was asked for; or that object, or one statement, in the only fenced block;
 * or that object with words around it; or a bare statement. Nothing is picked out of prose: what is not plainly one statement
 * is malformed. Whether the statement is harmless is for others to judge.
 */
export function proposalIn(answer: string): Proposal {
  const text = answer.replace(THINKING, '').trim();
  const whole = objectIn(text);
  if (whole !== undefined) return whole;
  const blocks = blocksIn(text);
  if (blocks.length > 1) return MALFORMED;
  const [block] = blocks;
  if (block !== undefined) return blockOf(block.language, block.lines.join('\n').trim());
  if (/^(select|with)\s/i.test(text) && !text.includes('```')) return { kind: 'statement', sql: text, explanation: null };
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  return (from >= 0 && to > from ? objectIn(text.slice(from, to + 1)) : undefined) ?? MALFORMED;
}

/** Blocks between lines of three backticks; a block without an end does not count. */
function blocksIn(text: string): { language: string; lines: string[] }[] {
  const blocks: { language: string; lines: string[] }[] = [];
  let open: { language: string; lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const fence = line.trim();
    if (open === undefined) {
      if (fence.startsWith('```')) open = { language: fence.slice(3).trim(), lines: [] };
    } else if (fence === '```') {
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { sql, explanation, clarification } = value as Readonly<Record<string, unknown>>;
  const said = typeof explanation === 'string' ? explanation : '';
  if (typeof sql === 'string' && sql.trim() !== '') {
    const words = withoutAddresses(clipped(said, LONGEST_EXPLANATION), (name) => sql.includes(name));
    return { kind: 'statement', sql: sql.trim(), explanation: words || null };
  }
  if (sql !== null && sql !== '') return MALFORMED;
  const asked = clarificationIn(clarification);
  return asked === null ? { kind: 'refusal', reason: withoutAddresses(said) } : { kind: 'clarification', clarification: asked };
}

/** `null` if there is nothing to choose. */
function clarificationIn(value: unknown): Clarification | null {
  if (typeof value !== 'object' || value === null) return null;
  const { question, choices } = value as Readonly<Record<string, unknown>>;
  if (typeof question !== 'string' || !Array.isArray(choices)) return null;
  const texts = choices.filter((choice): choice is string => typeof choice === 'string');
  const told = texts.map((text) => withoutAddresses(clipped(text, LONGEST_EXPLANATION))).filter((text) => text !== '');
  const distinct = [...new Set(told)].slice(0, MOST_CHOICES);
  const asked = withoutAddresses(clipped(question, LONGEST_EXPLANATION));
  return asked === '' || distinct.length < 2 ? null : { question: asked, choices: distinct };
}
