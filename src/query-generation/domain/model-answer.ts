import { clipped } from './clipped.js';

/** What a language model was asked for: a statement, or why there is none. */
export type Proposal =
  /** `explanation` in the words of the model, on one line and not too long; `null` where it gave none. */
  | { readonly kind: 'statement'; readonly sql: string; readonly explanation: string | null }
  | { readonly kind: 'refusal'; readonly reason: string }
  | { readonly kind: 'malformed' };

const LONGEST_EXPLANATION = 500;
const MALFORMED: Proposal = { kind: 'malformed' };
/** Some models think aloud first. */
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
  if (/^(select|with)\s/i.test(text) && !text.includes('```'))
    return { kind: 'statement', sql: text, explanation: null };
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  return (from >= 0 && to > from ? objectIn(text.slice(from, to + 1)) : undefined) ?? MALFORMED;
}

/** What stands between lines of three backticks; one that does not end is none. */
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
  return isSql && content !== '' && !content.startsWith('{')
    ? { kind: 'statement', sql: content, explanation: null }
    : MALFORMED;
}

/** `undefined` for what is not a JSON object with a statement in it. */
function objectIn(text: string): Proposal | undefined {
  if (!text.startsWith('{')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { sql, explanation } = value as { sql?: unknown; explanation?: unknown };
  const reason = typeof explanation === 'string' ? explanation : '';
  if (typeof sql === 'string' && sql.trim() !== '')
    return { kind: 'statement', sql: sql.trim(), explanation: clipped(reason, LONGEST_EXPLANATION) || null };
  return sql === null || sql === '' ? { kind: 'refusal', reason } : MALFORMED;
}
