import type { Request } from 'express';
import { ValidationFailed } from '../../shared/domain-error.js';
import { type Sentence, say } from '../../shared/sentence.js';

export const UNREADABLE_PATH = 'The path of the address has a percent-encoding that is not UTF-8. Encode it as UTF-8, and % itself as %25.';

/** Node keeps the first of them and silently drops the others; what is in front of us may have looked at the last. */
const SINGLE = ['authorization', 'content-type', 'host'];

/**
 * Refuses a request whose head could be read in two ways: a header that comes twice although it may come once (RFC 9110
 * section 5.3), and an address whose escapes are not UTF-8, which would be read as U+FFFD.
 * @throws ValidationFailed
 */
export function assertUnambiguousHead({ rawHeaders, originalUrl }: Request): void {
  const doubled = SINGLE.find((single) => comesTwice(single, rawHeaders));
  if (doubled !== undefined)
    throw new ValidationFailed([], say('The request has more than one header "{doubled}". Send one.', { doubled }));
  const unreadable = unreadableIn(originalUrl);
  if (unreadable !== null) throw new ValidationFailed([], unreadable);
}

/** A "%" that begins no escape is read as itself. */
function unreadableIn(url: string): Sentence | null {
  const [path = '', ...query] = url.split('?');
  if (!isUtf8Escaped(path)) return UNREADABLE_PATH;
  const parameter = query
    .join('?')
    .split('&')
    .find((each) => !isUtf8Escaped(each));
  if (parameter === undefined) return null;
  const [name = ''] = parameter.split('=');
  return /^[\w.[\]-]{1,64}$/.test(name)
    ? say('The parameter "{name}" has a percent-encoding that is not UTF-8. Encode it as UTF-8, and % itself as %25.', { name })
    : 'A parameter in the address has a percent-encoding that is not UTF-8. Encode it as UTF-8, and % itself as %25.';
}

/** @param rawHeaders names and values in turn */
function comesTwice(single: string, rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === single.length && name.toLowerCase() === single) count += 1;
  }
  return count > 1;
}

/** Whether the percent escapes stand for UTF-8. */
export function isUtf8Escaped(text: string): boolean {
  try {
    for (const run of text.match(/(?:%[0-9a-f]{2})+/gi) ?? []) decodeURIComponent(run);
    return true;
  } catch {
    return false;
  }
}
