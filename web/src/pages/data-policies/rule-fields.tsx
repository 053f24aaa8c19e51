import { useId } from 'react';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Row } from '../../ui/layout';
import { TAGS, wordsOf } from '../data-sources/tags/tag-api';
import { ConditionFields } from './condition-fields';
import styles from './data-policies.module.css';
import { ColumnField, type ErrorAt, PlaceFields, useColumns } from './place-fields';
import { EFFECTS, type Effect, KINDS, type Kind, type Rule, withKind } from './rule';
import { texts } from './texts';

interface RuleFieldsProps {
  readonly number: number;
  readonly source: number | null;
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
  readonly onRemove: () => void;
  readonly errorAt: ErrorAt;
}

/** One rule. Without a data source only rules by tags are offered, because relations belong to one. */
export function RuleFields({ number, source, rule, onChange, onRemove, errorAt }: RuleFieldsProps) {
  const t = useTexts(texts);
  const at = `rules[${number - 1}]`;
  const columns = useColumns(source, rule.kind === 'tag' ? NOWHERE : rule);
  return (
    <fieldset className={styles['rule']}>
      <legend>{t.rule(String(number))}</legend>
      <div className={styles['fields']}>
        <div className={styles['field']}>
          <SelectField
            label={t.kind}
            value={rule.kind}
            onChange={({ target }) => onChange(withKind(rule, target.value as Kind))}
            error={errorAt(at)}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind} disabled={source === null && kind !== 'tag'}>
                {t[`${kind}Kind`]}
              </option>
            ))}
          </SelectField>
        </div>
        {rule.kind === 'tag' ? (
          <div className={styles['field']}>
            <TagField source={source} value={rule.tag} onChange={(tag) => onChange({ ...rule, tag })} error={errorAt(`${at}.tag`)} />
          </div>
        ) : (
          <PlaceFields source={source} of={rule} onChange={(place) => onChange({ ...rule, ...place })} at={at} errorAt={errorAt} />
        )}
        {rule.kind === 'column' && (
          <ColumnField
            columns={columns}
            value={rule.column}
            onChange={(column) => onChange({ ...rule, column })}
            error={errorAt(`${at}.column`)}
          />
        )}
        {(rule.kind === 'column' || rule.kind === 'tag') && (
          <div className={styles['field']}>
            <SelectField
              label={t.effect}
              value={rule.effect}
              onChange={({ target }) => onChange({ ...rule, effect: target.value as Effect })}
              error={errorAt(`${at}.effect`)}
            >
              {EFFECTS.map((effect) => (
                <option key={effect} value={effect}>
                  {t[`${effect}Effect`]}
                </option>
              ))}
            </SelectField>
          </div>
        )}
      </div>
      {rule.kind === 'rows' && (
        <ConditionFields
          legend={t.where}
          of={rule.where}
          onChange={(where) => onChange({ ...rule, where })}
          columns={columns}
          at={`${at}.where`}
          errorAt={errorAt}
        />
      )}
      <Row>
        <Button onClick={onRemove}>{t.removeRule(String(number))}</Button>
      </Row>
    </fieldset>
  );
}

const NOWHERE = { schema: '', relation: '' };

interface TagFieldProps {
  readonly source: number | null;
  readonly value: string;
  readonly onChange: (tag: string) => void;
  readonly error: string | undefined;
}

/** The tags that columns of the data source have are offered; a policy may be written before columns are tagged. */
function TagField({ source, value, onChange, error }: TagFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const { data } = useRead(TAGS, { params: { path: { data_source_id: source ?? 0 } } }, { enabled: source !== null });
  return (
    <>
      <TextField label={t.tag} value={value} list={id} onChange={({ target }) => onChange(target.value)} error={error} />
      <datalist id={id}>
        {wordsOf(data?.tags).map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  );
}
