import { catalogue } from '../../i18n/texts';

/** The types of parameters. */
export const typeTexts = catalogue(
  {
    string: 'Text',
    number: 'Number',
    integer: 'Whole number',
    boolean: 'Yes or no',
    date: 'Day',
    datetime: 'Day and time',
    enum: 'One of a list',
    array: 'Several values',
  },
  {
    string: 'Text',
    number: 'Zahl',
    integer: 'Ganze Zahl',
    boolean: 'Ja oder Nein',
    date: 'Tag',
    datetime: 'Tag und Uhrzeit',
    enum: 'Eines aus einer Liste',
    array: 'Mehrere Werte',
  },
);
