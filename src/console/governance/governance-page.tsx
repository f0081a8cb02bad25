import { Container, Tabs, Title } from '@mantine/core';
import { IconChartBar, IconGavel, IconListDetails, IconTags } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useHasRole } from '../api/session.tsx';
import { TabRow } from '../parts/tab-row.tsx';
import { useTitle } from '../parts/title.ts';
import { governanceTabs } from '../shell/search.ts';
import { AuditTab } from './audit-tab.tsx';
import { LabelsTab } from './labels-tab.tsx';
import { PolicyTab } from './policy-tab.tsx';
import { QualityTab } from './quality-tab.tsx';

const route = getRouteApi('/governance');

const titles = {
  labels: 'Suggested labels',
  policy: 'Label policy',
  quality: 'Extraction quality',
  audit: 'Audit log',
} as const;

/** Labels, the policy that reads them, and the record of every change. */
export function GovernancePage() {
  const reviews = useHasRole('reviewer');
  const audits = useHasRole('auditor');
  const { tab = reviews ? 'labels' : 'audit' } = route.useSearch();
  const navigate = useNavigate({ from: '/governance' });
  useTitle(`${titles[tab]} · Governance`);
  const open = (chosen: string | null) =>
    navigate({ search: { tab: governanceTabs.find((known) => known === chosen) } });
  return (
    <Container fluid p="lg">
      <Title order={1} fz={22} mb="sm">
        Governance
      </Title>
      <Tabs value={tab} keepMounted={false} onChange={open}>
        <TabRow open={tab}>
          {reviews && (
            <Tabs.Tab value="labels" leftSection={<IconTags size={16} aria-hidden />}>
              {titles.labels}
            </Tabs.Tab>
          )}
          {audits && (
            <Tabs.Tab value="policy" leftSection={<IconGavel size={16} aria-hidden />}>
              {titles.policy}
            </Tabs.Tab>
          )}
          {reviews && (
            <Tabs.Tab value="quality" leftSection={<IconChartBar size={16} aria-hidden />}>
              {titles.quality}
            </Tabs.Tab>
          )}
          {audits && (
            <Tabs.Tab value="audit" leftSection={<IconListDetails size={16} aria-hidden />}>
              {titles.audit}
            </Tabs.Tab>
          )}
        </TabRow>
        <Tabs.Panel value="labels">
          <LabelsTab />
        </Tabs.Panel>
        <Tabs.Panel value="policy">
          <PolicyTab />
        </Tabs.Panel>
        <Tabs.Panel value="quality">
          <QualityTab />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditTab />
        </Tabs.Panel>
      </Tabs>
    </Container>
  );
}
