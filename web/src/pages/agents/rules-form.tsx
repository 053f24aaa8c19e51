import { unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import type { Read } from '../../session/read';
import { Button } from '../../ui/button';
import { NotSaved } from '../../ui/conflict';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Row } from '../../ui/layout';
import { LinesField } from '../../ui/lines-field';
import { Notice } from '../../ui/notice';
import { Restored } from '../../ui/unsaved';
import { SCOPES } from '../account/key-scopes';
import { keyTexts } from '../account/key-texts';
import styles from '../account/keys.module.css';
import { texts } from './texts';

export const RULES = '/api/v1/organizations/{org_id}/agent-rules';

type Rules = Read<typeof RULES>['agent_rules'];

const ADMITS = ['none', 'listed', 'any'] as const;
const MOST_DAYS = 90;

export function RulesForm({ organization, rules }: { readonly organization: number; readonly rules: Rules }) {
  const t = useTexts(texts);
  const words = useTexts(keyTexts);
  const version = headgate.versionOf(rules);
  const draft = useDraft<Rules>('agent-rules', rules, { version });
  const { value, patch } = draft;
  const save = useAction(
    async (over: string) => {
      const body = { ...value, listed: [...value.listed], scopes: [...value.scopes] };
      return unwrap(await headgate.PUT(RULES, { params: { path: { org_id: organization } }, ifMatch: over, body }));
    },
    { changes: [RULES], onDone: ({ agent_rules: now }) => draft.begin(now, headgate.versionOf(now)) },
  );
  const said = ({ admits, listed, scopes, longest_days: days }: Rules): readonly (readonly [string, string])[] => [
    [t.admits, t[admits]],
    [t.listedClients, listed.join(', ')],
    [t.widest, scopes.map((scope) => words[scope]).join(', ')],
    [t.longestDays, String(days)],
  ];
  return (
    <Form onSubmit={() => save.run(draft.begun.version)} label={t.rules}>
      <SelectField
        label={t.admits}
        value={value.admits}
        onChange={({ target }) => patch({ admits: ADMITS.find((one) => one === target.value) ?? 'none' })}
      >
        {ADMITS.map((one) => (
          <option key={one} value={one}>
            {t[one]}
          </option>
        ))}
      </SelectField>
      {value.admits === 'listed' && (
        <LinesField
          label={t.listedClients}
          hint={t.listedHint}
          values={value.listed}
          onChange={(listed) => patch({ listed: [...listed] })}
          read={(lines) => lines.map((line) => line.trim()).filter((line) => line !== '')}
          error={save.fieldError('listed')}
        />
      )}
      <fieldset className={styles['scopes']}>
        <legend>{t.widest}</legend>
        {SCOPES.map(({ scope }) => (
          <CheckField
            key={scope}
            label={words[scope]}
            checked={value.scopes.includes(scope)}
            onChange={({ target }) =>
              patch({ scopes: target.checked ? [...value.scopes, scope] : value.scopes.filter((one) => one !== scope) })
            }
          />
        ))}
      </fieldset>
      <TextField
        label={t.longestDays}
        type="number"
        required
        min={1}
        max={MOST_DAYS}
        value={value.longest_days}
        onChange={({ target }) => patch({ longest_days: Number(target.value) })}
        error={save.fieldError('longest_days')}
      />
      <Restored of={draft} />
      <NotSaved
        save={save}
        draft={draft}
        differences={said(rules)
          .map(([what, theirs], index) => ({ what, theirs, mine: said(value)[index]?.[1] }))
          .filter(({ theirs, mine }) => theirs !== mine)}
        onKeepMine={() => save.run(version)}
      />
      {save.result !== undefined && <Notice tone="good">{t.saved}</Notice>}
      <Row>
        <Button type="submit" look="primary" isBusy={save.isRunning}>
          {t.save}
        </Button>
      </Row>
    </Form>
  );
}
