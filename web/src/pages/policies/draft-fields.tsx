import { policyText } from '../../../../src/abac/domain/policy-form';
import { useTexts } from '../../i18n/texts';
import { TextArea } from '../../ui/field';
import { later } from '../../ui/later';
import { Beside } from '../../ui/beside';
import { Loading, Notice } from '../../ui/notice';
import { WayRow, useWay } from './form/form-or-text';
import { isWithoutAction, useLacks } from './form/lacks';
import { PolicyForm } from './form/policy-form';
import { type Draft, examplesIn } from './policy-api';
import styles from './policies.module.css';
import { Preview } from './preview';
import { texts } from './texts';
import { useValidation } from './validation';

/** The editor is larger than the rest of the page. */
const PolicyEditor = later(async () => (await import('./policy-editor')).PolicyEditor);

interface DraftFieldsProps {
  readonly organization: number;
  /** The policy whose version in force the text would replace. */
  readonly replaces?: number;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** A policy as a form if a form can say it, else as text; what it does stands beside it. */
export function DraftFields({ organization, replaces, draft, onChange }: DraftFieldsProps) {
  const t = useTexts(texts);
  const checked = useValidation(organization, draft, replaces);
  const { data } = checked;
  const isKnown = data !== undefined || checked.error !== null;
  const { way, setWay } = useWay(draft.form !== null, isKnown ? Boolean(data?.form) : undefined);
  const form = draft.form ?? data?.form ?? null;
  const isForm = way === 'form' && form !== null;
  const lacks = useLacks(isForm ? form : null);
  return (
    <Beside
      side={
        <Preview
          organization={organization}
          draft={draft}
          checked={checked}
          lacks={lacks}
          isShowingText={isForm}
          {...(replaces !== undefined && { replaces })}
        />
      }
    >
      {way === null && <Loading />}
      {isForm && (
        <PolicyForm
          organization={organization}
          form={form}
          onChange={(next) => onChange({ ...draft, form: next, text: policyText(next, isWithoutAction(next) ? 'action in []' : 'action') })}
        />
      )}
      {way !== null && !isForm && (
        <>
          <div>
            <p className={styles['label']}>{t.policy}</p>
            <p className={styles['hint']}>{t.policyHint}</p>
          </div>
          <PolicyEditor
            label={t.text}
            initial={draft.text}
            onChange={(text) => onChange({ ...draft, text, form: null })}
            problems={data?.problems ?? NONE}
          />
          {typeof data?.why_no_form === 'string' && <Notice>{data.why_no_form}</Notice>}
        </>
      )}
      <WayRow isForm={isForm} hasForm={form !== null} setWay={setWay} onText={() => onChange({ ...draft, form: null })} />
      <TextArea
        label={t.examples}
        hint={t.examplesHint}
        rows={8}
        isCode
        value={draft.examples}
        onChange={({ target }) => onChange({ ...draft, examples: target.value })}
        error={examplesIn(draft.examples) === undefined ? t.examplesBroken : undefined}
      />
    </Beside>
  );
}

const NONE = [] as const;
