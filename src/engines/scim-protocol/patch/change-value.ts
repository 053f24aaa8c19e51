import { isJsonArray, isJsonObject, type JsonValue } from '../json.js';
import { InvalidValue } from '../scim.errors.js';
import { withOnePrimary, without } from '../value-list.js';
import { changeChosen } from './change-chosen.js';
import type { AttributeTarget, NamedAttribute } from './target.js';
import { type Change, isEmpty, listOf, unlessEmpty, unlessNothing, withSub, write } from './write-value.js';

/**
 * What an attribute is after an operation (RFC 7644 sections 3.5.2.1 to 3.5.2.3); `null` means "unassigned", before and after.
 * @throws InvalidValue, NoTarget
 */
export function changeValue(target: AttributeTarget, change: Change, current: JsonValue | null): JsonValue | null {
  if (change.op !== 'remove' && change.value === undefined) throw new InvalidValue(`The operation on "${target.key}" needs a "value".`);
  if (target.values !== null) return changeChosen(target, target.values, change, listOf(current));
  if (target.sub !== null) return changeSub(target, target.sub, change, current);
  return change.op === 'remove' ? remove(target, change.value, current) : write(target, change, current);
}

function remove({ definition }: NamedAttribute, value: JsonValue | undefined, current: JsonValue | null): JsonValue | null {
  const isList = definition === null ? isJsonArray(current) : definition.multiValued;
  if (!isList || value === undefined || value === null) return null;
  return unlessEmpty(without(definition, listOf(current), value));
}

function changeSub(target: AttributeTarget, sub: NamedAttribute, change: Change, current: JsonValue | null): JsonValue | null {
  const isList = target.definition === null ? isJsonArray(current) : target.definition.multiValued;
  if (!isList) return unlessNothing(withSub(isJsonObject(current) ? current : {}, sub, change));
  const before = listOf(current);
  const start = before.length === 0 && change.op !== 'remove' ? [{}] : before;
  const after = start.map((each) => (isJsonObject(each) ? withSub(each, sub, change) : each));
  return unlessEmpty(
    withOnePrimary(
      target.key,
      before,
      after.filter((each) => !isEmpty(each)),
    ),
  );
}
