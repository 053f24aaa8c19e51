import { HeadgateError, unwrap } from '@headgate/client';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { headgate } from '../../../session/client';
import { Card, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { useRested } from '../../../ui/rested';
import { Question } from '../question';
import { ParameterField } from '../run/parameter-field';
import { type Typed, missingIn, startOf, valuesOf } from '../run/values';
import { type Parameter, RENDER_TEXT } from '../template';
import styles from '../templates.module.css';
import type { Content } from './content';
import { texts } from './texts';
import { useQuery } from '../../../session/queries';

const PAUSE_MS = 300;

interface PreviewProps {
  readonly organization: number;
  readonly content: Pick<Content, 'template_text' | 'parameters'>;
}

/** The text with its gaps filled by the service, saved or not; at once while it cannot be. */
export function Preview({ organization, content }: PreviewProps) {
  const t = useTexts(texts);
  const { parameters, template_text: text } = content;
  const [given, setGiven] = useState<Typed>({});
  const typed = { ...startOf(parameters), ...given };
  const isSecret = parameters.some(({ name, sensitive }) => sensitive === true && typed[name] !== '');
  const isMissing = missingIn(parameters, typed).length > 0;
  const asks = text.trim() !== '' && !isSecret && !isMissing;
  const rendered = useRendered(organization, text, parameters, typed, asks);
  const errorOf = (name: string): string | undefined => (asks ? messageOf(rendered.error, `values.${name}`) : undefined);
  return (
    <Card title={t.preview}>
      <Stack>
        {parameters.map((parameter, index) => (
          <ParameterField
            // During editing, a name may occur twice, or not at all.
            key={index}
            parameter={parameter}
            value={typed[parameter.name] ?? ''}
            onChange={(value) => setGiven({ ...given, [parameter.name]: value })}
            error={errorOf(parameter.name)}
          />
        ))}
      </Stack>
      {asks && rendered.data !== undefined && rendered.error === null ? (
        <Rendered {...rendered.data} />
      ) : (
        <>
          <Question text={text} values={typed} />
          <p className={styles['soft']}>{isSecret ? t.previewSensitive : isMissing ? t.previewFill : ''}</p>
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

/** Requested when the typing pauses. */
function useRendered(organization: number, text: string, parameters: readonly Parameter[], typed: Typed, enabled: boolean) {
  const values = valuesOf(parameters, typed);
  const asked = useRested(JSON.stringify({ template_text: text, parameters, values }), PAUSE_MS);
  return useQuery({
    queryKey: [RENDER_TEXT, organization, asked],
    queryFn: async ({ signal }) =>
      unwrap(
        await headgate.POST(RENDER_TEXT, {
          body: { organization_id: organization, ...(JSON.parse(asked) as Asked) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
}

interface Asked {
  readonly template_text: string;
  readonly parameters: { [name: string]: unknown }[];
  readonly values: { [name: string]: unknown };
}
