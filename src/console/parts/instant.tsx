const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const narrow = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export const ago = (instant: string, format = relative): string => {
  const seconds = (Date.parse(instant) - Date.now()) / 1_000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit === undefined ? 'just now' : format.format(Math.round(seconds / unit[1]), unit[0]);
};

/** The same for rows where room is scarce: `2h ago`. */
export const agoInShort = (instant: string): string => ago(instant, narrow);

export const onDay = (instant: string): string => day.format(new Date(instant));

export const onDate = (instant: string): string => absolute.format(new Date(instant));

/** An instant where the viewer is, as `<input type="datetime-local">` takes it; its first ten characters are the day. */
export const toLocalInput = (instant: Date): string =>
  new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** The day of an instant where the viewer is, as a date input takes it. */
export const dayOf = (instant: Date): string => toLocalInput(instant).slice(0, 10);

/** The first instant of a day where the viewer is. */
export const beginOf = (date: string): Date => new Date(`${date}T00:00:00`);

/** The instant at which a day ends where the viewer is. */
export const endOf = (date: string): Date => {
  const end = beginOf(date);
  end.setDate(end.getDate() + 1);
  return end;
};

/** An instant as people say it; the exact one when they point at it. */
export function Instant({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={onDate(at)}>
      {ago(at)}
    </time>
  );
}
