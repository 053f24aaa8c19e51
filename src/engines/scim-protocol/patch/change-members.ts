import type { Filter } from '../filter/filter.js';
import { isJsonObject, type JsonValue, valueIn } from '../json.js';
import { type MemberChange, readMemberIds, readMembers } from '../members.js';
import { InvalidValue, NotMutable } from '../scim.errors.js';
import { describedBy } from './match-value.js';
import type { AttributeTarget } from './target.js';
import type { Change } from './write-value.js';

/**
 * The members of a group are not part of its attributes, so that one more costs the same in a group of ten and of ten thousand.
 * Whether a filter chooses anyone is not known here: removing someone who is not a member is not an error, because both vendors do it.
 * @throws InvalidValue, NotMutable
 */
export function memberChangesOf({ sub, values }: AttributeTarget, { op, value }: Change): MemberChange[] {
  if (sub !== null) throw new NotMutable('You can add and remove members, but not change them (RFC 7643 section 8.7.1).');
  if (op !== 'remove' && value === undefined) throw new InvalidValue('The operation on "members" needs a "value".');
  if (values !== null) return chosen(values, op, value);
  if (op === 'add') return [{ kind: 'add', members: readMembers(value) }];
  if (op === 'replace') return [{ kind: 'replace', members: readMembers(value) }];
  // With members in "value", Entra ID means only those, while RFC 7644 section 3.5.2.2 would remove all of them.
  const isAll = value === undefined || value === null;
  return [{ kind: 'remove', values: isAll ? null : readMemberIds(value) }];
}

function chosen(filter: Filter, op: Change['op'], value: JsonValue | undefined): MemberChange[] {
  const removal: MemberChange = { kind: 'remove', values: idsIn(filter) ?? filter };
  if (op === 'remove') return [removal];
  const given = isJsonObject(value) && valueIn(value, 'value') !== null ? value : describedBy(filter);
  const addition: MemberChange = { kind: 'add', members: readMembers(given ?? value) };
  return op === 'add' ? [addition] : [removal, addition];
}

/** `value eq "…"`, or several joined by "or"; `null` for every other filter. */
function idsIn(filter: Filter): string[] | null {
  if (filter.kind === 'or') {
    const [left, right] = [idsIn(filter.left), idsIn(filter.right)];
    return left === null || right === null ? null : [...left, ...right];
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string') return null;
  const { attribute, subAttribute } = filter.path;
  return attribute.toLowerCase() === 'value' && subAttribute === null ? [filter.value] : null;
}
