import { type FormCondition, WITHOUT_VALUES } from '../../../../../src/abac/domain/policy-form';
import { useTexts } from '../../../i18n/texts';
import { TextField } from '../../../ui/field';
import { later } from '../../../ui/later';
import { Row } from '../../../ui/layout';
import { formTexts } from './form-texts';
import { Lines } from './lines';
import type { PicksProps } from './picks';

/** They need more than the rest of the form. */
const Picks = later(async () => (await import('./picks')).Picks);

interface ConditionValuesProps {
  readonly organization: number;
  readonly of: FormCondition;
  readonly onChange: (condition: FormCondition) => void;
  /** What is missing. */
  readonly error: string | undefined;
}

/** What a condition compares with, by the names that people know. */
export function ConditionValues({ of, onChange, ...rest }: ConditionValuesProps) {
  const t = useTexts(formTexts);
  const fields = { ...rest, values: of.values, onChange: (values: readonly string[]) => onChange({ ...of, values }) };
  if (WITHOUT_VALUES.includes(of.kind)) return null;
  switch (of.kind) {
    case 'people':
    case 'roles':
    case 'groups':
    case 'workspaces':
    case 'data_sources':
      return <Picks kind={of.kind} {...fields} />;
    case 'hours':
      return <Hours {...fields} />;
    case 'recent_proof':
      return (
        <TextField
          label={t.minutes}
          inputMode="numeric"
          value={of.values[0] ?? ''}
          onChange={({ target }) => fields.onChange([target.value])}
          error={rest.error}
        />
      );
    case 'attribute':
      return (
        <>
          <TextField label={t.attribute} value={of.name ?? ''} onChange={({ target }) => onChange({ ...of, name: target.value })} />
          <Lines {...fields} hint={t.linesHint} />
        </>
      );
    case 'networks':
      return <Lines {...fields} hint={t.networksHint} />;
    case 'countries':
      return <Lines {...fields} hint={t.countriesHint} />;
    default:
      return <Lines {...fields} hint={t.linesHint} />;
  }
}

function Hours({ values: [from = '', until = ''], onChange, error }: Omit<PicksProps, 'organization' | 'kind'>) {
  const t = useTexts(formTexts);
  return (
    <Row>
      <TextField type="time" label={t.from} value={from} onChange={({ target }) => onChange([target.value, until])} error={error} />
      <TextField type="time" label={t.until} value={until} onChange={({ target }) => onChange([from, target.value])} />
    </Row>
  );
}
