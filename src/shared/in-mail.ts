import { singleLine } from './single-line.js';

/** An account's username may be its address, which people answer to. */
const ADDRESS = /^[\p{L}\p{M}\p{N}._+-]+@[\p{L}\p{M}\p{N}.-]+$/u;
/** What makes a web address of a text for mail programs: points of any script between signs, and the colon after a scheme. */
const LINKING = /[.\u3002\uFF0E\uFF61:\uFF1A](?=\S)/gu;

/**
 * A text that people chose, such as a name, as a mail shows it: on one line, so that it does not look like a line of ours, and
 * never a link, so that nobody sends links to strangers in our name. It looks the same: the space within has no width.
 */
export function inMail(text: string): string {
  const line = singleLine(text);
  return ADDRESS.test(line) ? line : line.replaceAll(LINKING, '$&\u200B');
}
