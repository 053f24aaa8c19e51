import { addressOf } from './email-key.js';
import { singleLine } from './single-line.js';

/** What makes a web address of a text for mail programs: points of any script between signs, and the colon after a scheme. */
const LINKING = /[.\u3002\uFF0E\uFF61](?=\S)|(?<=[\p{L}\p{N}+-])[:\uFF1A](?=[^\s:\uFF1A])/gu;
/** Of an address, what a mail program might take for a web address: a name with points before a sign that no host has, as in `evil.example/x@delta.example`. */
const HOST_FIRST = /\.(?:[\p{L}\p{M}\p{N}_+-]{2,}|\p{N})\.*[^\p{L}\p{M}\p{N}._+@-]|\u3002/u;

/**
 * A text that people chose, such as a name, as a mail shows it: on one line, so that it does not look like a line of ours, and
 * never a link, so that nobody sends links to strangers in our name. It looks the same: the space within has no width. An account's
 * username may be its address, which people answer to.
 */
export function inMail(text: string): string {
  const line = singleLine(text);
  const isAddress = addressOf(line)?.text === line && !HOST_FIRST.test(line);
  return isAddress ? line : line.replaceAll(LINKING, '$&\u200B');
}
