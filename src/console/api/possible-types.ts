/** Types of the interfaces on which the console spreads a fragment; one that is missing would lose its fields. */
export const possibleTypes = {
  Candidate: ['Memory', 'Entity'],
  TimelineEvent: [
    'ChangeEvent',
    'ContradictionEvent',
    'DecisionEvent',
    'DeliveryEvent',
    'EvidenceEvent',
    'IngestionEvent',
    'LabelsEvent',
    'RelationEvent',
    'ReplayEvent',
    'ResolutionEvent',
    'RetirementEvent',
    'RevisionEvent',
    'RoutingEvent',
    'StateEvent',
    'TraceEvent',
  ],
};
