import { refuse } from './refusal.js';

/**
 * In bytes: an entityID and a NameID are in one row of an index, and PostgreSQL allows no such row of more than 2704.
 */
const MOST_BYTES = 1024;

export function isStorable(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= MOST_BYTES;
}

/** @throws SsoFailed when it is empty or too long to be found again */
export function storable(text: string, what: string): string {
  return isStorable(text) ? text : refuse('RESPONSE_MALFORMED', `the ${what} is empty or longer than ${MOST_BYTES} bytes`);
}
