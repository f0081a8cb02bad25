import { createHash } from 'node:crypto';

/** Key of a pathway (Pathway specification §2.2). */
export interface PathwayIdentity {
  readonly taskClass: string;
  readonly filePath: string;
  readonly signalClass: string | null;
}

/**
 * The first two segments of a path, parted by slashes; backslashes count as slashes. A path of fewer segments is its own
 * prefix. An empty segment is a segment, as the specification's other runtimes split: `/srv/app` gives `/srv`
 * (Pathway specification §3.2).
 */
export const filePrefix = (filePath: string): string =>
  filePath.replaceAll('\\', '/').split('/', 2).join('/');

/** Lower-case SHA-256 hex of `task_class|file_prefix|signal_class`, the last empty when there is none (§3.1). */
export const pathwayId = ({ taskClass, filePath, signalClass }: PathwayIdentity): string =>
  createHash('sha256')
    .update(`${taskClass}|${filePrefix(filePath)}|${signalClass ?? ''}`)
    .digest('hex');
