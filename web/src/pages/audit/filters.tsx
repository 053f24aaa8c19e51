import { useState } from 'react';
import { withoutEmpty } from '../../app/search';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Row } from '../../ui/layout';
import { Problem } from '../../ui/notice';
import styles from './audit.module.css';
import { OUTCOMES, type TrailSearch } from './search';
import { texts } from './texts';
import { type Place, idOfPerson, useActions } from './trail-api';

interface FiltersProps {
  readonly place: Place;
  readonly search: TrailSearch;
  readonly onSearch: (search: TrailSearch) => void;
}

export function Filters({ place, search, onSearch }: FiltersProps) {
  const t = useTexts(texts);
  const actions = useActions(place);
  const inAddress = {
    person: search.actor === undefined ? '' : t.unknownName(search.actor),
    days: { from: search.from ?? '', to: search.to ?? '' },
  };
  const [person, setPerson] = useState(inAddress.person);
  const [days, setDays] = useState(inAddress.days);
  const filters = JSON.stringify({ ...search, page: undefined });
  const [known, setKnown] = useState(filters);
  if (known !== filters) {
    // Other filters than before, by this form, a click on a name, or Back: the fields show them and keep the focus.
    setKnown(filters);
    setPerson(inAddress.person);
    setDays(inAddress.days);
  }
  const isSamePerson = search.actor !== undefined && person === t.unknownName(search.actor);
  const apply = useAction(
    async (change: Partial<Record<keyof TrailSearch, string>>) => {
      const name = person.trim();
      const actor = name === '' ? undefined : isSamePerson ? search.actor : await idOfPerson(place, name);
      return { ...search, ...days, ...change, actor, page: undefined };
    },
    {
      onDone: ({ actor, ...rest }) => {
        if (actor !== null) onSearch(withoutEmpty({ ...rest, actor }) as TrailSearch);
      },
    },
  );
  return (
    <form
      role="search"
      aria-label={t.filters}
      className={styles['filters']}
      onSubmit={(event) => {
        event.preventDefault();
        apply.run({});
      }}
    >
      <SelectField
        label={t.action}
        value={search.action ?? ''}
        onChange={({ target }) => apply.run({ action: target.value })}
      >
        <option value="">{t.all}</option>
        {[...new Set([...actions, ...(search.action === undefined ? [] : [search.action])])].map((action) => (
          <option key={action} value={action}>
            {action}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.outcome}
        value={search.outcome ?? ''}
        onChange={({ target }) => apply.run({ outcome: target.value })}
      >
        <option value="">{t.all}</option>
        {OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t[outcome]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.person}
        title={t.personHint}
        value={person}
        error={apply.result?.actor === null && person !== '' && !isSamePerson ? t.nobody : undefined}
        onChange={({ target }) => {
          apply.reset();
          setPerson(target.value);
        }}
      />
      <TextField
        label={t.from}
        type="date"
        value={days.from}
        onChange={({ target }) => setDays({ ...days, from: target.value })}
      />
      <TextField
        label={t.to}
        type="date"
        value={days.to}
        onChange={({ target }) => setDays({ ...days, to: target.value })}
      />
      <Row>
        <Button type="submit" isBusy={apply.isRunning}>
          {t.apply}
        </Button>
        {Object.keys(search).length > 0 && (
          <Button look="quiet" onClick={() => onSearch({})}>
            {t.clear}
          </Button>
        )}
      </Row>
      <Problem error={apply.error} />
    </form>
  );
}
