import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Row } from '../../ui/layout';
import styles from './data-policies.module.css';
import { OperandFields } from './operand-fields';
import { ColumnField, type ErrorAt, type KnownColumn } from './place-fields';
import { type Comparison, type Condition, NEW_COMPARISON, OPERATORS, type Operator, withOperator } from './rule';
import { texts } from './texts';

const SHAPES = ['compare', 'and', 'or', 'not'] as const;

type Shape = (typeof SHAPES)[number];

function shapeOf(condition: Condition): Shape {
  if ('and' in condition) return 'and';
  if ('or' in condition) return 'or';
  return 'not' in condition ? 'not' : 'compare';
}

const termsOf = (condition: Condition): readonly Condition[] =>
  'and' in condition ? condition.and : 'or' in condition ? condition.or : [condition];

/** The condition in another shape. A comparison stays as one of the terms; of several terms the first one stays. */
function withShape(condition: Condition, shape: Shape): Condition {
  const terms = 'not' in condition ? [condition.not] : termsOf(condition);
  const [first = NEW_COMPARISON] = terms;
  if (shape === 'and') return { and: terms };
  if (shape === 'or') return { or: terms };
  if (shape === 'not') return { not: terms.length > 1 ? condition : first };
  return first;
}

interface ConditionFieldsProps {
  readonly of: Condition;
  readonly onChange: (condition: Condition) => void;
  /** Left out where the condition cannot go. */
  readonly onRemove?: (() => void) | undefined;
  readonly columns: readonly KnownColumn[];
  readonly at: string;
  readonly errorAt: ErrorAt;
  readonly legend: string;
}

/** Comparisons, joined as deep as the policy has them. Fields have the names of the service, so each finds its mistake. */
export function ConditionFields({ of, onChange, onRemove, columns, at, errorAt, legend }: ConditionFieldsProps) {
  const t = useTexts(texts);
  const shape = shapeOf(of);
  const shared = { columns, errorAt };
  return (
    <fieldset className={styles['condition']}>
      <legend>{legend}</legend>
      <div className={styles['fields']}>
        <div className={styles['field']}>
          <SelectField
            label={t.shape}
            value={shape}
            onChange={({ target }) => onChange(withShape(of, target.value as Shape))}
            error={errorAt(at)}
          >
            {SHAPES.map((one) => (
              <option key={one} value={one}>
                {t[one]}
              </option>
            ))}
          </SelectField>
        </div>
        {'column' in of && <ComparisonFields {...shared} of={of} onChange={onChange} at={at} />}
      </div>
      {'not' in of && <ConditionFields {...shared} legend={t.not} of={of.not} onChange={(not) => onChange({ not })} at={`${at}.not`} />}
      {('and' in of || 'or' in of) && (
        <Terms {...shared} terms={termsOf(of)} join={'and' in of ? 'and' : 'or'} onChange={onChange} at={at} />
      )}
      {onRemove !== undefined && (
        <Row>
          <Button onClick={onRemove}>{t.removeCondition}</Button>
        </Row>
      )}
    </fieldset>
  );
}

interface TermsProps extends Pick<ConditionFieldsProps, 'onChange' | 'columns' | 'at' | 'errorAt'> {
  readonly terms: readonly Condition[];
  readonly join: 'and' | 'or';
}

function Terms({ terms, join, onChange, columns, at, errorAt }: TermsProps) {
  const t = useTexts(texts);
  const replace = (next: readonly Condition[]): void => onChange(join === 'and' ? { and: next } : { or: next });
  return (
    <>
      {terms.map((term, index) => (
        <ConditionFields
          key={index}
          legend={t.condition(String(index + 1))}
          of={term}
          onChange={(changed) => replace(terms.map((one, place) => (place === index ? changed : one)))}
          onRemove={terms.length > 1 ? () => replace(terms.filter((_, place) => place !== index)) : undefined}
          columns={columns}
          at={`${at}.${join}[${index}]`}
          errorAt={errorAt}
        />
      ))}
      <Row>
        <Button onClick={() => replace([...terms, NEW_COMPARISON])}>{t.addCondition}</Button>
      </Row>
    </>
  );
}

interface ComparisonFieldsProps extends Pick<ConditionFieldsProps, 'columns' | 'at' | 'errorAt'> {
  readonly of: Comparison;
  readonly onChange: (comparison: Comparison) => void;
}

function ComparisonFields({ of, onChange, columns, at, errorAt }: ComparisonFieldsProps) {
  const t = useTexts(texts);
  const type = columns.find(({ name }) => name === of.column)?.type;
  return (
    <>
      <ColumnField columns={columns} value={of.column} onChange={(column) => onChange({ ...of, column })} error={errorAt(`${at}.column`)} />
      <div className={styles['field']}>
        <SelectField
          label={t.operator}
          value={of.operator}
          onChange={({ target }) => onChange(withOperator(of, target.value as Operator))}
          error={errorAt(`${at}.operator`)}
        >
          {OPERATORS.map((operator) => (
            <option key={operator} value={operator}>
              {operator === 'in' ? t.in : operator === 'is_null' ? t.isNull : operator}
            </option>
          ))}
        </SelectField>
      </div>
      <OperandFields of={of} onChange={onChange} type={type} at={at} errorAt={errorAt} />
    </>
  );
}
