import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Row } from '../../../ui/layout';
import { Badge, Problem } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import { DOMAINS, type SsoConnection, type SsoDomain } from '../connection/read-connection';
import styles from '../sign-on.module.css';
import { texts } from '../texts';

const TONES = { pending: 'warning', verified: 'good', drifted: 'bad' } as const;

interface TableProps {
  readonly domains: readonly SsoDomain[];
  readonly connections: readonly SsoConnection[];
  readonly mayManage: boolean;
}

export function DomainTable({ domains, connections, mayManage }: TableProps) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const [released, setReleased] = useState<SsoDomain | null>(null);
  const route = useAction(
    async ({ id, to }: { id: number; to: number | null }) => {
      const params = { path: { domain_id: id } };
      return unwrap(await headgate.PATCH('/api/v1/sso/domains/{domain_id}', { params, body: { connection_id: to } }));
    },
    { changes: [DOMAINS] },
  );
  return (
    <>
      <Table
        caption={t.domains}
        rows={domains}
        keyOf={({ id }) => id}
        columns={[
          { title: t.domain, cell: ({ domain }) => <span className={styles['break']}>{domain}</span> },
          {
            title: t.state,
            cell: ({ status, checked_at: at }) => (
              <Row>
                <Badge tone={TONES[status]}>{t.domainStatus(status)}</Badge>
                {at !== null && <span className={styles['soft']}>{t.checked(relative(at))}</span>}
              </Row>
            ),
          },
          {
            title: t.signsInBy,
            cell: ({ id, domain, connection_id: by }) => (
              <select
                className={styles['select']}
                aria-label={`${t.signsInBy}: ${domain}`}
                value={by ?? ''}
                disabled={!mayManage || route.isRunning}
                onChange={({ target }) => route.run({ id, to: target.value === '' ? null : Number(target.value) })}
              >
                <option value="">{t.oldest}</option>
                {connections.map(({ id: connection, name }) => (
                  <option key={connection} value={connection}>
                    {name}
                  </option>
                ))}
              </select>
            ),
          },
          {
            title: t.actions,
            isActions: true,
            cell: (domain) =>
              mayManage && (
                <Button look="danger" aria-label={`${t.release}: ${domain.domain}`} onClick={() => setReleased(domain)}>
                  {t.release}
                </Button>
              ),
          },
        ]}
      />
      <Problem error={route.error} />
      <Release domain={released} onClose={() => setReleased(null)} />
    </>
  );
}

function Release({ domain, onClose }: { readonly domain: SsoDomain | null; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const release = useAction(
    async (id: number) => unwrap(await headgate.DELETE('/api/v1/sso/domains/{domain_id}', { params: { path: { domain_id: id } } })),
    { changes: [DOMAINS], onDone: onClose },
  );
  return (
    <Confirm
      title={t.releaseTitle(domain?.domain ?? '')}
      isOpen={domain !== null}
      onClose={onClose}
      {...(domain?.status === 'verified' && { name: domain.domain })}
      verb={t.release}
      onConfirm={() => domain !== null && release.run(domain.id)}
      isBusy={release.isRunning}
      error={release.error}
    >
      <p>{t.releaseText}</p>
    </Confirm>
  );
}
