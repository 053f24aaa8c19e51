import { useTexts } from '../../../i18n/texts';
import { CheckField, TextField } from '../../../ui/field';
import { Stack } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import type { FieldsProps } from './fields';
import { texts } from './configuration-texts';

export function OptionFields({ type, values, onChange, faultOf }: FieldsProps & { readonly type: 'oidc' | 'saml' }) {
  const t = useTexts(texts);
  const directory = faultOf('address_proof', 'directory');
  const signs = faultOf('signs_requests');
  return (
    <Stack>
      <h3>{t.options}</h3>
      <CheckField label={t.provisions} checked={values.provisions} onChange={({ target }) => onChange({ provisions: target.checked })} />
      <CheckField label={t.directory} checked={values.directory} onChange={({ target }) => onChange({ directory: target.checked })} />
      {directory !== undefined && <Notice tone="warning">{directory}</Notice>}
      <CheckField label={t.trustsMfa} checked={values.trustsMfa} onChange={({ target }) => onChange({ trustsMfa: target.checked })} />
      {type === 'saml' && (
        <>
          <CheckField
            label={t.providerStart}
            checked={values.providerStart}
            onChange={({ target }) => onChange({ providerStart: target.checked })}
          />
          <CheckField label={t.signs} checked={values.signs} onChange={({ target }) => onChange({ signs: target.checked })} />
        </>
      )}
      {signs !== undefined && <Notice tone="bad">{signs}</Notice>}
      <Stack isNarrow>
        <TextField
          label={t.email}
          error={faultOf('attributes.email', 'email')}
          value={values.email}
          onChange={({ target }) => onChange({ email: target.value })}
        />
      </Stack>
    </Stack>
  );
}
