import { useDecisions } from './decisions.ts';

/** Sends the decisions that the last page of this tab left before they were answered; shows nothing but what fails. */
export default function LeftDecisions() {
  useDecisions();
  return null;
}
