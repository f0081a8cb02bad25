import { graphql } from './graphql.ts';

/** The projects that the viewer sees, for a choice. */
export const ProjectNamesQuery = graphql(`
  query ProjectNames {
    projects(first: 100) { nodes { id name } }
  }
`);
