import { emailKeyOf } from '../../shared/email-key.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueIn } from '../../engines/scim-protocol/json.js';

/** The attributes of a user that identify the person behind it. */
export interface PersonFacts {
  readonly username: string;
  /** Possible addresses, the best first; the first valid one counts. */
  readonly addresses: readonly string[];
  readonly isActive: boolean;
}

/** The primary e-mail address, else one of type work, else any other, else the userName, where that is an address. */
export function personOf(attributes: JsonObject): PersonFacts {
  const username = textOf(valueIn(attributes, 'userName')) ?? '';
  const addresses = [...new Set([...addressesIn(attributes), username])];
  return { username, addresses, isActive: valueIn(attributes, 'active') !== false };
}

/** The addresses among the `emails`, the best first. */
export function addressesIn(attributes: JsonObject): readonly string[] {
  const sent = valueIn(attributes, 'emails');
  const emails = isJsonArray(sent) ? sent.filter(isJsonObject) : [];
  const primary = emails.filter((email) => valueIn(email, 'primary') === true);
  const work = emails.filter((email) => textOf(valueIn(email, 'type'))?.toLowerCase() === 'work');
  return [...primary, ...work, ...emails].map((email) => textOf(valueIn(email, 'value'))).filter((each) => each !== null);
}

/** The address in the directory, even if the account has another. */
export function addressOf(attributes: JsonObject): string | null {
  return personOf(attributes).addresses.find((address) => emailKeyOf(address) !== null) ?? null;
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
