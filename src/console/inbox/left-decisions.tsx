import { Box } from '@mantine/core';
import { useDecisions } from './decisions.ts';
import { UnsentDecisions } from './unsent-decisions.tsx';

/** Sends what a page had sent that was left before the answer came, and offers what it had not sent; beside every page but the inbox. */
export default function LeftDecisions() {
  const decisions = useDecisions();
  return (
    <Box className="left-decisions">
      <UnsentDecisions decisions={decisions} />
    </Box>
  );
}
