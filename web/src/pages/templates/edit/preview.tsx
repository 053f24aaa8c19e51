import { HeadgateError, unwrap } from '@headgate/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { headgate } from '../../../session/client';
import { Card, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { Question } from '../question';
import { ParameterField } from '../run/parameter-field';
import { type Typed, missingIn, startOf, valuesOf } from '../run/values';
import { type Parameter, RENDER } from '../template';
import styles from '../templates.module.css';
import { texts } from './texts';
import type { Editing } from './use-editing';

interface PreviewProps {
  readonly template: number;
  readonly editing: Editing;
}

/** The text with its gaps filled: by the service where the text is saved, and at once while it is written. */
export function Preview({ template, editing: { content, isDirty } }: PreviewProps) {
  const t = useTexts(texts);
  const { parameters, template_text: text } = content;
  const [given, setGiven] = useState<Typed>({});
  const typed = { ...startOf(parameters), ...given };
  const isSecret = parameters.some(({ name, sensitive }) => sensitive === true && typed[name] !== '');
  const isMissing = missingIn(parameters, typed).length > 0;
  const asks = !isDirty && !isSecret && !isMissing;
  const rendered = useRendered(template, parameters, typed, asks);
  const errorOf = (name: string): string | undefined =>
    asks ? messageOf(rendered.error, `parameters.${name}`) : undefined;
  return (
    <Card title={t.preview}>
      <Stack>
        {parameters.map((parameter, index) => (
          <ParameterField
            // While it is written a name may stand twice, or not at all.
            key={index}
            parameter={parameter}
            value={typed[parameter.name] ?? ''}
            onChange={(value) => setGiven({ ...given, [parameter.name]: value })}
            error={errorOf(parameter.name)}
          />
        ))}
      </Stack>
      {asks && rendered.data !== undefined ? (
        <Rendered {...rendered.data} />
      ) : (
        <>
          <Question text={text} values={typed} />
          <p className={styles['soft']}>
            {isDirty ? t.previewLocal : isSecret ? t.previewSensitive : isMissing ? t.previewFill : ''}
          </p>
        </>
      )}
      {asks && rendered.error !== null && <Problem error={rendered.error} />}
    </Card>
  );
}

function messageOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof HeadgateError) || !('details' in error)) return undefined;
  return error.details?.find((detail) => detail.field === field)?.message;
}

interface RenderedProps {
  readonly text: string;
  readonly token_estimate: number;
  readonly warnings: readonly string[];
}

function Rendered({ text, token_estimate: tokens, warnings }: RenderedProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  return (
    <>
      <p className={styles['text']} data-testid="rendered">
        {text}
      </p>
      <p className={styles['soft']}>{t.tokens(number(tokens))}</p>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
    </>
  );
}

/** Asked when the typing rests. */
function useRendered(template: number, parameters: readonly Parameter[], typed: Typed, enabled: boolean) {
  const values = useRested(JSON.stringify(valuesOf(parameters, typed)));
  return useQuery({
    queryKey: [RENDER, template, values],
    queryFn: async ({ signal }) =>
      unwrap(
        await headgate.POST(RENDER, {
          params: { path: { template_id: template } },
          body: { parameters: JSON.parse(values) as Record<string, unknown>, version: 'draft' },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
}

const REST = 300;

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
