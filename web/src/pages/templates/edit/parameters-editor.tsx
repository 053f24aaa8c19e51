import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Row, Stack } from '../../../ui/layout';
import { Empty } from '../../../ui/notice';
import { namesIn } from '../placeholders';
import type { Parameter } from '../template';
import type { Content } from './content';
import { ParameterForm } from './parameter-form';
import { texts } from './texts';

interface ParametersProps {
  readonly content: Content;
  readonly onChange: (part: Partial<Content>) => void;
  readonly errorOf: (field: string) => string | undefined;
}

export const madeFor = (name: string): Parameter => ({ name, type: 'string', required: true });

/** The parameters in their order, and the undeclared ones that the text names. */
export function ParametersEditor({ content, onChange, errorOf }: ParametersProps) {
  const t = useTexts(texts);
  const { parameters } = content;
  const undeclared = namesIn(content.template_text).filter((name) => parameters.every((one) => one.name !== name));
  const set = (next: readonly Parameter[]): void => onChange({ parameters: [...next] });
  const swap = (index: number, by: number): void => {
    const next = [...parameters];
    const [moved] = next.splice(index, 1);
    if (moved !== undefined) next.splice(index + by, 0, moved);
    set(next);
  };
  return (
    <Stack>
      {parameters.length === 0 && <Empty title={t.tabParameters}>{t.noParameters}</Empty>}
      {parameters.map((parameter, index) => (
        <ParameterForm
          // They have no id; during editing, a name may occur twice.
          key={index}
          parameter={parameter}
          onChange={(changed) => set(parameters.map((one, place) => (place === index ? changed : one)))}
          onRemove={() => set(parameters.filter((_, place) => place !== index))}
          onUp={index === 0 ? undefined : () => swap(index, -1)}
          onDown={index === parameters.length - 1 ? undefined : () => swap(index, 1)}
          errorOf={(field) => errorOf(`parameters[${index}].${field}`)}
        />
      ))}
      <Row>
        {undeclared.length > 0 && (
          <Button look="primary" onClick={() => set([...parameters, ...undeclared.map(madeFor)])}>
            {t.addGaps(undeclared.join(', '))}
          </Button>
        )}
        <Button onClick={() => set([...parameters, madeFor('')])}>{t.add}</Button>
      </Row>
    </Stack>
  );
}
