import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { download, incompleteMessage, type ReadRows, type Row, type toCsv } from '../explore/download.ts';

/** A format of a file. */
export interface FileFormat {
  readonly type: string;
  readonly ending: string;
  readonly write: typeof toCsv;
}

/** Saves all rows that `read` gives, not only those on the page; says what is missing, in the name of the file too. */
export const useDownload = (
  name: string,
  columns: readonly string[],
  read: () => Promise<ReadRows<Row>>,
): { readonly busy: boolean; readonly save: (format: FileFormat) => Promise<void> } => {
  const [busy, setBusy] = useState(false);
  const save = async ({ type, ending, write }: FileFormat) => {
    setBusy(true);
    const rows = await read();
    const message = incompleteMessage(rows);
    if (rows.items.length > 0 || message === null)
      download(`${name}${message === null ? '' : '-incomplete'}.${ending}`, type, write(columns, rows.items));
    if (message !== null) notifications.show({ color: 'red', message, autoClose: false });
    setBusy(false);
  };
  return { busy, save };
};
