import { useTexts } from '../../../i18n/texts';
import { SelectField, TextField } from '../../../ui/field';
import { Stack } from '../../../ui/layout';
import { SecretField } from '../../../ui/secret-field';
import { CopiedValues } from '../copied-value';
import type { FieldsProps } from './fields';
import { texts } from './configuration-texts';
import { type Values, sendsSecret } from './configuration-values';
import { THEIRS } from './providers';

interface OidcProps extends FieldsProps {
  readonly hasSecret: boolean;
  readonly jwksUri: string;
}

export function OidcFields({ provider, values, onChange, faultOf, hasSecret, jwksUri }: OidcProps) {
  const t = useTexts(texts);
  const names = THEIRS[provider];
  const hint = { okta: t.oktaHint, entra: t.entraHint, google: undefined, other: t.issuerHint }[provider];
  return (
    <Stack isNarrow>
      <TextField
        label={names.issuer}
        required
        {...(hint !== undefined && { hint })}
        error={faultOf('issuer', 'issuer') ?? faultOf('issuer', 'entityId')}
        value={values.issuer}
        onChange={({ target }) => onChange({ issuer: target.value })}
      />
      <TextField
        label={names.clientId}
        required
        error={faultOf('client_id')}
        value={values.clientId}
        onChange={({ target }) => onChange({ clientId: target.value })}
      />
      {sendsSecret(values) && (
        <SecretField
          label={names.clientSecret}
          required={!hasSecret}
          hint={hasSecret ? t.secretStored : t.secretHint}
          error={faultOf('client_secret')}
          value={values.clientSecret}
          onChange={(clientSecret) => onChange({ clientSecret })}
        />
      )}
      <SelectField
        label={t.authentication}
        error={faultOf('client_authentication', 'authentication')}
        value={values.authentication}
        onChange={({ target }) => onChange({ authentication: target.value as Values['authentication'] })}
      >
        <option value="client_secret_basic">{t.basic}</option>
        <option value="client_secret_post">{t.post}</option>
        <option value="private_key_jwt">{t.key}</option>
        <option value="none">{t.public}</option>
      </SelectField>
      {values.authentication === 'private_key_jwt' && (
        <>
          <p>{t.keyText}</p>
          <CopiedValues values={[{ label: t.keyAddress, value: jwksUri }]} />
          <SelectField
            label={t.audience}
            error={faultOf('assertion_audience')}
            value={values.audience}
            onChange={({ target }) => onChange({ audience: target.value as Values['audience'] })}
          >
            <option value="token_endpoint">{t.tokenEndpoint}</option>
            <option value="issuer">{t.issuerAudience}</option>
          </SelectField>
        </>
      )}
    </Stack>
  );
}
