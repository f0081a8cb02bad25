import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReadRows, type Row, toCsv } from '../explore/download.ts';
import { useDownload } from './use-download.ts';

/** Saves all rows that `read` gives, not only those on the page. */
export function CsvButton({
  name,
  columns,
  read,
}: {
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly string[];
  read(): Promise<ReadRows<Row>>;
}) {
  const { busy, save } = useDownload(name, columns, read);
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => save({ type: 'text/csv', ending: 'csv', write: toCsv })}
    >
      CSV
    </Button>
  );
}
