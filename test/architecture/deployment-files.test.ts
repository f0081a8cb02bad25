import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;
const deploy = join(root, 'examples/deploy');
const analyzer = '/usr/bin/systemd-analyze';

test('the recipe of the image is one that a linter finds nothing wrong with', () => {
  expect(validate(readFileSync(join(deploy, 'Containerfile'), 'utf8'))).toEqual([]);
  expect(validate('FROM node\nCOPI a b\n')).not.toEqual([]);
});

test('the compose file fits its schema, and breaks no rule but those of order and quotes', () => {
  const linter = join(root, 'node_modules/dclint/bin/dclint.cjs');
  const { status, stdout } = spawnSync(process.execPath, [linter, '--quiet', join(deploy, 'compose.yaml')], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.any(String)]);
});

test.each(['gateway', 'migrate'])(
  'the pods of %s get no variables of services, such as VOUCH_PORT',
  (file) => {
    const chart = readFileSync(join(deploy, `helm/templates/${file}.yaml`), 'utf8');
    expect(chart).toContain('\n      enableServiceLinks: false');
  },
);

test.skipIf(!existsSync(analyzer))('the unit is one that systemd accepts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unit = join(folder, 'vouch.service');
  // Node is where this machine has it.
  const text = readFileSync(join(deploy, 'systemd/vouch.service'), 'utf8');
  writeFileSync(unit, text.replace('/usr/bin/node', process.execPath));
  expect(execFileSync(analyzer, ['verify', unit], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
});
