import metadata from 'libphonenumber-js/max/metadata';

/**
 * The numbering plans of the phone library, read once into one expression a country: the library itself parses a number in
 * ten times the time, and a text may be full of them.
 */

/** Part of a country's row that is read (libphonenumber's metadata, version 4). */
interface Plan {
  readonly callingCode: string;
  /** A national number in use: as the plan allows, and of one of its types. */
  readonly used: RegExp;
  readonly lengths: readonly number[];
  /** Trunk prefix dialled before a national number; empty for none. */
  readonly trunk: string;
}

const places = { callingCode: 0, general: 2, lengths: 3, trunk: 5, types: 11 } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const readPlan = (row: readonly unknown[]): Plan => {
  const general = textOf(row[places.general]);
  const types = listOf(row[places.types])
    .map((type) => textOf(listOf(type)[0]))
    .filter((pattern) => pattern !== '');
  return {
    callingCode: textOf(row[places.callingCode]),
    used: new RegExp(`^(?=(?:${general})$)(?:${types.length === 0 ? general : types.join('|')})$`),
    lengths: listOf(row[places.lengths]).filter((length) => typeof length === 'number'),
    trunk: textOf(row[places.trunk]),
  };
};

const plans = new Map<string, Plan>();
const planOf = (country: string): Plan | null => {
  const known = plans.get(country);
  if (known) return known;
  const row: unknown = (metadata.countries as Readonly<Record<string, unknown>>)[country];
  if (!Array.isArray(row)) return null;
  const plan = readPlan(row);
  plans.set(country, plan);
  return plan;
};

const countriesOf = new Map<string, readonly string[]>(
  Object.entries(metadata.country_calling_codes as Readonly<Record<string, readonly string[]>>),
);

/** Numbers that regulators keep for films and examples: texts are full of them, and no plan has them in use. */
const reserved = [
  /^44(?:7700900|1632960|8081570|9098790|1(?:13|14|15|16|17|18|21|31|41|51|61|91)4960)\d+$/,
  /^1[2-9]\d{2}555\d{4}$/,
  /^1555[2-9]\d{6}$/,
] as const;

const isUsed = (plan: Plan, national: string): boolean =>
  plan.used.test(national) || reserved.some((pattern) => pattern.test(plan.callingCode + national));

const withoutTrunk = ({ trunk }: Plan, digits: string): string =>
  trunk !== '' && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits;

/** True when digits dialled within a country are a number in use there. */
export const isUsedIn = (country: string, digits: string): boolean => {
  const plan = planOf(country);
  return plan !== null && isUsed(plan, withoutTrunk(plan, digits));
};

/** Judges the digits after `+`: a number in use, one of possible length, or none. */
export const internationalUse = (digits: string): 'used' | 'possible' | null => {
  for (let length = 1; length <= 3; length += 1) {
    const countries = countriesOf.get(digits.slice(0, length));
    if (!countries) continue;
    const national = digits.slice(length);
    let possible = false;
    for (const [place, country] of countries.entries()) {
      const plan = planOf(country);
      if (!plan) continue;
      if (isUsed(plan, national) || isUsed(plan, withoutTrunk(plan, national))) return 'used';
      // The first country's lengths are the code's.
      if (place === 0) possible = plan.lengths.includes(national.length);
    }
    return possible ? 'possible' : null;
  }
  return null;
};
