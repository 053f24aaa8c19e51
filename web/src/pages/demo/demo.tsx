import { useEffect, useState } from 'react';
import { useLanguage, useTexts } from '../../i18n/texts';
import { LinkButton } from '../../ui/button';
import { Brand, Card, Page, Row } from '../../ui/layout';
import { LanguageChoice } from '../../ui/language-choice';
import { Loading, Problem } from '../../ui/notice';
import { Table } from '../../ui/table';
import { type DemoFacts, askDemo } from './demo-api';
import { MailboxCard } from './mailbox-card';
import { codeOf, msUntilNext } from './one-time-code';
import { ProviderCard } from './provider-card';
import { RecordsCard } from './records-card';
import styles from './demo.module.css';
import { texts } from './texts';
import { useQuery } from '../../session/queries';

/** Everything that a demo has beside the service. */
export function Demo() {
  const t = useTexts(texts);
  const { data, error } = useQuery({ queryKey: ['demo', useLanguage()], queryFn: () => askDemo<DemoFacts>('') });
  return (
    <div className={styles['demo']}>
      <header>
        <Row>
          <Brand />
          <LanguageChoice />
        </Row>
      </header>
      <main>
        <Page title={t.title} lead={t.lead} actions={<LinkButton to="/signin">{t.signIn}</LinkButton>}>
          <Problem error={error} />
          {data === undefined && error === null && <Loading />}
          {data === null && <p>{t.none}</p>}
          {data !== undefined && data !== null && <Facts facts={data} />}
        </Page>
      </main>
    </div>
  );
}

function Facts({ facts }: { readonly facts: DemoFacts }) {
  const t = useTexts(texts);
  return (
    <>
      <Card title={t.people}>
        <p>
          {t.password}: <code>{facts.secrets.password}</code>
        </p>
        <OneTimeCode username={facts.secrets.totp.username} secret={facts.secrets.totp.secret} />
        <Table
          caption={t.people}
          rows={facts.accounts}
          keyOf={({ username }) => username}
          columns={[
            { title: t.username, cell: ({ username }) => username },
            { title: t.role, cell: ({ about }) => about },
          ]}
        />
      </Card>
      <Card title={t.tries}>
        <ul>
          {facts.tries.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Card>
      <MailboxCard />
      <RecordsCard />
      <ProviderCard provider={facts.identity_provider} />
    </>
  );
}

function OneTimeCode({ username, secret }: { readonly username: string; readonly secret: string }) {
  const t = useTexts(texts);
  const [code, setCode] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const show = (): void => {
      void codeOf(secret, Date.now()).then(setCode);
      timer = setTimeout(show, msUntilNext(Date.now()));
    };
    show();
    return () => clearTimeout(timer);
  }, [secret]);
  return (
    <p>
      {t.secondFactor(username)}: <code data-testid="code">{code}</code> {t.codeHint}
    </p>
  );
}
