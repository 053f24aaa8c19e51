import { unwrap } from '@headgate/client';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import { Button, LinkButton } from '../../../ui/button';
import { Card, Row } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { CONNECTION, CONNECTIONS, type SsoConnection, isConfigured } from './read-connection';
import { PREVIEW } from '../enforcement/read-enforcement';
import { StepLink } from './step-link';
import { texts } from './wizard-texts';

export function ActivateStep({ connection }: { readonly connection: SsoConnection }) {
  const t = useTexts(texts);
  const may = usePermissions(connection.organization_id);
  const activate = useAction(
    async () =>
      unwrap(
        await headgate.POST('/api/v1/sso/connections/{connection_id}/activate', {
          params: { path: { connection_id: connection.id } },
        }),
      ),
    { changes: [CONNECTION, CONNECTIONS, PREVIEW] },
  );
  const isActive = connection.status === 'active';
  const isTested = connection.tested_at !== null;
  return (
    <Card title={t.activateTitle}>
      <p>{t.activateText}</p>
      {isActive && <Notice tone="good">{t.activated}</Notice>}
      {!isActive && !isTested && <MissingStep connection={connection} />}
      <Problem error={activate.error} />
      <Row>
        {isActive ? (
          <LinkButton to="/organizations/$organization/migration" params={{ organization: String(connection.organization_id) }}>
            {t.toMigration}
          </LinkButton>
        ) : (
          <Button
            look="primary"
            disabled={!isTested || !may('sso.manage')}
            isBusy={activate.isRunning}
            onClick={() => activate.run(undefined)}
          >
            {t.activate}
          </Button>
        )}
      </Row>
    </Card>
  );
}

/** The step that is in the way, and the way to it. */
export function MissingStep({ connection }: { readonly connection: SsoConnection }) {
  const t = useTexts(texts);
  return isConfigured(connection) ? (
    <Notice tone="warning">
      <p>{t.notTested}</p>
      <Row>
        <StepLink step="test">{t.toTest}</StepLink>
      </Row>
    </Notice>
  ) : (
    <Notice tone="warning">
      <p>{t.notConfigured}</p>
      <Row>
        <StepLink step="configuration">{t.toConfiguration}</StepLink>
      </Row>
    </Notice>
  );
}
