import { addressOf as readAddress } from '../../shared/email-key.js';
import { displayNameIn } from '../../shared/display-name.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueIn } from '../../engines/scim-protocol/json.js';

/** The attributes of a user that identify the person behind it. */
export interface PersonFacts {
  readonly username: string;
  /** What people call them; `null` if the directory does not say. */
  readonly displayName: string | null;
  /** Possible addresses, the best first; the first valid one counts. */
  readonly addresses: readonly string[];
  readonly isActive: boolean;
}

/** The primary e-mail address, else those of type work, else the userName, where that is an address. A private one opens nothing. */
export function personOf(attributes: JsonObject): PersonFacts {
  const username = textOf(valueIn(attributes, 'userName')) ?? '';
  const addresses = [...new Set([...addressesIn(attributes), username])];
  return { username, displayName: displayNameOf(attributes), addresses, isActive: valueIn(attributes, 'active') !== false };
}

/** `displayName`, else the parts of `name` in the order in which most languages that have both say them. */
function displayNameOf(attributes: JsonObject): string | null {
  const name = valueIn(attributes, 'name');
  const parts = isJsonObject(name) ? [valueIn(name, 'givenName'), valueIn(name, 'familyName')] : [];
  const formatted = isJsonObject(name) ? textOf(valueIn(name, 'formatted')) : null;
  const joined = parts
    .map(textOf)
    .filter((part) => part !== null && part.trim() !== '')
    .join(' ');
  return displayNameIn(textOf(valueIn(attributes, 'displayName'))) ?? displayNameIn(formatted) ?? displayNameIn(joined);
}

/** The addresses among the `emails` by which a person may come in, the best first. */
export function addressesIn(attributes: JsonObject): readonly string[] {
  return ownEmailsIn(attributes)
    .map((email) => textOf(valueIn(email, 'value')))
    .filter((each) => each !== null);
}

/** Those that are primary or of type work; where there are none, those of no type, which nobody has called private. */
function ownEmailsIn(attributes: JsonObject): readonly JsonObject[] {
  const emails = emailsIn(attributes);
  const typeOf = (email: JsonObject): string => textOf(valueIn(email, 'type'))?.toLowerCase() ?? '';
  const primary = emails.filter((email) => valueIn(email, 'primary') === true);
  const named = [...primary, ...emails.filter((email) => typeOf(email) === 'work' && !primary.includes(email))];
  return named.length > 0 ? named : emails.filter((email) => typeOf(email) === '');
}

function emailsIn(attributes: JsonObject): readonly JsonObject[] {
  const sent = valueIn(attributes, 'emails');
  return isJsonArray(sent) ? sent.filter(isJsonObject) : [];
}

/** The address in the directory, even if the account has another. */
export function addressOf(attributes: JsonObject): string | null {
  return personOf(attributes).addresses.find((address) => readAddress(address) !== null) ?? null;
}

/** What keeps the address of a user from being used. */
export const ADDRESS_PROBLEMS = ['missing', 'no_value', 'not_an_address', 'not_for_work'] as const;
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number];

/** `null` if the first address that counts is one, or none was sent and the userName is one. */
export function addressProblemOf(attributes: JsonObject): AddressProblem | null {
  const [best] = addressesIn(attributes);
  if (best !== undefined && best.trim() !== '') return readAddress(best) === null ? 'not_an_address' : null;
  if (addressOf(attributes) !== null) return null;
  if (ownEmailsIn(attributes).length > 0) return 'no_value';
  return emailsIn(attributes).length > 0 ? 'not_for_work' : 'missing';
}

/** Whether both mean the same person under the same names. */
export function isSamePerson(one: PersonFacts, other: PersonFacts): boolean {
  return (
    one.username === other.username &&
    one.addresses.length === other.addresses.length &&
    one.addresses.every((address, index) => address === other.addresses[index])
  );
}

function textOf(value: JsonValue | null): string | null {
  return typeof value === 'string' ? value : null;
}
