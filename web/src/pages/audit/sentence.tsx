import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { fullNameOf } from '../../ui/person';
import { permissionTexts } from '../organization/permissions';
import { Thing, hasName } from '../organization/thing';
import { useActionName } from './actions';
import styles from './audit.module.css';
import { targets } from './targets';
import { texts } from './texts';
import { type Known, thingOf, useTold } from './told';
import type { AuditEvent } from './trail-api';

/** Who did it, or whose account it happened to. */
type Person = { readonly actor: number } | { readonly member: number };

export interface SentenceProps {
  readonly event: AuditEvent;
  readonly known: Known;
  readonly onPerson: (person: Person) => void;
}

/** "Adam created the role Analyst": what happened, in the language of the reader, with the names of whom and what it is about. */
export function Sentence({ event, known, onPerson }: SentenceProps) {
  const t = useTexts(texts);
  const inWords = useActionName();
  const permissions: Readonly<Record<string, string>> = useTexts(permissionTexts);
  const { action, outcome, target, detail } = event;
  const attempt = action === 'access.refused' ? permissions[String(detail['permission'])]?.replace(/\.$/, '') : undefined;
  const told = useTold()(action);
  const words = attempt ?? inWords(action);
  const said = outcome === 'refused' ? t.notDone(words) : `– ${words}`;
  const [before, after] = outcome === 'success' && told !== undefined ? told : [said];
  return (
    <span>
      <Actor {...{ event, onPerson }} /> <span>{before}</span>
      {after !== undefined && (
        <>
          <Target {...{ event, known, onPerson }} />
          <span>{after}</span>
        </>
      )}
      {after === undefined && target !== null && isAnother(event) && (
        <span className={styles['about']}>
          <Kind of={target.type} /> <Target {...{ event, known, onPerson }} />
        </span>
      )}
    </span>
  );
}

/** Whether what it was done to says more than who did it. */
function isAnother({ actor, target }: AuditEvent): boolean {
  if (target === null || target.type === 'organization' || !(target.type === 'member' || hasName(target.type))) return false;
  return !((target.type === 'member' || target.type === 'user') && String(actor?.user_id) === target.id);
}

function Kind({ of }: { readonly of: string }) {
  const t = useTexts(texts);
  const kinds: Readonly<Record<string, string>> = useTexts(targets);
  return <span>{of === 'member' ? t.account : (kinds[of] ?? of)}</span>;
}

/** Refused actions of these kinds come from a person whom the service could not identify. */
const BY_PEOPLE = /^(?:session|mfa|device|user|sso\.(?:login|logout|step_up|enforcement))\./;

function Actor({ event, onPerson }: Omit<SentenceProps, 'known'>) {
  const t = useTexts(texts);
  const { actor, target, action, outcome } = event;
  if (actor === null)
    return <span>{target?.type === 'member' || (outcome === 'refused' && BY_PEOPLE.test(action)) ? t.unknown : t.system}</span>;
  const name = named(actor) ?? t.unknownName(actor.user_id);
  return (
    <Name title={t.onlyThis(name)} onClick={() => onPerson({ actor: actor.user_id })}>
      {name}
    </Name>
  );
}

/** After these there is nothing to read or to lead to. */
const ENDING = /\.(?:deleted|removed|left|retired)$/;

function Target({ event, known, onPerson }: SentenceProps): ReactNode {
  const t = useTexts(texts);
  const { target: of, organization_id: organization, action, outcome } = event;
  if (of === null) return null;
  const name = named(of) ?? known.names.get(thingOf(event)) ?? t.nameless;
  if (of.type === 'member') {
    const id = Number(of.id);
    return (
      <Name title={t.onlyAccount(name)} onClick={() => onPerson({ member: id })}>
        {name}
      </Name>
    );
  }
  if (known.gone.has(thingOf(event)) || (outcome === 'success' && ENDING.test(action))) return <span>{name}</span>;
  return (
    <Thing organization={organization ?? 0} type={of.type} id={of.id}>
      <span>{name}</span>
    </Thing>
  );
}

/** Whoever did it may have chosen the name of another person. */
function named({ username, display_name: name = null }: { username?: string | null; display_name?: string | null }): string | null {
  return username === null || username === undefined ? name : fullNameOf({ username, display_name: name });
}

function Name(props: { readonly title: string; readonly onClick: () => void; readonly children: string }) {
  return <button type="button" className={styles['name']} {...props} />;
}
