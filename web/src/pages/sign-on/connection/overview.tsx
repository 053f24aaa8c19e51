import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import { type Read, useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Card, Stack } from '../../../ui/layout';
import { Badge, Notice, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import styles from '../sign-on.module.css';
import { texts as list } from '../texts';
import { EndConnection } from './end-connection';
import { GroupsCard } from './groups-card';
import { Keys } from './keys';
import { type SsoConnection, TESTS, isConfigured } from './read-connection';
import { STATUS_TONES, TestReport } from './test-report';
import { texts as testTexts } from './test-texts';
import { texts } from './wizard-texts';
import { Person } from '../../../ui/person';

const IDENTITIES = '/api/v1/sso/connections/{connection_id}/identities';

type Identity = Read<typeof IDENTITIES>['identities'][number];

interface OverviewProps {
  readonly connection: SsoConnection;
}

export function Overview({ connection }: OverviewProps) {
  const t = useTexts(texts);
  const l = useTexts(list);
  const { moment } = useFormats();
  const at = (time: string | null): string => (time === null ? t.notYet : moment(time));
  return (
    <>
      {connection.status === 'disabled' && <Notice tone="warning">{t.inactive}</Notice>}
      <Card title={t.overview}>
        <dl className={styles['facts']}>
          <dt>{l.protocol}</dt>
          <dd>{connection.type === 'oidc' ? 'OpenID Connect' : 'SAML'}</dd>
          <dt>{t.issuer}</dt>
          <dd>{isConfigured(connection) ? connection.issuer : l.notEntered}</dd>
          <dt>{t.created}</dt>
          <dd>{at(connection.created_at)}</dd>
          <dt>{t.testedAt}</dt>
          <dd>{at(connection.tested_at)}</dd>
          <dt>{t.activatedAt}</dt>
          <dd>{at(connection.activated_at)}</dd>
          {connection.disabled_at !== null && (
            <>
              <dt>{t.disabledAt}</dt>
              <dd>{at(connection.disabled_at)}</dd>
            </>
          )}
        </dl>
      </Card>
      <GroupsCard connection={connection} />
      <Keys connection={connection} />
      <People connection={connection} />
      <Tests connection={connection} />
      <EndConnection connection={connection} />
    </>
  );
}

function People({ connection }: OverviewProps) {
  const t = useTexts(texts);
  const { number, relative } = useFormats();
  const may = usePermissions(connection.organization_id);
  const page = usePageOf('people');
  const [leaving, setLeaving] = useState<Identity | null>(null);
  const unlink = useAction(
    async (id: number) => unwrap(await headgate.DELETE('/api/v1/sso/identities/{identity_id}', { params: { path: { identity_id: id } } })),
    { changes: [IDENTITIES], onDone: () => setLeaving(null) },
  );
  const people = useRead(IDENTITIES, {
    params: { path: { connection_id: connection.id }, query: { page, limit: 10 } },
  });
  return (
    <Card title={t.people}>
      <Shown of={people}>
        {({ identities, pagination }) =>
          identities.length === 0 ? (
            <p>{t.noPeople}</p>
          ) : (
            <Stack>
              <Table
                caption={t.people}
                rows={identities}
                keyOf={({ id }) => id}
                columns={[
                  { title: t.person, cell: (identity) => <Person of={{ ...identity, email: identity.username }} /> },
                  { title: t.address, cell: ({ email }) => email ?? '–' },
                  { title: t.lastLogin, cell: ({ last_login_at: at }) => (at === null ? t.notYet : relative(at)) },
                  { title: t.logins, cell: ({ login_count: count }) => number(count) },
                  ...(may('sso.manage')
                    ? [
                        {
                          title: t.actions,
                          isActions: true,
                          cell: (identity: Identity) => (
                            <Button look="danger" aria-label={`${t.unlink}: ${identity.username}`} onClick={() => setLeaving(identity)}>
                              {t.unlink}
                            </Button>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
              <Pager pagination={pagination} list="people" />
            </Stack>
          )
        }
      </Shown>
      <Confirm
        title={t.unlinkTitle(leaving?.username ?? '')}
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        verb={t.unlink}
        onConfirm={() => leaving !== null && unlink.run(leaving.id)}
        isBusy={unlink.isRunning}
        error={unlink.error}
      >
        <p>{t.unlinkText}</p>
      </Confirm>
    </Card>
  );
}

function Tests({ connection }: OverviewProps) {
  const t = useTexts(texts);
  const tt = useTexts(testTexts);
  const { moment } = useFormats();
  const page = usePageOf('tests');
  const tests = useRead(TESTS, { params: { path: { connection_id: connection.id }, query: { page, limit: 5 } } });
  return (
    <Card title={t.tests}>
      <Shown of={tests}>
        {({ tests: rows, pagination }) =>
          rows.length === 0 ? (
            <p>{t.noTests}</p>
          ) : (
            <Stack>
              {rows.map((test) => (
                <details key={test.id}>
                  <summary>
                    {moment(test.started_at)} <Badge tone={STATUS_TONES[test.status]}>{tt.status(test.status)}</Badge>
                  </summary>
                  <Stack>
                    <TestReport test={test} />
                  </Stack>
                </details>
              ))}
              <Pager pagination={pagination} list="tests" />
            </Stack>
          )
        }
      </Shown>
    </Card>
  );
}
