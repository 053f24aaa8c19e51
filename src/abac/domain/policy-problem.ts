import type { Sentence } from '../../shared/sentence.js';

/** What is wrong with a text, and where: lines and columns count from 1, columns in characters. */
export interface PolicyProblem {
  readonly message: Sentence;
  /** What to do, if Cedar suggests something. */
  readonly hint: Sentence | null;
  readonly line: number | null;
  readonly column: number | null;
  /** Characters. */
  readonly length: number | null;
}

/** A mistake at a field of a data policy. One in the condition has its place in the text. */
export interface DataPolicyProblem extends PolicyProblem {
  readonly field: string;
}

/** @param start of the place in the UTF-8 bytes of the text */
export function problemAt(text: string, message: Sentence, hint: Sentence | null, start?: number, end?: number): PolicyProblem {
  if (start === undefined || end === undefined) return { message, hint, line: null, column: null, length: null };
  const bytes = Buffer.from(text);
  const before = bytes.toString('utf8', 0, start).split('\n');
  const last = before.at(-1) ?? '';
  const length = [...bytes.toString('utf8', start, end)].length;
  return { message, hint, line: before.length, column: [...last].length + 1, length };
}
