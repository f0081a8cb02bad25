/** Dimension of a number, and its size in the dimension's base unit. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
  /** Added after the factor, for scales that begin elsewhere. */
  readonly offset?: number;
}

const dimension = (name: string, factors: Readonly<Record<string, number>>): [string, Unit][] =>
  Object.entries(factors).flatMap(([names, factor]) =>
    names.split(' ').map((unit): [string, Unit] => [unit, { dimension: name, factor }]),
  );

const day = 86_400;

/** Units by how they are written, lower-case. */
export const units: ReadonlyMap<string, Unit> = new Map([
  ...dimension('mass', {
    'mg milligram milligrams': 1e-6,
    'g gram grams': 1e-3,
    'kg kilogram kilograms kilo kilos': 1,
    't ton tons tonne tonnes': 1_000,
    'oz ounce ounces': 0.0283495,
    'lb lbs pound pounds': 0.453592,
  }),
  ...dimension('length', {
    'nm nanometres nanometers': 1e-9,
    'µm μm micrometres micrometers': 1e-6,
    'mm millimetre millimetres millimeter millimeters': 1e-3,
    'cm centimetre centimetres centimeter centimeters': 1e-2,
    'm metre metres meter meters': 1,
    'km kilometre kilometres kilometer kilometers': 1_000,
    'inch inches': 0.0254,
    'ft foot feet': 0.3048,
    'mi mile miles': 1_609.344,
  }),
  ...dimension('time', {
    'µs μs microseconds': 1e-6,
    'ms millisecond milliseconds': 1e-3,
    's sec secs second seconds': 1,
    'min mins minute minutes': 60,
    'h hr hrs hour hours': 3_600,
    'day days': day,
    'week weeks': 7 * day,
    'month months': 30.44 * day,
    'year years': 365.25 * day,
  }),
  ...dimension('data', {
    'byte bytes': 1,
    'kb kilobytes': 1e3,
    'mb megabyte megabytes': 1e6,
    'gb gigabyte gigabytes': 1e9,
    'tb terabyte terabytes': 1e12,
    kib: 1_024,
    mib: 1_048_576,
    gib: 1_073_741_824,
  }),
  ...dimension('share', { '% percent': 1 }),
  ...dimension('voltage', { mv: 1e-3, 'v volt volts': 1, kv: 1e3 }),
  ...dimension('current', { ma: 1e-3, 'a amp amps ampere amperes': 1 }),
  ...dimension('power', { mw: 1e-3, 'w watt watts': 1, 'kw kilowatts': 1e3 }),
  ...dimension('energy', { wh: 1, kwh: 1e3, mwh: 1e6 }),
  ...dimension('pressure', { pa: 1, kpa: 1e3, mpa: 1e6, 'bar bars': 1e5, psi: 6_894.76 }),
  ...dimension('frequency', { 'hz hertz': 1, khz: 1e3, mhz: 1e6, ghz: 1e9, rpm: 1 / 60 }),
  ...dimension('speed', { 'm/s': 1, 'km/h kph': 1 / 3.6, mph: 0.44704, 'kn knots': 0.514444 }),
  ...dimension('volume', {
    'ml millilitres milliliters': 1e-3,
    'l litre litres liter liters': 1,
    'm³ m3': 1_000,
  }),
  ...dimension('area', { 'm² m2': 1, 'km²': 1e6, 'hectares ha': 1e4 }),
  ...dimension('density', { 'kg/m³ kg/m3': 1, 'g/cm³ g/cm3': 1_000 }),
  ...dimension('rate', { 'rps req/s': 1, 'mbit/s mbps': 1e6, 'gbit/s gbps': 1e9, 'mb/s': 8e6 }),
  ...dimension('dollars', { '$ usd dollar dollars': 1 }),
  ...dimension('euros', { '€ eur euro euros': 1 }),
  ...dimension('pounds sterling', { '£ gbp': 1 }),
  ['°c', { dimension: 'temperature', factor: 1 }],
  ['celsius', { dimension: 'temperature', factor: 1 }],
  ['°f', { dimension: 'temperature', factor: 5 / 9, offset: -160 / 9 }],
  ['°', { dimension: 'angle', factor: 1 }],
  ['degrees', { dimension: 'angle', factor: 1 }],
]);
