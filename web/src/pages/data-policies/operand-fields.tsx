import { useId } from 'react';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { SelectField, TextField } from '../../ui/field';
import { LinesField } from '../../ui/lines-field';
import styles from './data-policies.module.css';
import type { ErrorAt } from './place-fields';
import { type Comparison, type FromPerson, type Literal, isFromPerson } from './rule';
import { texts } from './texts';

const BOOLEAN = /^bool(?:ean)?\b/i;

interface OperandFieldsProps {
  readonly of: Comparison;
  readonly onChange: (comparison: Comparison) => void;
  /** Type of the column; unknown until the relation has such a column. */
  readonly type: string | undefined;
  readonly at: string;
  readonly errorAt: ErrorAt;
}

/** What a column is compared with: what is written here, or what is known of the person who asks. */
export function OperandFields({ of, onChange, type, at, errorAt }: OperandFieldsProps) {
  const t = useTexts(texts);
  if (of.operator === 'is_null') return null;
  const isIn = of.operator === 'in';
  const given = isIn ? of.values : of.value;
  const field = `${at}.${isIn ? 'values' : 'value'}`;
  const change = (next: Literal | readonly Literal[] | FromPerson): void =>
    onChange({ column: of.column, operator: of.operator, [isIn ? 'values' : 'value']: next } as Comparison);
  return (
    <>
      <div className={styles['field']}>
        <SelectField
          label={t.comparedWith}
          value={isFromPerson(given) ? 'person' : 'literal'}
          onChange={({ target }) => change(target.value === 'person' ? { attribute: 'own.' } : isIn ? [] : '')}
        >
          <option value="literal">{isIn ? t.literals : t.literal}</option>
          <option value="person">{t.ofPerson}</option>
        </SelectField>
      </div>
      <div className={styles['field']}>
        {isFromPerson(given) ? (
          <AttributeField
            value={given.attribute}
            onChange={(attribute) => change({ attribute })}
            error={errorAt(`${field}.attribute`) ?? errorAt(field)}
          />
        ) : typeof given === 'object' ? (
          <LiteralList values={given} type={type} onChange={change} error={errorAt(field)} />
        ) : (
          <LiteralField value={given} type={type} onChange={change} error={errorAt(field)} />
        )}
      </div>
    </>
  );
}

interface AttributeFieldProps {
  readonly value: string;
  readonly onChange: (attribute: string) => void;
  readonly error: string | undefined;
}

function AttributeField({ value, onChange, error }: AttributeFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const { data } = useRead('/api/v1/sso/abac/schema', {});
  const offered = (data?.attributes ?? []).filter(
    ({ name, type }) => name.startsWith('principal.') && type.endsWith(type.startsWith('Set') ? 'String>' : 'String'),
  );
  return (
    <>
      <TextField
        label={t.attribute}
        hint={t.attributeHint}
        value={value}
        list={id}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      />
      <datalist id={id}>
        {offered.map(({ name, meaning }) => (
          <option key={name} value={name.slice('principal.'.length)}>
            {meaning}
          </option>
        ))}
      </datalist>
    </>
  );
}

interface LiteralFieldProps {
  readonly value: Literal;
  readonly type: string | undefined;
  readonly onChange: (value: Literal) => void;
  readonly error: string | undefined;
}

/** Numbers may be sent as they are typed: the service knows the type of the column. Truth values may not. */
function LiteralField({ value, type, onChange, error }: LiteralFieldProps) {
  const t = useTexts(texts);
  if (typeof value !== 'boolean' && !BOOLEAN.test(type ?? ''))
    return <TextField label={t.value} value={value} onChange={({ target }) => onChange(target.value)} error={error} />;
  return (
    <SelectField
      label={t.value}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={({ target }) => onChange(target.value === '' ? '' : target.value === 'true')}
      error={error}
    >
      <option value="">–</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </SelectField>
  );
}

interface LiteralListProps {
  readonly values: readonly Literal[];
  readonly type: string | undefined;
  readonly onChange: (values: readonly Literal[]) => void;
  readonly error: string | undefined;
}

function LiteralList({ values, type, onChange, error }: LiteralListProps) {
  const t = useTexts(texts);
  const literal = (line: string): Literal => (BOOLEAN.test(type ?? '') && (line === 'true' || line === 'false') ? line === 'true' : line);
  return (
    <LinesField
      label={t.values}
      hint={t.valuesHint}
      values={values.map(String)}
      onChange={(lines) => onChange(lines.map(literal))}
      error={error}
    />
  );
}
