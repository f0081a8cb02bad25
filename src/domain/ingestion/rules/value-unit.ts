import { excerptOf, type Passage } from '#domain/ingestion/passage.ts';
import type { Item } from '#domain/ingestion/read-blocks.ts';
import type { ExtractionRule, Finding } from './extraction-rule.ts';

/** A name, an equals sign, a number and a known unit state a parameter (`Dry mass = 4.8 kg`). */
export const valueUnitRule: ExtractionRule = {
  id: 'value.unit',
  find: ({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'paragraph'
        ? parametersIn(block.passage)
        : block.type === 'list'
          ? block.items.flatMap(parametersInItem)
          : [],
    ),
};

const units = [
  'kg|g|mg|µg|t|lb|oz',
  'km|m|cm|mm|µm|nm|ft|in|NM',
  's|ms|µs|ns|min|h|hours?|minutes?|seconds?|days?|weeks?|months?|years?',
  'Hz|kHz|MHz|GHz|rpm|bps|kbps|Mbps|Gbps|Bd|baud',
  'V|mV|kV|A|mA|µA|Ah|mAh|W|mW|kW|MW|Wh|kWh|J|kJ|MJ|Ω|kΩ|MΩ|ohm|F|µF|nF|pF|H|mH|dBm|dBi|dB',
  'N|kN|Nm|Pa|hPa|kPa|MPa|GPa|bar|mbar|psi',
  'K|°C|°F|°|deg|rad|mrad',
  'B|kB|KB|MB|GB|TB|KiB|MiB|GiB|bits?|bytes?|kbit|Mbit|Gbit',
  'L|l|mL|ml|m³|m²|cd|lm|lx|mol|ppm|ppb|psu|NTU|knots?|kn|%|‰|€|EUR|USD|GBP',
].join('|');
const unit = `(?:${units})(?:[²³]|\\^-?\\d)?`;
const amount = String.raw`[-+−]?\d[\d,.]{0,20}(?:e[-+]?\d{1,3})?(?: ?± ?\d[\d.,]{0,20})?`;
const valueWithUnit = new RegExp(
  `[ ]?[=≈] ?[~≤≥<>]? ?${amount} ?${unit}(?:[/·*]${unit}){0,3}(?![\\p{L}\\p{N}_])`,
  'yu',
);
/** A name begins where a clause begins and has at most six words. */
const name =
  /(?:^|[,;:.(] |\b(?:and|with|where|the|a|an|our|its) )((?:\p{L}[\p{L}\p{N}_.()'’/-]*)(?: [\p{L}\p{N}_()'’/-]+){0,5})$/iu;
const nameLength = 80;

const parametersInItem = (item: Item): readonly Finding[] => [
  ...parametersIn(item.own),
  ...item.items.flatMap(parametersInItem),
];

const parametersIn = (passage: Passage): readonly Finding[] => {
  const findings: Finding[] = [];
  const { text } = passage;
  if (!text.includes('=') && !text.includes('≈')) return findings;
  for (const { index } of text.matchAll(/ ?[=≈]/g)) {
    valueWithUnit.lastIndex = index;
    const value = valueWithUnit.exec(text);
    const before = text.slice(Math.max(0, index - nameLength), index);
    const found = name.exec(index > nameLength ? before.replace(/^\S*/, '') : before)?.[1];
    if (value === null || found === undefined) continue;
    const parameter = found.replace(/^(?:(?:the|a|an|our|its|and|with|where) )+/i, '');
    const excerpt = excerptOf(passage, index - parameter.length, index + value[0].length);
    if (parameter !== '' && excerpt !== null)
      findings.push({ entityType: 'PARAMETER', name: parameter, ...excerpt });
  }
  return findings;
};
