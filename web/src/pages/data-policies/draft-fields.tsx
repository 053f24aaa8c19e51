import { isError } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Card, Row } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import { Places } from '../policies/validation';
import type { Draft } from './data-policy-api';
import styles from './data-policies.module.css';
import { ForWhom } from './for-whom';
import { Mistakes } from './mistakes';
import type { ErrorAt } from './place-fields';
import { RuleFields } from './rule-fields';
import type { Rule } from './rule';
import type { Validation } from './draft-validation';
import { SourceField } from './source-field';
import { texts } from './texts';

interface DraftFieldsProps {
  readonly organization: number;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly errorAt: ErrorAt;
  /** Not yet there while it is typed. */
  readonly check: Validation | undefined;
}

/** A data policy as a form: what it is called, for whom it is, and what it hides from them. */
export function DraftFields({ organization, draft, onChange, errorAt, check }: DraftFieldsProps) {
  const t = useTexts(texts);
  const { source } = draft;
  return (
    <>
      <Card title={t.about}>
        <TextField
          isProse
          label={t.name}
          required
          value={draft.name}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
          error={errorAt('name')}
        />
        <TextField
          isProse
          label={t.description}
          value={draft.description}
          onChange={({ target }) => onChange({ ...draft, description: target.value })}
          error={errorAt('description')}
        />
        <SourceField
          organization={organization}
          label={t.source}
          value={source}
          onChange={(chosen) => onChange({ ...draft, source: chosen })}
          none={t.allSources}
          hint={source === null ? t.allSourcesHint : undefined}
          error={errorAt('data_source_id')}
        />
      </Card>
      <Card title={t.forWhom}>
        <ForWhom
          organization={organization}
          check={check}
          value={draft}
          onChange={(whom) => onChange({ ...draft, ...whom })}
          error={errorAt('applies_when')}
        />
      </Card>
      <Card title={t.hides}>
        <Rules draft={draft} onChange={onChange} errorAt={errorAt} />
        {check !== undefined && check.warnings.length > 0 && (
          <Notice tone="warning">
            <Mistakes of={check.warnings} />
          </Notice>
        )}
      </Card>
    </>
  );
}

function Rules({ draft, onChange, errorAt }: Omit<DraftFieldsProps, 'organization' | 'check'>) {
  const t = useTexts(texts);
  const { source, rules } = draft;
  const first: Rule =
    source === null ? { kind: 'tag', tag: '', effect: 'deny' } : { kind: 'column', schema: '', relation: '', column: '', effect: 'deny' };
  return (
    <div className={styles['rules']}>
      {rules.length === 0 && <p>{t.noRules}</p>}
      {rules.map(({ key, rule }, index) => (
        <RuleFields
          key={key}
          number={index + 1}
          source={source}
          rule={rule}
          onChange={(changed) => onChange({ ...draft, rules: rules.map((one) => (one.key === key ? { key, rule: changed } : one)) })}
          onRemove={() => onChange({ ...draft, rules: rules.filter((one) => one.key !== key) })}
          errorAt={errorAt}
        />
      ))}
      <Row>
        <Button
          onClick={() => {
            const key = Math.max(0, ...rules.map((one) => one.key)) + 1;
            onChange({ ...draft, rules: [...rules, { key, rule: first }] });
          }}
        >
          {t.addRule}
        </Button>
      </Row>
    </div>
  );
}

/** Why a draft was not saved, or not activated: each sentence with its place. */
export function Refusal({ error }: { readonly error: Error | null }) {
  const t = useTexts(texts);
  if (isError(error, 'POLICY_INVALID'))
    return (
      <Notice tone="bad">
        <p>{t.conditionInvalid}</p>
        <ul>
          <Places of={error.problems} />
        </ul>
      </Notice>
    );
  return (
    <>
      <Problem error={error} />
      {isError(error, 'VALIDATION_FAILED') && <Mistakes of={error.details ?? []} />}
    </>
  );
}
