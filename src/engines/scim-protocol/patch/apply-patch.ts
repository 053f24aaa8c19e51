import { checkedJson, checkedNames } from '../checked-json.js';
import { isJsonObject, type JsonObject, type JsonValue, sameJson, withValue } from '../json.js';
import { knownAttributes } from '../known-attributes.js';
import type { MemberChange } from '../members.js';
import { checkedAttributes, isKept, readPassword } from '../read-resource.js';
import type { ResourceTypeName } from '../schema/resource-type.js';
import { InvalidPath, InvalidValue, NotMutable, NoTarget } from '../scim.errors.js';
import { changeValue } from './change-value.js';
import { ChangeEffort } from './change-effort.js';
import { memberChangesOf } from './change-members.js';
import { type PatchOperation, readPatchMessage } from './patch-message.js';
import { type AttributeTarget, type Target, targetOf } from './target.js';
import { type Change, isEmpty } from './write-value.js';

/** What a PATCH makes of a resource. */
export interface Patched {
  readonly attributes: JsonObject;
  /** In the order of the operations; none for users. */
  readonly members: readonly MemberChange[];
  /** In the clear; `null` unless one was set. */
  readonly password: string | null;
  /** Whether attributes or the password differ from before. Changes of members show only where the members are. */
  readonly changed: boolean;
}

export interface PatchOptions {
  /** The id of the resource: Okta repeats it in what it replaces. */
  readonly id: string;
}

const MEMBERS = /(?:^|:)members\s*(?:$|[.[])/i;

/**
 * A PatchOp message carried out as a whole or, if it throws, not at all: the input does not change (RFC 7644 section
 * 3.5.2).
 * @param attributes as `Resource` keeps them
 * @throws InvalidSyntax, InvalidPath, InvalidFilter, InvalidValue, NoTarget, NotMutable
 */
export function applyPatch(type: ResourceTypeName, attributes: JsonObject, message: unknown, options: PatchOptions): Patched {
  const operations = readPatchMessage(message);
  checkedJson(operations.map((each) => withoutMembers(type, each)));
  const patch = new Patch(type, attributes, options.id);
  for (const operation of operations) patch.apply(operation);
  return patch.result();
}

/** Members come by the thousand, and are checked one by one where they are read. */
function withoutMembers(type: ResourceTypeName, { path, value }: PatchOperation): JsonValue {
  if (type === 'User' || value === undefined) return [path, value ?? null];
  if (path !== null) return MEMBERS.test(path) ? null : [path, value];
  const key = isJsonObject(value) ? Object.keys(value).find((name) => MEMBERS.test(name)) : undefined;
  return isJsonObject(value) && key !== undefined ? withValue(value, key, null) : value;
}

class Patch {
  private readonly members: MemberChange[] = [];
  private password: string | null = null;
  private readonly before: JsonObject;
  private attributes: JsonObject;
  private readonly effort = new ChangeEffort();

  constructor(
    private readonly type: ResourceTypeName,
    present: JsonObject,
    private readonly id: string,
  ) {
    this.before = knownAttributes(type, present);
    this.attributes = this.before;
  }

  result(): Patched {
    const { members, password } = this;
    const attributes = checkedAttributes(this.type, knownAttributes(this.type, this.attributes));
    return { attributes, members, password, changed: password !== null || !sameJson(this.before, attributes) };
  }

  apply({ op, path, value }: PatchOperation): void {
    if (path === null) {
      if (op === 'remove') throw new NoTarget('A removal needs a "path" (RFC 7644 section 3.5.2.2).');
      this.applyAll(null, op, value);
      return;
    }
    const target = this.targetOf(path, value, false);
    if (target.kind === 'attribute') this.applyTo(target, { op, value }, true);
    else this.applyToSchema(target.urn, op, value);
  }

  private applyToSchema(urn: string | null, op: Change['op'], value: JsonValue | undefined): void {
    if (op !== 'remove' && value !== null) {
      this.applyAll(urn, op, value);
      return;
    }
    if (urn === null) throw new NotMutable('The core attributes of a resource cannot be removed.');
    this.attributes = withValue(this.attributes, urn, null);
  }

  /** An operation without a path: each member of the value is an attribute to write (RFC 7644 sections 3.5.2.1 and 3.5.2.3). */
  private applyAll(urn: string | null, op: Change['op'], value: JsonValue | undefined): void {
    if (!isJsonObject(value)) throw new InvalidValue('An operation on a whole resource needs an object as its "value".');
    for (const [name, each] of Object.entries(value)) {
      const target = this.targetOf(name, each, true, urn);
      if (target.kind === 'attribute') this.applyTo(target, { op, value: each }, false);
      else this.applyToSchema(target.urn, op, each);
    }
  }

  private targetOf(text: string, value: JsonValue | undefined, takesUnknown: boolean, within: string | null = null): Target {
    return targetOf(text, { type: this.type, attributes: this.attributes, value, takesUnknown, within });
  }

  private applyTo(target: AttributeTarget, change: Change, isNamed: boolean): void {
    const { definition, urn, key, sub } = target;
    if (definition?.name === 'id' && change.op !== 'remove' && change.value === this.id) return;
    if (definition?.name === 'schemas' && change.op !== 'remove') return;
    if (urn === null && this.type === 'Group' && definition?.name === 'members') {
      this.members.push(...memberChangesOf(target, change));
      return;
    }
    if (definition?.mutability === 'writeOnly') {
      this.setPassword(change, sub === null);
      return;
    }
    if ((definition !== null && !isKept(definition)) || sub?.definition?.mutability === 'readOnly') {
      if (!isNamed && definition?.name !== 'id') return;
      throw new NotMutable(`"${sub?.key ?? key}" is read only.`);
    }
    this.write(target, change);
  }

  private write(target: AttributeTarget, change: Change): void {
    const { urn, key, definition } = target;
    const present = urn === null ? this.attributes : this.attributes[urn];
    const holder = isJsonObject(present) ? present : {};
    const current = Object.hasOwn(holder, key) ? (holder[key] ?? null) : null;
    this.effort.spend(target, change, current);
    const next = changeValue(target, change, current);
    if (isJsonObject(next)) checkedNames(next);
    if (next === null && change.op === 'remove' && definition?.required === true) throw new NotMutable(`"${key}" is required.`);
    const changed = checkedNames(withValue(holder, key, next));
    if (urn === null) this.attributes = changed;
    else this.attributes = checkedNames(withValue(this.attributes, urn, isEmpty(changed) ? null : changed));
  }

  private setPassword({ op, value }: Change, isWhole: boolean): void {
    if (!isWhole) throw new InvalidPath('"password" has no sub-attributes.');
    if (op === 'remove') throw new NotMutable('A password can be replaced, but not removed.');
    if (value === undefined) throw new InvalidValue('The operation on "password" needs a "value".');
    this.password = readPassword(value) ?? this.password;
  }
}
