import type { ReactNode } from 'react';
import { isSystemAdmin, useMe } from '../../session/me';
import { Page } from '../../ui/layout';
import { Forbidden, Loading } from '../../ui/notice';

interface AdminPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page for the administrators of the installation; for others, none of it is requested. */
export function AdminPage({ title, lead, actions, children }: AdminPageProps) {
  const me = useMe();
  if (me !== undefined && isSystemAdmin(me)) {
    return (
      <Page title={title} lead={lead} actions={actions}>
        {children}
      </Page>
    );
  }
  return <Page title={title}>{me === undefined ? <Loading /> : <Forbidden />}</Page>;
}
