import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Secret } from '../../../session/secret';
import { SelectField, TextArea, TextField } from '../../../ui/field';
import { SecretField } from '../../../ui/secret-field';
import type { Parameter } from '../template';
import { texts } from './texts';

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

const INPUTS: Partial<Record<Parameter['type'], string>> = { number: 'number', integer: 'number', date: 'date' };

/** The field that fits the type of a parameter. */
export function ParameterField({ parameter, value, onChange, error }: ParameterFieldProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { name, type, required, description, sensitive, minimum, maximum } = parameter;
  const rules = [
    description,
    type === 'datetime' ? t.datetimeHint : undefined,
    type === 'array' ? t.arrayHint : undefined,
    minimum !== undefined && maximum !== undefined ? t.between(number(minimum), number(maximum)) : undefined,
    required ? undefined : t.mayBeEmpty,
  ];
  const shared = {
    label: name,
    hint: rules.filter((rule) => rule !== undefined && rule !== '').join(' · ') || undefined,
    error,
    value,
    required,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (type === 'array') return <TextArea {...shared} rows={3} />;
  const choices = type === 'boolean' ? ['true', 'false'] : type === 'enum' ? (parameter.enum ?? []) : null;
  if (choices !== null) {
    return (
      <SelectField {...shared}>
        {(!required || value === '') && <option value="">{t.noValue}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {type === 'boolean' ? t[choice as 'true' | 'false'] : choice}
          </option>
        ))}
      </SelectField>
    );
  }
  if (sensitive === true) return <SecretField {...shared} value={new Secret(value)} onChange={(secret) => onChange(secret.reveal())} />;
  return <TextField {...shared} type={INPUTS[type] ?? 'text'} {...(type === 'number' && { step: 'any' })} />;
}
