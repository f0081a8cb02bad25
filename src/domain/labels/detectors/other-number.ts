const longestBefore = 44;

/** Nouns right before a number of goods, books, devices, papers, people or places. */
const name =
  /(?<![\p{L}\p{N}])(?:ean|gtin|upc|isbn|issn|imei|imsi|iccid|iban|sku|asin|barcode|tracking|parcel|shipment|p\/n|s\/n|serial|part|ssn|social (?:security|insurance)|national (?:insurance|id)|nino|insee|passport|lat|latitude|lon|lng|longitude|geo)(?:[- ]?(?:8|10|12|13|14))?(?: ?(?:no|nr|number|code|id))?(?:[.:#=]{0,2}| is) ?[#"']?$/iu;

/** The head of an account's number, IBAN: `DE89 3704 `, `NL91 ABNA `. */
const account = /(?<![A-Za-z0-9])[A-Z]{2}\d\d(?: [A-Z]{4})?(?: \d{4}){0,5} $/;

/** Names of tax and bank numbers: in capitals, since in lower case they are words. */
const office =
  /(?<![\p{L}\p{N}])(?:EIN|TIN|VAT|BLZ|NPI|SIN|NIF|(?:Steuer|Tax)[- ]ID)(?: (?:no|nr|number))?[.:#]{0,2} ?$/u;

/** True when the text names the digits that begin at `start` as another kind of number. */
export const isNamedOtherwise = (text: string, start: number): boolean => {
  const before = text.slice(Math.max(0, start - longestBefore), start);
  return name.test(before) || account.test(before) || office.test(before);
};
