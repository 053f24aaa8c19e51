/**
 * Reference data: rivers of the world, one row a river, split by continent below `rivers/`.
 *
 * Sources: the figures commonly quoted in encyclopedias, chiefly Wikipedia's "List of river systems by length" and its
 * articles on the single rivers, which rest on the Global Runoff Data Centre (GRDC) and on national registers such as
 * the Atlas of Canada, Geoscience Australia, the USGS and Mexico's CONAGUA. Some 160 discharges were compared with the
 * river-mouth table of Dai and Trenberth (2002).
 *
 * They are rounded values, and sources differ: the length depends on which headwater counts as the source, the discharge
 * on the gauge, the years and what is withdrawn upstream. 10-20 % between reputable sources is normal, more where dams
 * and irrigation take the water (Indus, Euphrates, Colorado, Murray); there the table tends to the natural flow. Null
 * stands where the sources contradict each other or no good figure is known.
 *
 * The length is the one commonly quoted for the river of that name (the Mississippi without the Missouri, but the Nile
 * with the Kagera). Basin and discharge belong to everything that flows past the mouth, tributaries included. The
 * countries are those the course touches, borders included, not all that share in the basin.
 */
import { AFRICA } from './rivers/africa.js';
import { ASIA } from './rivers/asia.js';
import { EUROPE } from './rivers/europe.js';
import { NORTH_AMERICA } from './rivers/north-america.js';
import { OCEANIA } from './rivers/oceania.js';
import type { RiverFact } from './rivers/river-fact.js';
import { SOUTH_AMERICA } from './rivers/south-america.js';

export type { RiverFact } from './rivers/river-fact.js';

export const RIVERS: readonly RiverFact[] = [
  ...AFRICA,
  ...ASIA,
  ...EUROPE,
  ...NORTH_AMERICA,
  ...SOUTH_AMERICA,
  ...OCEANIA,
];
