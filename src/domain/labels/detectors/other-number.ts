const longestBefore = 44;

/** What a text calls a number of goods, books, devices, papers, people or places, right before it. */
const name =
  /(?<![\p{L}\p{N}])(?:ean|gtin|upc|isbn|issn|imei|imsi|iccid|iban|sku|asin|barcode|tracking|parcel|shipment|p\/n|s\/n|serial|part|ssn|social (?:security|insurance)|national (?:insurance|id)|nino|insee|passport|lat|latitude|lon|lng|longitude|geo)(?:[- ]?(?:8|10|12|13|14))?(?: ?(?:no|nr|number|code|id))?(?:[.:#=]{0,2}| is) ?[#"']?$/iu;

/** The head of an account's number, IBAN: `DE89 3704 `, `NL91 ABNA `. */
const account = /(?<![A-Za-z0-9])[A-Z]{2}\d\d(?: [A-Z]{4})?(?: \d{4}){0,5} $/;

/** Of taxes and banks: in capitals, since small they are words. */
const office =
  /(?<![\p{L}\p{N}])(?:EIN|TIN|VAT|BLZ|NPI|SIN|NIF|(?:Steuer|Tax)[- ]ID)(?: (?:no|nr|number))?[.:#]{0,2} ?$/u;

/** Whether the text says of the figures that begin at `start` that they are the number of something else. */
export const isNamedOtherwise = (text: string, start: number): boolean => {
  const before = text.slice(Math.max(0, start - longestBefore), start);
  return name.test(before) || account.test(before) || office.test(before);
};
