import { isError, unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMe } from '../../session/me';
import { type Read, useRead } from '../../session/read';
import { usePageOf } from '../../session/place';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Card, Row } from '../../ui/layout';
import { Problem, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { beginSignOn } from '../sign-in/sign-on';
import { texts } from './texts';
import { useQuery } from '../../session/queries';

const PATH = '/api/v1/me/identities';

type Identity = Read<typeof PATH>['identities'][number];

export function IdentitiesCard() {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const page = usePageOf('identities');
  const [leaving, setLeaving] = useState<Identity | null>(null);
  const identities = useRead(PATH, { params: { query: { page, limit: 10 } } });
  const unlink = useAction(
    async (id: number) => unwrap(await headgate.DELETE('/api/v1/sso/identities/{identity_id}', { params: { path: { identity_id: id } } })),
    { changes: [PATH], onDone: () => setLeaving(null) },
  );
  return (
    <Card title={t.identities}>
      <Shown of={identities}>
        {(read) =>
          read.identities.length === 0 ? (
            <NoIdentity />
          ) : (
            <>
              <Table
                caption={t.identities}
                rows={read.identities}
                keyOf={({ id }) => id}
                columns={[
                  { title: t.provider, cell: ({ connection_name: name }) => name },
                  { title: t.subject, cell: ({ email, subject }) => email ?? subject },
                  {
                    title: t.lastUsed,
                    cell: ({ last_login_at: at }) => (at === null ? t.never : relative(at)),
                  },
                  {
                    title: t.actions,
                    isActions: true,
                    cell: (identity) => (
                      <Button look="danger" aria-label={`${t.unlink}: ${identity.connection_name}`} onClick={() => setLeaving(identity)}>
                        {t.unlink}
                      </Button>
                    ),
                  },
                ]}
              />
              <Pager pagination={read.pagination} list="identities" />
            </>
          )
        }
      </Shown>
      <Confirm
        title={t.unlink}
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

const LINK = '/api/v1/sso/connections/{connection_id}/link';

/** Who is sent to a provider at sign-in can link the account beforehand, and so is not asked for a password on the way. */
function NoIdentity() {
  const t = useTexts(texts);
  const me = useMe();
  const email = me?.user.email;
  const found = useQuery({
    queryKey: ['/api/auth/sso/discover', email],
    queryFn: async () => unwrap(await headgate.POST('/api/auth/sso/discover', { body: { email: email ?? '' } })),
    // An address may have a provider without its person being a member.
    enabled: me !== undefined && me.organizations.length > 0,
    // Each question counts against the limit of the network, from which others sign in.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const link = useAction(async (id: number) => {
    const { start_url: startUrl } = unwrap(await headgate.POST(LINK, { params: { path: { connection_id: id } } }));
    await beginSignOn({ startUrl, next: '/account', stays: false, ...(email !== undefined && { hint: email }) });
  });
  const sso = found.data?.sso ?? null;
  if (sso === null || isError(link.error, 'NOT_FOUND')) return <p>{t.noIdentities}</p>;
  return (
    <>
      <p>{t.canLink}</p>
      <Problem error={link.error} />
      <Row>
        <Button isBusy={link.isRunning} onClick={() => link.run(sso.connection_id)}>
          {t.link}
        </Button>
      </Row>
    </>
  );
}
