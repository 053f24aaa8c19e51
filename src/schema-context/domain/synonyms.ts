import { wordsOf } from '../../shared/words.js';

/** Words that questions about a business use for each other, with their names in old schemas. Each line is a group. */
const GROUPS = `
  customer client buyer consumer shopper partner cust
  vendor supplier seller partner
  employee staff worker personnel emp colleague
  person people
  salesperson rep representative salesman agent user
  manager supervisor boss head mgr
  product item article good sku
  material product part
  order purchase sale
  purchase buy bought order
  sale sold sell order
  revenue turnover sale income earning order payment invoice
  profit margin earning
  money amount payment revenue
  spend spent expense payment invoice
  earn payment revenue salary
  invoice bill billing
  pay paid payment
  payment receipt
  salary wage pay payroll compensation
  price cost rate
  amount amt total sum
  quantity qty
  account acct acc
  transaction txn trx tran trans
  balance bal
  currency ccy
  card crd
  cheque check chq
  loan credit ln
  deposit saving fd
  owner holder
  branch office
  department dept division unit
  company firm organization organisation corp
  address addr location
  country nation ctry
  state province
  city town
  email mail
  phone telephone number
  shipment shipping delivery shipper picking
  deliver delivery shipment
  carrier shipper
  stock inventory quant
  warehouse depot store
  shop store
  vehicle car truck fleet
  vacation holiday leave absence
  leave absence
  sick sickness absence
  employ hire
  movie film
  song track
  artist musician band
  book title publication
  paper publication article
  teacher instructor professor lecturer teach
  professor instructor
  student pupil learner
  class course section lecture
  lecture section attendance
  grade mark score
  tuition fee
  doctor physician
  surgeon physician
  drug medication medicine
  medication drug
  patient case
  disease diagnosis illness
  prescribe prescribed prescription
  operation procedure surgery
  scan imaging
  hospital clinic
  insurer insurance
  stay admission visit
  ticket issue case
  complaint claim cmplnt
  ledger account
  bom bill material
  component part bom
  meeting appointment event calendar
  attend attendance attendee
  discount offer
  region territory area
  category group type kind genre
  status state stage
  history hist hst log
  reason cause
  rental rent lease
  rating review score
  name label title
  quota target
  opportunity lead
  registration register enrolment enrollment
  house housing dormitory dorm
  hour time
  machine equipment atm
  reading measurement
  river stream
  gauge station
  user login account
  publish published publication
  tax vat
  bonus commission
  statement stmt
  description descr
  number no nbr num
  interest int
`;

/** By word: the other words of its groups. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = synonyms();

function synonyms(): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const line of GROUPS.trim().split('\n')) {
    const group = [...new Set(wordsOf(line))];
    for (const word of group) {
      const others = group.filter((other) => other !== word);
      map.set(word, [...new Set([...(map.get(word) ?? []), ...others])]);
    }
  }
  return map;
}
