import type { GivenContent } from '../prompt-templates/application/admit-content.js';

const CONTINENTS = ['Africa', 'Asia', 'Europe', 'North America', 'South America', 'Oceania'];

/** In the order of their ids, from 1; all of them ask about the sample database. */
export const DEMO_TEMPLATES: readonly (Omit<GivenContent, 'compatibleDataSourceIds'> & {
  readonly organization: string;
})[] = [
  {
    organization: 'Delta Analytics',
    name: 'Longest rivers of a continent',
    description: 'Ranks the rivers of one continent by length.',
    text: 'Which are the {{limit}} longest rivers of {{continent}}? Give the name and the length in kilometres, the longest first.',
    parameters: [
      {
        name: 'continent',
        type: 'enum',
        required: true,
        description: 'Where the river flows, or most of it',
        default: 'Europe',
        enum: CONTINENTS,
      },
      {
        name: 'limit',
        type: 'integer',
        required: false,
        description: 'How many rivers',
        default: '10',
        minimum: 1,
        maximum: 100,
      },
    ],
    category: 'hydrology',
    tags: ['rivers', 'ranking'],
  },
  {
    organization: 'Delta Analytics',
    name: 'Rivers of a country',
    description: 'Lists the rivers that touch one country, with the countries they flow through besides.',
    text: 'Which rivers of at least {{min_length_km}} kilometres touch {{country}}? Give name, length in kilometres and all countries of each, from source to mouth.',
    parameters: [
      {
        name: 'country',
        type: 'string',
        required: true,
        description: 'English short name, as in the table of countries',
        minLength: 2,
        maxLength: 100,
      },
      {
        name: 'min_length_km',
        type: 'integer',
        required: false,
        description: 'Shorter rivers are left out',
        default: '0',
        minimum: 0,
        maximum: 10_000,
      },
    ],
    category: 'hydrology',
    tags: ['rivers', 'countries'],
  },
  {
    organization: 'Delta Analytics',
    name: 'Largest basins',
    description: 'Compares basins by the water that their rivers carry.',
    text: 'For the basins that drain to {{receiving_waters}}: how many rivers, and what average discharge in cubic metres a second does the greatest of them have? Largest area first, basins without known area last.',
    parameters: [
      {
        name: 'receiving_waters',
        type: 'array',
        required: false,
        description: 'Seas, lakes or deserts',
        default: '["Atlantic Ocean"]',
        items: { type: 'string' },
        minItems: 1,
        maxItems: 10,
      },
    ],
    category: 'hydrology',
    tags: ['basins', 'ranking'],
  },
  {
    organization: 'Estuary Labs',
    name: 'Gauges on a river',
    description: 'Finds the stations where one river is measured.',
    text: 'At which stations is the {{river}} measured, and in which countries are they?',
    parameters: [{ name: 'river', type: 'string', required: true, description: 'Its name', minLength: 1, maxLength: 100 }],
    category: 'stations',
    tags: ['gauges'],
  },
];
