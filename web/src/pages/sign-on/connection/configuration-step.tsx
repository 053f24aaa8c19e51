import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Secret } from '../../../session/secret';
import { Button } from '../../../ui/button';
import { isConflict } from '../../../ui/conflict';
import { Form } from '../../../ui/form';
import { Card, Row } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { CopiedValues } from '../copied-value';
import styles from '../sign-on.module.css';
import { texts } from './configuration-texts';
import { type Values, configFrom, valuesOf, withProposals } from './configuration-values';
import { type CuredField, faultsOf } from './cures';
import { OidcFields } from './oidc-fields';
import { OptionFields } from './option-fields';
import type { ProviderId } from './choices';
import { NAMES, ourValues } from './providers';
import { CONNECTION, CONNECTIONS, type SsoConnection, TESTS, isOidc, isConfigured } from './read-connection';
import { SamlFields } from './saml-fields';
import { texts as testTexts } from './test-texts';

interface StepProps {
  readonly connection: SsoConnection;
  readonly provider: ProviderId;
}

export function ConfigurationStep({ connection, provider }: StepProps) {
  const t = useTexts(texts);
  const name = provider === 'other' ? t.provider : NAMES[provider];
  return (
    <>
      <Card title={t.ours(name)}>
        <p>
          {t.where(provider, connection.type)} {t.oursText}
        </p>
        <CopiedValues values={ourValues(connection, provider)} />
      </Card>
      <Card title={t.theirs(name)}>
        <ConfigurationForm connection={connection} provider={provider} />
      </Card>
    </>
  );
}

function ConfigurationForm({ connection, provider: chosen }: StepProps) {
  const t = useTexts(texts);
  const testTexted = useTexts(testTexts);
  const navigate = useNavigate();
  const may = usePermissions(connection.organization_id);
  const [provider] = useState(chosen);
  const saved = valuesOf(connection, provider);
  const version = headgate.versionOf(connection);
  // What others save is overwritten only after it was shown.
  const kept = useDraft('configuration', saved, { version });
  const [clientSecret, setClientSecret] = useState(Secret.NONE);
  const values = { ...kept.value, clientSecret };
  const before = kept.begun.value;
  const tests = useRead(TESTS, { params: { path: { connection_id: connection.id }, query: { page: 1, limit: 1 } } });
  const faults = faultsOf(tests.data?.tests[0], connection.configuration_version);
  const goOn = (): void =>
    void navigate({
      to: '/organizations/$organization/sso/$connection',
      params: { organization: String(connection.organization_id), connection: String(connection.id) },
      search: { step: 'test', provider },
      ignoreBlocker: true,
    });
  const save = useAction(
    async (over: typeof kept.begun) =>
      unwrap(
        await headgate.PATCH(CONNECTION, {
          params: { path: { connection_id: connection.id } },
          body: { config: configFrom(connection, provider, values, over.value) },
          ifMatch: over.version,
        }),
      ),
    {
      changes: [CONNECTION, CONNECTIONS],
      onDone: () => {
        kept.begin();
        goOn();
      },
    },
  );
  const changed = kept.isDirty || !clientSecret.isEmpty;
  const faultOf = (apiField: string, cured?: CuredField): string | undefined => {
    const held = cured === undefined ? undefined : faults.get(cured);
    const refused = save.fieldError(`config.${apiField}`);
    // The next test judges new values.
    return refused ?? (held === undefined || changed ? undefined : testTexted.cure(held));
  };
  const fields = {
    provider,
    values,
    faultOf,
    onChange: ({ clientSecret: secret, ...change }: Partial<Values>) => {
      if (secret !== undefined) setClientSecret(secret);
      kept.change(withProposals({ ...kept.value, ...change }, before));
    },
  };
  const hasSecret = isOidc(connection.config) && connection.config.has_client_secret;
  const fault = faultOf('', 'ours');
  const ours = connection.service_provider;
  const submit = (): void => {
    // There is nothing to save.
    if (isConfigured(connection) && !changed) return goOn();
    const isSeen = isConflict(save.error);
    if (isSeen) kept.overwrite();
    save.run(isSeen ? { value: saved, version } : kept.begun);
  };
  return (
    <Form onSubmit={submit}>
      {connection.status === 'active' && <Notice>{t.isActive}</Notice>}
      {fault !== undefined && <Notice tone="warning">{fault}</Notice>}
      {connection.type === 'oidc' ? (
        <OidcFields {...fields} hasSecret={hasSecret} jwksUri={'jwks_uri' in ours ? ours.jwks_uri : ''} />
      ) : (
        <SamlFields {...fields} />
      )}
      <OptionFields {...fields} type={connection.type} />
      <SaveProblem error={save.error} connection={connection} />
      <Row>
        <Button type="submit" look="primary" isBusy={save.isRunning} disabled={!may('sso.manage')}>
          {t.save}
        </Button>
      </Row>
      <Unsaved of={kept} endsWithSearch lacksSecrets={connection.type === 'oidc'} isDirty={changed} />
    </Form>
  );
}

interface ProblemProps {
  readonly error: Error | null;
  readonly connection: SsoConnection;
}

/** A conflict shows what the other person saved; what was entered here stays in the fields. */
function SaveProblem({ error, connection }: ProblemProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  if (!isConflict(error)) return <Problem error={error} />;
  const { config } = connection;
  return (
    <Notice tone="bad">
      <strong>{t.conflictTitle}</strong>
      <p>{t.conflictText}</p>
      <dl className={styles['facts']}>
        <dt>{t.changed}</dt>
        <dd>{moment(connection.updated_at)}</dd>
        <dt>{t.issuer}</dt>
        <dd>{isConfigured(connection) ? connection.issuer : '–'}</dd>
        {isOidc(config) && (
          <>
            <dt>{t.client}</dt>
            <dd>{config.client_id}</dd>
          </>
        )}
      </dl>
    </Notice>
  );
}
