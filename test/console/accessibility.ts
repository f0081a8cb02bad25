import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The serious and critical faults that axe finds in a page, where they are, and what is wrong. */
export const graveFaults = async (page: Page, narrow: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> => {
  // Without frames there is nothing to gather in a page of axe's own, which takes as long as the look itself.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await narrow(axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}. ${nodes[0]?.failureSummary}`);
};
