import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { download, type Row, toCsv } from '../explore/download.ts';

/** Rows of a download; a longer one is for a script. */
export const mostRows = 10_000;

/** Saves all rows that `read` gives, not only those on the page. */
export function CsvButton({
  name,
  columns,
  read,
}: {
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly string[];
  read(): Promise<readonly Row[]>;
}) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      download(`${name}.csv`, 'text/csv', toCsv(columns, await read()));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={save}
    >
      CSV
    </Button>
  );
}
