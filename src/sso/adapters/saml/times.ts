import { refuse } from './refusal.js';
import { attributeOf } from './xml-document.js';

/** How far the clocks of both sides may be apart. */
export const SKEW_MS = 60_000;
/**
 * After this time nothing is accepted, whatever the provider says: Microsoft Entra ID says 70 minutes, and a browser
 * needs seconds.
 */
const LONGEST_LIFE_MS = 10 * 60_000;

/** xs:dateTime; SAML has all times in UTC (Core, section 1.3.3). */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Milliseconds; `null` if the attribute is missing. */
export function timeOf(element: Element, name: string): number | null {
  const text = attributeOf(element, name);
  if (text === null) return null;
  const time = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? refuse('RESPONSE_MALFORMED', `${name} is not a time in UTC`) : time;
}

/** Its `NotBefore` and `NotOnOrAfter`, if it has them. */
export function requireTimely(element: Element, now: Date): void {
  const notBefore = timeOf(element, 'NotBefore');
  if (notBefore !== null && now.getTime() + SKEW_MS < notBefore) {
    refuse('NOT_TIMELY', `${element.localName} is not valid before ${new Date(notBefore).toISOString()}`);
  }
  const notOnOrAfter = timeOf(element, 'NotOnOrAfter');
  if (notOnOrAfter !== null && now.getTime() - SKEW_MS >= notOnOrAfter) {
    refuse('NOT_TIMELY', `${element.localName} was valid until ${new Date(notOnOrAfter).toISOString()}`);
  }
}

/** When it was issued, and when it expires at the latest. */
export function requireRecent(element: Element, now: Date): { expiresAt: Date } {
  const issued = timeOf(element, 'IssueInstant') ?? refuse('RESPONSE_MALFORMED', 'has no IssueInstant');
  if (issued - SKEW_MS > now.getTime()) refuse('NOT_TIMELY', `was issued in the future, ${new Date(issued).toISOString()}`);
  const end = issued + LONGEST_LIFE_MS + SKEW_MS;
  if (now.getTime() >= end) refuse('NOT_TIMELY', `was issued too long ago, ${new Date(issued).toISOString()}`);
  return { expiresAt: new Date(end) };
}
