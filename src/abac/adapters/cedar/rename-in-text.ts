import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import type { NamingText, RenamedText, Renaming } from '../../application/ports/policy-checks.js';
import { namedThingsIn } from '../../domain/named-things.js';
import { quoted } from '../../domain/policy-form.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import { boundTo } from './cedar-policies.js';
import { levelled } from './nesting.js';

/** Texts, and comments in which quotes mean nothing. */
const TOKENS = /"((?:[^"\\]|\\[\s\S])*)"|\/\/[^\n]*/g;
const ESCAPED = /\\(?:u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|([\s\S]))/g;
const SHORT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };
/** A private-use character, which nobody writes. */
const MARK = '\u{F8FFD}';

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Each literal that may be meant is given a name of its own and the text is read once, so that the tree tells which of them are compared
 * with what is renamed: the same text may also be a label, or the name of an attribute.
 * @returns the new text for each text, or `null` if it does not name the thing
 */
export function renameInTexts(organizationId: number, texts: readonly NamingText[], to: Renaming): readonly (RenamedText | null)[] {
  return texts.map((text) => renamed(organizationId, text, to));
}

function renamed(organizationId: number, { text, restricts }: NamingText, { of, from, met, unmet }: Renaming): RenamedText | null {
  const places = [...text.matchAll(TOKENS)].flatMap(({ 0: token, 1: written, index }): Place[] =>
    written !== undefined && decoded(written) === from && !text.slice(0, index).endsWith('::')
      ? [{ start: index, end: index + token.length }]
      : [],
  );
  const marked = read(
    organizationId,
    replaced(text, places, (at) => `${MARK}${at}`),
  );
  const named = namedThingsIn(marked).filter((one) => one.of === of && String(one.value).startsWith(MARK));
  if (named.length === 0) return null;
  // What restricts closes by holding for more people, and what permits by holding for fewer.
  const closing = restricts ? 'more' : 'less';
  let keeps = false;
  const now = replaced(text, places, (at) => {
    const senses = named.filter(({ value }) => value === `${MARK}${at}`).map(({ sense }) => sense);
    if (senses.length === 0) return null;
    const isMet = senses.some((sense) => sense === closing || (sense === 'both' && restricts));
    keeps ||= isMet;
    return isMet ? met : unmet;
  });
  return { text: now, tree: read(organizationId, now), keeps };
}

function read(organizationId: number, text: string): PolicyTree {
  const answer = cedar.policyToJson(text);
  const policy = answer.type === 'success' ? levelled(answer.json) : null;
  if (policy === null) throw new Error('A policy that was read before cannot be read any more.');
  return boundTo(organizationId, policy) as unknown as PolicyTree;
}

function replaced(text: string, places: readonly Place[], name: (at: number) => string | null): string {
  let [made, from] = ['', 0];
  for (const [at, { start, end }] of places.entries()) {
    const now = name(at);
    made += text.slice(from, start) + (now === null ? text.slice(start, end) : quoted(now));
    from = end;
  }
  return made + text.slice(from);
}

function decoded(written: string): string {
  return written.replace(ESCAPED, (_, code?: string, hex?: string, short: string = '') => {
    const point = code ?? hex;
    return point === undefined ? (SHORT[short] ?? short) : String.fromCodePoint(parseInt(point, 16));
  });
}
