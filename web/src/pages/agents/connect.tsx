import { type HeadgateError, unwrap } from '@headgate/client';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { headgate } from '../../session/client';
import { useQuery } from '../../session/queries';
import { AnchorButton } from '../../ui/button';
import { Actions } from '../../ui/dialog';
import { Card, Page } from '../../ui/layout';
import { Notice, Shown } from '../../ui/notice';
import { Facts } from '../organization/facts';
import { type Asked, REQUESTS } from './agent-api';
import { ConnectForm } from './connect-form';
import { texts } from './texts';

const route = getRouteApi('/signed-in/connect');

/** A program asks the person to let it act for them. The service judges the request again when they answer. */
export function Connect() {
  const t = useTexts(texts);
  const { request } = route.useSearch();
  return (
    <Page title={t.title}>{request === undefined ? <p>{t.noRequest}</p> : <Question key={request} request={queryIn(request)} />}</Page>
  );
}

function Question({ request }: { readonly request: string }) {
  const t = useTexts(texts);
  const read = useQuery<{ agent_request: Asked }, HeadgateError>({
    queryKey: [REQUESTS, request],
    queryFn: async () => unwrap(await headgate.POST(REQUESTS, { body: { request } })),
    staleTime: Infinity,
  });
  return (
    <Shown of={read}>
      {({ agent_request: asked }) => (
        <Asker asked={asked}>
          {asked.problem === null ? (
            <ConnectForm request={request} asked={asked} />
          ) : (
            <>
              <Notice tone="bad">{t.problem(asked.problem)}</Notice>
              <Actions>
                <AnchorButton href={asked.decline_to}>{t.back}</AnchorButton>
              </Actions>
            </>
          )}
        </Asker>
      )}
    </Shown>
  );
}

function Asker({ asked, children }: { readonly asked: Asked; readonly children: ReactNode }) {
  const t = useTexts(texts);
  const { client, redirect_host: redirectHost, is_loopback: isLoopback } = asked;
  return (
    <Card title={client.name} label={t.title}>
      <p>{t.asks(client.name)}</p>
      <Facts
        facts={[
          [t.whose, client.host ?? t.registered],
          [t.answer, redirectHost],
        ]}
      />
      {isLoopback && <Notice tone="warning">{t.loopback}</Notice>}
      {children}
    </Card>
  );
}

function queryIn(request: string): string {
  try {
    return atob(request.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}
