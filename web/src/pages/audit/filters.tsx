import { useState } from 'react';
import { withoutEmpty } from '../../app/search';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Row } from '../../ui/layout';
import { Problem } from '../../ui/notice';
import { Filters } from '../../ui/table';
import { useActionName } from './actions';
import { OUTCOMES, type TrailSearch, filtersOf } from './search';
import { texts } from './texts';
import { type Place, idOfPerson, useActions } from './trail-api';

/** The part that a person has in an event. */
type Part = 'actor' | 'member';

interface FiltersProps {
  readonly place: Place;
  readonly search: TrailSearch;
  readonly onSearch: (search: TrailSearch) => void;
}

export function TrailFilters({ place, search, onSearch }: FiltersProps) {
  const t = useTexts(texts);
  const actions = useActions(place);
  const inWords = useActionName();
  const chosen = search.actor ?? search.member;
  const inAddress = {
    person: chosen === undefined ? '' : t.unknownName(chosen),
    part: search.member === undefined ? ('actor' as const) : ('member' as const),
    days: { from: search.from ?? '', to: search.to ?? '' },
  };
  const [person, setPerson] = useState(inAddress.person);
  const [part, setPart] = useState<Part>(inAddress.part);
  const [days, setDays] = useState(inAddress.days);
  const filters = JSON.stringify({ ...search, page: undefined });
  const [known, setKnown] = useState(filters);
  if (known !== filters) {
    // Other filters than before, by this form, a click on a name, or Back: the fields show them and keep the focus.
    setKnown(filters);
    setPerson(inAddress.person);
    setPart(inAddress.part);
    setDays(inAddress.days);
  }
  const isSamePerson = chosen !== undefined && person === t.unknownName(chosen);
  const apply = useAction(
    async (change: Partial<Record<keyof TrailSearch, string>>) => {
      const name = person.trim();
      const id = name === '' ? undefined : isSamePerson ? chosen : await idOfPerson(place, name);
      return { search: { ...search, ...days, ...change, actor: undefined, member: undefined, page: undefined }, id };
    },
    {
      onDone: ({ search: next, id }) => {
        if (id !== null) onSearch(withoutEmpty({ ...next, [part]: id }) as TrailSearch);
      },
    },
  );
  return (
    <Filters label={t.filters} onSubmit={() => apply.run({})}>
      <SelectField label={t.action} value={search.action ?? ''} onChange={({ target }) => apply.run({ action: target.value })}>
        <option value="">{t.all}</option>
        {[...new Set([...actions, ...(search.action === undefined ? [] : [search.action])])].map((action) => (
          <option key={action} value={action}>
            {inWords(action)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t.outcome} value={search.outcome ?? ''} onChange={({ target }) => apply.run({ outcome: target.value })}>
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
        error={apply.result?.id === null && person !== '' && !isSamePerson ? t.nobody : undefined}
        onChange={({ target }) => {
          apply.reset();
          setPerson(target.value);
        }}
      />
      {place !== 'installation' && (
        <SelectField label={t.part} value={part} onChange={({ target }) => setPart(target.value as Part)}>
          <option value="actor">{t.didIt}</option>
          <option value="member">{t.ownsAccount}</option>
        </SelectField>
      )}
      <TextField label={t.from} type="date" value={days.from} onChange={({ target }) => setDays({ ...days, from: target.value })} />
      <TextField label={t.to} type="date" value={days.to} onChange={({ target }) => setDays({ ...days, to: target.value })} />
      <Row>
        <Button type="submit" isBusy={apply.isRunning}>
          {t.apply}
        </Button>
        {Object.keys(filtersOf(search)).length > 0 && (
          <Button look="quiet" onClick={() => onSearch({})}>
            {t.clear}
          </Button>
        )}
      </Row>
      <Problem error={apply.error} />
    </Filters>
  );
}
