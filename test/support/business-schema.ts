import { PLAIN_CONSTRAINT } from '../../src/engines/catalog-reader/relation.js';
import { type PlantedSchema, column, foreignKey, table } from './planted-schema.js';

const key = { primaryKey: { name: 'pkey', columns: ['id'], ...PLAIN_CONSTRAINT } };
const AREAS = ['sales', 'finance', 'hr', 'logistics', 'support', 'marketing', 'production', 'facilities', 'it', 'legal'];

/** Each with its columns, a comment, and what it points to. */
const TABLES: Readonly<Record<string, readonly [comment: string | null, columns: string, targets?: string]>> = {
  'sales.customers': ['People and companies that buy from us', 'name email phone city_id since loyalty_points'],
  'sales.orders': [null, 'customer_id ordered_at status total_amount', 'sales.customers'],
  'sales.order_items': [null, 'order_id product_id quantity unit_price', 'sales.orders production.products'],
  'sales.returns': ['Goods sent back by customers', 'order_id reason refunded_at', 'sales.orders'],
  'sales.price_lists': [null, 'product_id valid_from price currency', 'production.products'],
  'finance.invoices': [null, 'order_id due_date paid_at amount', 'sales.orders'],
  'finance.payments': ['Money received', 'invoice_id received_at amount method', 'finance.invoices'],
  'finance.ledger_entries': ['Double-entry bookkeeping', 'account_id booked_at debit credit', 'finance.accounts'],
  'finance.accounts': ['Chart of accounts', 'code title kind'],
  'finance.budgets': [null, 'department_id year planned_amount', 'hr.departments'],
  'hr.employees': [null, 'first_name last_name hired_on department_id manager_id', 'hr.departments'],
  'hr.departments': [null, 'name cost_center'],
  'hr.salaries': ['What each employee earns', 'employee_id valid_from gross_amount', 'hr.employees'],
  'hr.absences': ['Vacation and sick leave', 'employee_id kind begins_on ends_on', 'hr.employees'],
  'hr.trainings': ['Courses that staff attended', 'employee_id title completed_on', 'hr.employees'],
  'logistics.warehouses': [null, 'name city_id capacity'],
  'logistics.stock_levels': ['Inventory on hand', 'warehouse_id product_id quantity', 'logistics.warehouses production.products'],
  'logistics.shipments': [null, 'order_id carrier_id shipped_at delivered_at', 'sales.orders logistics.carriers'],
  'logistics.carriers': ['Haulage companies', 'name country'],
  'logistics.vehicles': ['Trucks and vans', 'license_plate fuel_type mileage_km'],
  'support.tickets': ['Complaints and questions', 'customer_id opened_at closed_at priority', 'sales.customers'],
  'support.ticket_messages': [null, 'ticket_id author body sent_at', 'support.tickets'],
  'support.agents': [null, 'employee_id skill_level', 'hr.employees'],
  'support.satisfaction_surveys': [null, 'ticket_id score remark', 'support.tickets'],
  'marketing.campaigns': [null, 'title channel begins_on budget_amount'],
  'marketing.leads': ['Prospects', 'campaign_id email converted_at', 'marketing.campaigns'],
  'marketing.newsletters': [null, 'subject sent_at opened_count'],
  'production.products': ['What we make and sell', 'sku name category weight_kg'],
  'production.suppliers': [null, 'name country rating'],
  'production.purchase_orders': [null, 'supplier_id ordered_at total_amount', 'production.suppliers'],
  'production.machines': [null, 'serial_number hall installed_on'],
  'production.machine_downtimes': ['Outages', 'machine_id begins_at ends_at cause', 'production.machines'],
  'production.quality_checks': [null, 'product_id inspector passed checked_at', 'production.products'],
  'facilities.buildings': [null, 'name address floor_count'],
  'facilities.meeting_rooms': [null, 'building_id name seats', 'facilities.buildings'],
  'facilities.energy_readings': ['Electricity and heat', 'building_id read_at kilowatt_hours', 'facilities.buildings'],
  'it.laptops': ['Portable computers handed out', 'employee_id model bought_on', 'hr.employees'],
  'it.login_attempts': [null, 'employee_id tried_at succeeded ip_address', 'hr.employees'],
  'it.software_licenses': [null, 'product vendor seats expires_on'],
  'legal.contracts': [null, 'supplier_id signed_on expires_on', 'production.suppliers'],
  'legal.lawsuits': ['Court cases', 'opponent filed_on claim_amount'],
};

const FILLERS = ['log', 'backup', 'staging', 'config', 'history', 'archive', 'import', 'export', 'cache', 'temp', 'mapping', 'audit'];
const SUBJECTS = ['batch', 'record', 'job', 'entry', 'item', 'status', 'event', 'user'];

/** 600 tables in ten schemas: 40 that people ask about, and such as every old database is full of. */
export function businessSchemas(): PlantedSchema[] {
  const needed = Object.keys(TABLES).length;
  const filler = Array.from({ length: 600 - needed }, (_, at) => {
    const area = AREAS[at % AREAS.length] ?? '';
    const [first, second] = [FILLERS[Math.floor(at / 10) % FILLERS.length], SUBJECTS[Math.floor(at / 7) % SUBJECTS.length]];
    const columns = ['id', 'created_at', 'customer_id', 'amount', `${second}_code`, 'status', 'name', 'note'];
    return { area, name: `${area}_${second}_${first}_${at}`, columns };
  });
  return AREAS.map((area) => ({
    name: area,
    relations: [
      ...Object.entries(TABLES)
        .filter(([place]) => place.startsWith(`${area}.`))
        .map(([place, [comment, columns, targets = '']]) => {
          const pointed = targets.split(' ').filter((target) => target !== '');
          return table(
            area,
            place.slice(area.length + 1),
            ['id', ...columns.split(' ')].map((name) => column(name)),
            {
              ...key,
              comment,
              foreignKeys: pointed.map((target) => {
                const [schema = '', name = ''] = target.split('.');
                return foreignKey(`${name.replace(/s$/, '')}_id`, schema, name);
              }),
            },
          );
        }),
      ...filler
        .filter((one) => one.area === area)
        .map((one) =>
          table(
            area,
            one.name,
            one.columns.map((name) => column(name)),
            key,
          ),
        ),
    ],
  }));
}

export const QUESTIONS: readonly { readonly question: string; readonly needs: readonly string[] }[] = [
  { question: 'What are the ten customers with the highest order total this year?', needs: ['customers', 'orders'] },
  { question: 'Which products were returned most often?', needs: ['returns', 'orders', 'order_items', 'products'] },
  { question: 'How many invoices are overdue and not paid?', needs: ['invoices', 'payments'] },
  { question: 'Show the average salary for each department', needs: ['salaries', 'employees', 'departments'] },
  { question: 'How many days of vacation did every employee take?', needs: ['absences', 'employees'] },
  { question: 'List the stock of each product by warehouse', needs: ['stock_levels', 'warehouses', 'products'] },
  { question: 'Which carrier delivers shipments late?', needs: ['carriers', 'shipments'] },
  {
    question: 'What is the mean score of satisfaction surveys per support agent?',
    needs: ['satisfaction_surveys', 'tickets', 'agents'],
  },
  { question: 'How many leads did each campaign bring?', needs: ['leads', 'campaigns'] },
  { question: 'Which machines had the longest downtime?', needs: ['machines', 'machine_downtimes'] },
  { question: 'Total purchase orders by supplier and country', needs: ['purchase_orders', 'suppliers'] },
  { question: 'Electricity used by building', needs: ['energy_readings', 'buildings'] },
  { question: 'Who has a laptop older than four years?', needs: ['laptops', 'employees'] },
  { question: 'Failed logins per employee', needs: ['login_attempts', 'employees'] },
  { question: 'Contracts with suppliers that expire next quarter', needs: ['contracts', 'suppliers'] },
  { question: 'Compare planned budget and booked ledger entries', needs: ['budgets', 'ledger_entries'] },
  { question: 'Which meeting rooms have more than 20 seats?', needs: ['meeting_rooms', 'buildings'] },
  { question: 'Complaints by customer and priority', needs: ['tickets', 'customers'] },
  { question: 'Products that failed a quality check', needs: ['quality_checks', 'products'] },
  { question: 'Unit price history of orderitems', needs: ['order_items', 'price_lists'] },
];
