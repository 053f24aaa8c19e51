import { unwrap } from '@headgate/client';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { queries } from '../../../session/queries';
import { Button } from '../../../ui/button';
import { Help } from '../../../ui/help';
import { Card, Row } from '../../../ui/layout';
import { Notice, Problem, Shown } from '../../../ui/notice';
import { MissingStep } from './activate-step';
import { CONNECTION, CONNECTIONS, type ConnectionTest, type SsoConnection, TESTS, isConfigured } from './read-connection';
import { StepLink } from './step-link';
import { TestReport } from './test-report';
import { texts } from './test-texts';

const EVERY_MS = 1_500;

export function TestStep({ connection }: { readonly connection: SsoConnection }) {
  const t = useTexts(texts);
  if (!isConfigured(connection)) {
    return (
      <Card title={t.title}>
        <MissingStep connection={connection} />
      </Card>
    );
  }
  return <Test connection={connection} />;
}

/** Lets the person sign in in a window of its own, and watches what comes of it. */
function Test({ connection }: { readonly connection: SsoConnection }) {
  const t = useTexts(texts);
  const may = usePermissions(connection.organization_id);
  const [begun, setBegun] = useState<{ readonly id: number; readonly url: string } | null>(null);
  const tests = useRead(TESTS, { params: { path: { connection_id: connection.id }, query: { page: 1, limit: 1 } } });
  const start = useAction(
    async () =>
      unwrap(
        await headgate.POST('/api/v1/sso/connections/{connection_id}/test', {
          params: { path: { connection_id: connection.id } },
        }),
      ),
    {
      changes: [TESTS],
      onDone: ({ test: { id, start_url: address } }) => {
        setBegun(address === null ? null : { id, url: endingHere(address) });
        if (address !== null) openWindow(endingHere(address));
      },
    },
  );
  return (
    <Card title={t.title}>
      <p>
        {t.lead} <Help at="from-passwords-to-sso#3-test-it-then-activate-it" about={t.title} />
      </p>
      <Shown of={tests}>
        {({ tests: [latest] }) => (
          <>
            {latest !== undefined && <Watched key={latest.id} test={latest} />}
            <Problem error={start.error} />
            <Row>
              <Button
                look={connection.tested_at === null ? 'primary' : 'plain'}
                isBusy={start.isRunning}
                disabled={!may('sso.manage')}
                onClick={() => start.run(undefined)}
              >
                {latest === undefined ? t.start : t.again}
              </Button>
              {begun !== null && begun.id === latest?.id && latest.status === 'running' && (
                <Button onClick={() => openWindow(begun.url)}>{t.open}</Button>
              )}
              {connection.tested_at !== null && (
                <StepLink step="activate" look="primary">
                  {t.goOn}
                </StepLink>
              )}
            </Row>
          </>
        )}
      </Shown>
    </Card>
  );
}

/** The report of a test, read again until a person came back from the provider. */
function Watched({ test: listed }: { readonly test: ConnectionTest }) {
  const t = useTexts(texts);
  const read = useRead(
    '/api/v1/sso/connections/{connection_id}/tests/{test_id}',
    { params: { path: { connection_id: listed.connection_id, test_id: listed.id } } },
    { refetchInterval: EVERY_MS, enabled: isUnderWay(listed) },
  );
  const test = read.data?.test ?? listed;
  const hasEnded = listed.status === 'running' && test.status !== 'running';
  useEffect(() => {
    if (!hasEnded) return;
    for (const path of [TESTS, CONNECTION, CONNECTIONS]) void queries.invalidateQueries({ queryKey: [path] });
  }, [hasEnded]);
  return (
    <>
      <TestReport test={test} />
      {test.status === 'running' && (
        <Notice tone={isUnderWay(test) ? 'info' : 'warning'}>{isUnderWay(test) ? t.waiting : t.expired}</Notice>
      )}
    </>
  );
}

function isUnderWay({ status, expires_at: end }: ConnectionTest): boolean {
  return status === 'running' && Date.parse(end) > Date.now();
}

/** The login of a test ends at the page that closes its window. */
function endingHere(startUrl: string): string {
  const address = new URL(startUrl);
  address.searchParams.set('return_to', `${location.origin}/signed-in`);
  return address.href;
}

/** If a browser blocks the window, the button opens it. */
function openWindow(address: string): void {
  window.open(address, '_blank', 'popup,width=520,height=720');
}
