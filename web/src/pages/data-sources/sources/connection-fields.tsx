import { useTexts } from '../../../i18n/texts';
import { SelectField, TextArea, TextField } from '../../../ui/field';
import { SecretField } from '../../../ui/secret-field';
import { type Engine, isFile } from '../engines';
import type { Draft, TlsMode } from './connection';
import styles from './connection-fields.module.css';
import { texts } from './fields-texts';

const MODES: readonly TlsMode[] = ['verify-full', 'verify-ca', 'require', 'disable'];

interface FieldsProps {
  /** Whose folder on the server has its files. */
  readonly organization: number;
  readonly engine: Engine;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Nothing is stored yet. */
  readonly isNew?: boolean;
  readonly hasPassword: boolean;
  readonly fieldError: (field: string) => string | undefined;
}

/** Name and connection of a data source. */
export function ConnectionFields({ organization, engine, draft, onChange, isNew = false, hasPassword, fieldError }: FieldsProps) {
  const t = useTexts(texts);
  const change = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <>
      <TextField
        isProse
        label={t.name}
        hint={t.nameHint}
        value={draft.name}
        error={fieldError('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      {isFile(engine) ? (
        <TextField
          label={t.file}
          hint={t.fileHint(String(organization))}
          value={draft.file}
          error={fieldError('connection.file')}
          onChange={({ target }) => change({ file: target.value })}
        />
      ) : (
        <ServerFields {...{ engine, draft, change, isNew, hasPassword, fieldError }} />
      )}
    </>
  );
}

interface ServerProps extends Omit<FieldsProps, 'onChange' | 'organization'> {
  readonly change: (part: Partial<Draft>) => void;
}

function ServerFields({ engine, draft, change, isNew, hasPassword, fieldError }: ServerProps) {
  const t = useTexts(texts);
  return (
    <>
      <div className={styles['place']}>
        <TextField
          label={t.host}
          value={draft.host}
          error={fieldError('connection.host')}
          onChange={({ target }) => change({ host: target.value })}
        />
        <TextField
          label={t.port}
          inputMode="numeric"
          value={draft.port}
          error={fieldError('connection.port')}
          onChange={({ target }) => change({ port: target.value.replace(/\D/g, '') })}
        />
      </div>
      <TextField
        label={t.database}
        value={draft.database}
        error={fieldError('connection.database')}
        onChange={({ target }) => change({ database: target.value })}
      />
      <TextField
        label={engine === 'postgresql' ? t.role : t.user}
        hint={t.roleHint}
        value={draft.username}
        error={fieldError('connection.username')}
        onChange={({ target }) => change({ username: target.value })}
      />
      <SecretField
        label={t.password}
        hint={hasPassword ? t.passwordKept : t.passwordHint}
        value={draft.password}
        error={fieldError('connection.password')}
        onChange={(password) => change({ password })}
      />
      <SelectField
        label={engine === 'mysql' ? t.sslMysql : t.ssl}
        value={draft.mode}
        error={fieldError('connection.ssl')}
        onChange={({ target }) => change({ mode: target.value as TlsMode })}
      >
        {(isNew ? (['default', ...MODES] as const) : MODES).map((mode) => (
          <option key={mode} value={mode}>
            {t[mode]}
          </option>
        ))}
      </SelectField>
      {draft.mode.startsWith('verify') && (
        <TextArea
          label={t.ca}
          hint={draft.mode === 'verify-full' ? t.caHint : undefined}
          value={draft.ca}
          error={fieldError('connection.ssl.ca')}
          placeholder="-----BEGIN CERTIFICATE-----"
          onChange={({ target }) => change({ ca: target.value })}
        />
      )}
    </>
  );
}
