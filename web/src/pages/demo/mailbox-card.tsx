import { keepPreviousData } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePageOf } from '../../session/place';
import { AnchorButton, Button } from '../../ui/button';
import { Card, Row } from '../../ui/layout';
import { Loading, Problem } from '../../ui/notice';
import { Pager } from '../../ui/table';
import { type DemoMail, type DemoMails, askDemo } from './demo-api';
import styles from './demo.module.css';
import { texts } from './texts';
import { useQuery } from '../../session/queries';

export function MailboxCard() {
  const t = useTexts(texts);
  const page = usePageOf('mails');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['demo', 'mails', page],
    queryFn: () => askDemo<DemoMails>(`/mails?page=${page}&limit=5`),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  return (
    <Card
      title={t.mailbox}
      actions={
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          {t.refresh}
        </Button>
      }
    >
      <p>{t.mailboxText}</p>
      <Problem error={error} />
      {data === undefined && error === null && <Loading />}
      {data?.mails.length === 0 && <p>{t.noMails}</p>}
      {data?.mails.map((mail) => (
        <Mail key={mail.id} mail={mail} />
      ))}
      {data !== undefined && data !== null && <Pager pagination={data.pagination} list="mails" />}
    </Card>
  );
}

function Mail({ mail }: { readonly mail: DemoMail }) {
  const t = useTexts(texts);
  const { instant } = useFormats();
  return (
    <details>
      <summary>
        {instant(mail.at)} · {mail.to} · <strong>{mail.subject}</strong>
      </summary>
      <p className={styles['mail']}>{mail.text}</p>
      <Row>
        {mail.links.filter(isOwn).map((link) => (
          <AnchorButton key={link} href={link}>
            {t.open}
          </AnchorButton>
        ))}
      </Row>
    </details>
  );
}

/** A mail may quote what a person wrote; only links to these pages become links here. */
function isOwn(link: string): boolean {
  return URL.canParse(link) && new URL(link).origin === location.origin;
}
