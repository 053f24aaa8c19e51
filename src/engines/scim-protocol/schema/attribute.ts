import type { AttributeDefinition, AttributeType } from './attribute-definition.js';

type Characteristics = Partial<Omit<AttributeDefinition, 'name' | 'type' | 'description'>>;

/** An attribute with the characteristics that RFC 7643 section 2.2 gives it unless the schema says otherwise. */
export function attribute(
  name: string,
  type: AttributeType,
  description: string,
  characteristics: Characteristics = {},
): AttributeDefinition {
  return {
    name,
    type,
    multiValued: false,
    description,
    required: false,
    // RFC 7643 sections 2.3.6 and 2.3.7: binary values and references are case exact.
    caseExact: type === 'binary' || type === 'reference',
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...characteristics,
  };
}

export function text(name: string, description: string, characteristics: Characteristics = {}): AttributeDefinition {
  return attribute(name, 'string', description, characteristics);
}

export function complex(
  name: string,
  description: string,
  subAttributes: readonly AttributeDefinition[],
  characteristics: Characteristics = {},
): AttributeDefinition {
  return attribute(name, 'complex', description, { ...characteristics, subAttributes });
}

/** A multi-valued attribute with the sub-attributes of RFC 7643 section 2.4. */
export function plural(
  name: string,
  description: string,
  value: AttributeDefinition,
  canonicalValues: readonly string[] = [],
): AttributeDefinition {
  return complex(
    name,
    description,
    [value, text('display', 'A human-readable name, primarily used for display purposes.'), kind(canonicalValues), primary()],
    { multiValued: true },
  );
}

export function kind(canonicalValues: readonly string[]): AttributeDefinition {
  const description = "A label indicating the attribute's function.";
  return text('type', description, canonicalValues.length === 0 ? {} : { canonicalValues });
}

export function primary(): AttributeDefinition {
  return attribute('primary', 'boolean', 'Whether this is the preferred value; true for one value at most.');
}
