import { useTexts } from '../../../i18n/texts';
import { CheckField, SelectField, TextField } from '../../../ui/field';
import { Stack } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import type { FieldsProps } from './fields';
import { texts } from './configuration-texts';
import type { Values } from './configuration-values';

export function OptionFields({ type, values, onChange, faultOf }: FieldsProps & { readonly type: 'oidc' | 'saml' }) {
  const t = useTexts(texts);
  const directory = faultOf('address_proof', 'directory');
  const signs = faultOf('signs_requests');
  const posts = faultOf('sign_on_binding');
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
          <CheckField label={t.posts} checked={values.posts} onChange={({ target }) => onChange({ posts: target.checked })} />
        </>
      )}
      {signs !== undefined && <Notice tone="bad">{signs}</Notice>}
      {posts !== undefined && <Notice tone="bad">{posts}</Notice>}
      <Stack isNarrow>
        {type === 'saml' && (
          <SelectField
            label={t.encryption}
            {...(values.encryption !== 'off' && { hint: t.encryptionHint })}
            error={faultOf('assertion_encryption')}
            value={values.encryption}
            onChange={({ target }) => onChange({ encryption: target.value as Values['encryption'] })}
          >
            <option value="off">{t.off}</option>
            <option value="accepted">{t.accepted}</option>
            <option value="required">{t.required}</option>
          </SelectField>
        )}
        <TextField
          label={t.email}
          error={faultOf('attributes.email', 'email')}
          value={values.email}
          onChange={({ target }) => onChange({ email: target.value })}
        />
        <TextField
          label={t.groups}
          hint={t.groupsHint}
          error={faultOf('attributes.groups')}
          value={values.groups}
          onChange={({ target }) => onChange({ groups: target.value })}
        />
      </Stack>
    </Stack>
  );
}
