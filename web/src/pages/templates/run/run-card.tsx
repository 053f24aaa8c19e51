import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useDraft } from '../../../session/draft';
import { useRead } from '../../../session/read';
import { Button, LinkButton } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Row } from '../../../ui/layout';
import { Empty, Notice, Shown } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import { Question } from '../question';
import { SOURCES, type Template } from '../template';
import styles from '../templates.module.css';
import { AnswerCard } from './answer-card';
import { ParameterField } from './parameter-field';
import { texts } from './texts';
import { useExecution } from './use-execution';
import { type Typed, missingIn, startOf, valuesOf } from './values';

/** Fill in the gaps, choose whom to ask, run. */
export function RunCard({ template }: { readonly template: Template }) {
  const t = useTexts(texts);
  const sources = useRead(...SOURCES);
  const allowed = template.compatible_data_source_ids;
  return (
    <Shown of={sources}>
      {({ data_sources: all }) => {
        const fitting = all.filter(({ id }) => allowed.length === 0 || allowed.includes(id));
        const toSources: string = '/data-sources';
        if (fitting.length > 0) return <RunForm template={template} sources={fitting} />;
        return (
          <Empty title={t.title} action={<LinkButton to={toSources}>{t.toSources}</LinkButton>}>
            {t.noSources}
          </Empty>
        );
      }}
    </Shown>
  );
}

interface RunFormProps {
  readonly template: Template;
  readonly sources: readonly { readonly id: number; readonly name: string }[];
}

interface Begun {
  /** Without what is sensitive. */
  readonly typed: Typed;
  readonly source: number | null;
}

function RunForm({ template, sources }: RunFormProps) {
  const t = useTexts(texts);
  const { parameters } = template;
  const open = parameters.filter(({ sensitive }) => sensitive !== true);
  const draft = useDraft<Begun>('run', { typed: startOf(open), source: null }, { isOfPage: true });
  const { source: chosen } = draft.value;
  const [sensitive, setSensitive] = useState<Typed>({});
  const typed = { ...startOf(parameters), ...draft.value.typed, ...sensitive };
  const [missing, setMissing] = useState<readonly string[]>([]);
  const execution = useExecution(template.id, draft.begin);
  const source = chosen ?? sources[0]?.id ?? 0;
  const start = (run: boolean): void => {
    const empty = missingIn(parameters, typed);
    setMissing(empty);
    if (empty.length === 0) execution.run({ parameters: valuesOf(parameters, typed), data_source_id: source, run });
  };
  const type = ({ name, sensitive: isHidden }: Template['parameters'][number], value: string): void => {
    if (isHidden === true) setSensitive({ ...sensitive, [name]: value });
    else draft.patch({ typed: { ...draft.value.typed, [name]: value } });
  };
  const shown = Object.fromEntries(
    parameters.map(({ name, sensitive: isHidden }) => [name, isHidden === true && typed[name] !== '' ? '***' : (typed[name] ?? '')]),
  );
  return (
    <>
      <Card title={t.title}>
        <Question text={template.template_text} values={shown} />
        <Form onSubmit={() => start(true)} label={t.title}>
          <div className={styles['fields']}>
            {parameters.map((parameter) => (
              <ParameterField
                key={parameter.name}
                parameter={parameter}
                value={typed[parameter.name] ?? ''}
                onChange={(value) => type(parameter, value)}
                error={
                  missing.includes(parameter.name) && typed[parameter.name] === ''
                    ? t.fillIn
                    : execution.fieldError(`parameters.${parameter.name}`)
                }
              />
            ))}
            <SelectField label={t.source} value={source} onChange={({ target }) => draft.patch({ source: Number(target.value) })}>
              {sources.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <Restored of={draft} lacksSecrets={open.length < parameters.length} />
          <Row>
            <Button type="submit" look="primary" isBusy={execution.isRunning}>
              {t.run}
            </Button>
            <Button onClick={() => start(false)} disabled={execution.isRunning}>
              {t.write}
            </Button>
            {execution.isRunning && <Button onClick={execution.stop}>{t.stop}</Button>}
          </Row>
        </Form>
        {execution.isRunning && <Notice>{t.running}</Notice>}
        {execution.isStopped && !execution.isRunning && <Notice>{t.stopped}</Notice>}
      </Card>
      {!execution.isRunning && (execution.result !== undefined || execution.error !== null) && (
        <AnswerCard
          key={execution.result?.execution_id}
          answer={execution.result}
          error={execution.error}
          source={source}
          organization={template.organization_id}
        />
      )}
    </>
  );
}
