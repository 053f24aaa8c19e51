import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { CheckField, SelectField, TextArea, TextField } from '../../../ui/field';
import { Row } from '../../../ui/layout';
import type { Parameter, ParameterType } from '../template';
import styles from '../templates.module.css';
import { typeTexts } from '../type-texts';
import { NUMBERS, TEXTS, TYPES, retyped, withField } from './parameter';
import { texts } from './texts';

interface ParameterFormProps {
  readonly parameter: Parameter;
  readonly onChange: (parameter: Parameter) => void;
  readonly onRemove: () => void;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  readonly errorOf: (field: string) => string | undefined;
}

/** One parameter: its name, its type, and the rules that this type has. */
export function ParameterForm({ parameter, onChange, onRemove, onUp, onDown, errorOf }: ParameterFormProps) {
  const t = useTexts(texts);
  const types = useTexts(typeTexts);
  const { name, type } = parameter;
  const title = name === '' ? t.unnamed : name;
  const text = (field: 'name' | 'description' | 'default' | 'pattern') => ({
    value: parameter[field] ?? '',
    error: errorOf(field),
    onChange: ({ target }: { target: { value: string } }) => onChange(withField(parameter, field, target.value)),
  });
  return (
    <fieldset className={styles['parameter']}>
      <legend>{t.parameter(title)}</legend>
      <div className={styles['fields']}>
        <TextField isShort label={t.name} {...text('name')} />
        <SelectField
          label={t.type}
          value={type}
          error={errorOf('type')}
          onChange={({ target }) => onChange(retyped(parameter, target.value as ParameterType))}
        >
          {TYPES.map((one) => (
            <option key={one} value={one}>
              {types[one]}
            </option>
          ))}
        </SelectField>
        <TextField isProse label={t.description} {...text('description')} />
        <TextField label={type === 'array' ? t.standardArray : t.standard} {...text('default')} />
        <Rules parameter={parameter} onChange={onChange} errorOf={errorOf} />
        {TEXTS.includes(type) && <TextField label={t.pattern} {...text('pattern')} />}
      </div>
      <Row>
        <CheckField
          label={t.required}
          checked={parameter.required}
          onChange={({ target }) => onChange({ ...parameter, required: target.checked })}
        />
        <CheckField
          label={t.sensitive}
          checked={parameter.sensitive === true}
          onChange={({ target }) => onChange({ ...parameter, sensitive: target.checked ? true : undefined })}
        />
      </Row>
      <Row>
        {onUp !== undefined && (
          <Button aria-label={`${t.up}: ${title}`} onClick={onUp}>
            {t.up}
          </Button>
        )}
        {onDown !== undefined && (
          <Button aria-label={`${t.down}: ${title}`} onClick={onDown}>
            {t.down}
          </Button>
        )}
        <Button look="danger" aria-label={`${t.remove}: ${title}`} onClick={onRemove}>
          {t.remove}
        </Button>
      </Row>
    </fieldset>
  );
}

type RulesProps = Pick<ParameterFormProps, 'parameter' | 'onChange' | 'errorOf'>;

/** Limits, choices and the type of what an array holds. */
function Rules({ parameter, onChange, errorOf }: RulesProps) {
  const t = useTexts(texts);
  const types = useTexts(typeTexts);
  const { type, items, enum: choices } = parameter;
  return (
    <>
      {NUMBERS[type].map((field) => (
        <TextField
          key={field}
          label={t[field]}
          type="number"
          step={type === 'number' ? 'any' : 1}
          value={parameter[field] ?? ''}
          error={errorOf(field)}
          onChange={({ target }) => onChange(withField(parameter, field, target.value))}
        />
      ))}
      {type === 'array' && (
        <SelectField
          label={t.items}
          value={items?.type ?? 'string'}
          error={errorOf('items')}
          onChange={({ target }) => {
            const of = target.value as Exclude<ParameterType, 'array'>;
            onChange({ ...parameter, items: { ...items, type: of } });
          }}
        >
          {TYPES.filter((one) => one !== 'array').map((one) => (
            <option key={one} value={one}>
              {types[one]}
            </option>
          ))}
        </SelectField>
      )}
      {(type === 'enum' || (type === 'array' && items?.type === 'enum')) && (
        <TextArea
          label={t.choices}
          rows={4}
          value={(type === 'enum' ? choices : items?.enum)?.join('\n') ?? ''}
          error={errorOf('enum') ?? errorOf('items')}
          onChange={({ target }) => {
            const lines = target.value.split('\n');
            onChange(type === 'enum' ? { ...parameter, enum: lines } : { ...parameter, items: { type: 'enum', enum: lines } });
          }}
        />
      )}
    </>
  );
}
