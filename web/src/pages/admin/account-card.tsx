import { unwrap } from '@headgate/client';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMethods } from '../../session/methods';
import { useRead } from '../../session/read';
import { usePageOf } from '../../session/place';
import { Button, LinkButton } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Card, Row } from '../../ui/layout';
import { Notice, Problem, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { Standing, USER, USERS, type User } from './standing';
import { texts } from './texts';

const SESSIONS = '/api/v1/users/{user_id}/sessions';

/** What an administrator of the installation may do for an account. */
const DEEDS = {
  disable: (params: Of) => headgate.POST('/api/v1/users/{user_id}/disable', { params }),
  enable: (params: Of) => headgate.POST('/api/v1/users/{user_id}/enable', { params }),
  mail: (params: Of) => headgate.POST('/api/v1/users/{user_id}/password-reset', { params }),
  resetFactors: (params: Of) => headgate.POST('/api/v1/users/{user_id}/mfa-reset', { params }),
  endSessions: (params: Of) => headgate.DELETE(SESSIONS, { params }),
};

interface Of {
  readonly path: { readonly user_id: number };
}

type Deed = keyof typeof DEEDS;

export function AccountCard({ user }: { readonly user: User }) {
  const t = useTexts(texts);
  const page = usePageOf('sessions');
  const [asked, setAsked] = useState<Deed | null>(null);
  const path = { user_id: Number(user.id) };
  const sessions = useRead(SESSIONS, { params: { path, query: { page, limit: 10 } } });
  const act = useAction(
    async (deed: Deed) => {
      unwrap(await DEEDS[deed]({ path }));
      return deed;
    },
    { changes: [USER, USERS, SESSIONS], onDone: () => setAsked(null) },
  );
  const offered: readonly Deed[] = [user.status === 'active' ? 'disable' : 'enable', 'mail', 'resetFactors', 'endSessions'];
  const close = (
    <LinkButton to="/admin/accounts" search={(before) => ({ ...before, account: undefined })} look="quiet">
      {t.close}
    </LinkButton>
  );
  return (
    <Card title={t.account(user.username)} actions={close}>
      <Row>
        <span>{user.email}</span>
        <Standing user={user} />
      </Row>
      {user.mail !== null && user.mail.reason !== null && user.mail.state !== 'delivered' && (
        <Notice tone="warning">
          <p>{user.mail.state === 'undeliverable' ? t.undeliverableText : t.waitingText}</p>
          <code lang="en">{user.mail.reason}</code>
        </Notice>
      )}
      <Row>
        {offered.map((deed) => (
          <Button
            key={deed}
            look={deed === 'enable' || deed === 'mail' ? 'plain' : 'danger'}
            isBusy={act.isRunning && asked === null}
            onClick={() => {
              act.reset();
              if (deed === 'enable') act.run(deed);
              else setAsked(deed);
            }}
          >
            {t[deed]}
          </Button>
        ))}
      </Row>
      {asked === null && <Problem error={act.error} />}
      <Done deed={act.result} />
      <h3>{t.sessions}</h3>
      <Shown of={sessions}>
        {({ sessions: rows, pagination }) => (
          <>
            {rows.length === 0 ? <p>{t.noSessions}</p> : <Sessions rows={rows} />}
            <Pager pagination={pagination} list="sessions" />
          </>
        )}
      </Shown>
      <Question
        user={user}
        deed={asked}
        sessions={sessions.data?.pagination.total ?? 0}
        onClose={() => setAsked(null)}
        onConfirm={act.run}
        isBusy={act.isRunning}
        error={act.error}
      />
    </Card>
  );
}

function Done({ deed }: { readonly deed: Deed | undefined }) {
  const t = useTexts(texts);
  const said = { mail: t.mailed, resetFactors: t.wereReset, endSessions: t.ended } as const;
  return deed === undefined || !(deed in said) ? null : <Notice tone="good">{said[deed as keyof typeof said]}</Notice>;
}

interface QuestionProps {
  readonly user: User;
  readonly deed: Deed | null;
  readonly sessions: number;
  readonly onClose: () => void;
  readonly onConfirm: (deed: Deed) => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** Shows in numbers what will happen, before it does. */
function Question({ user: { username }, deed, sessions, onConfirm, ...rest }: QuestionProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const count = number(sessions);
  const said: Readonly<Record<Deed, readonly [string, ReactNode]>> = {
    disable: [t.disableTitle(username), t.disableText(count)],
    enable: ['', ''],
    mail: [t.mailTitle(username), t.mailText],
    resetFactors: [t.resetTitle(username), t.resetText(count)],
    endSessions: [t.endTitle(username), t.endText(count)],
  };
  const [title, text] = deed === null ? ['', ''] : said[deed];
  return (
    <Confirm
      {...rest}
      title={title}
      isOpen={deed !== null}
      verb={deed === null ? '' : t[deed]}
      {...(deed === 'resetFactors' || deed === 'disable' ? { name: username } : {})}
      onConfirm={() => deed !== null && onConfirm(deed)}
    >
      <p>{text}</p>
    </Confirm>
  );
}

interface Session {
  readonly id: number;
  readonly last_used_at: string;
  readonly ip: string | null;
  readonly device_name: string;
  readonly auth_method: string;
}

function Sessions({ rows }: { readonly rows: readonly Session[] }) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const inWords = useMethods();
  return (
    <Table
      caption={t.sessions}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: t.device, cell: ({ device_name: name }) => name },
        { title: t.address, cell: ({ ip }) => ip ?? t.unknown },
        { title: t.method, cell: ({ auth_method: method }) => inWords(method) },
        { title: t.lastUsed, cell: ({ last_used_at: at }) => relative(at) },
      ]}
    />
  );
}
