import type { Request } from 'express';
import { ValidationFailed } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';

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
  if (!isUtf8Escaped(originalUrl)) throw new ValidationFailed([], 'The address holds bytes that are not UTF-8.');
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
