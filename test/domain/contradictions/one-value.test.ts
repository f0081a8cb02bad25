import { valueRule } from '#domain/contradictions/heuristic/rules/value.ts';
import { tableOf } from './table-of-rule.ts';

const table = tableOf(valueRule);

table('two of one kind where one has its place', 'HARD', [
  ['The backend is written in Kotlin.', 'The backend is written in Go.'],
  ['The ledger is stored in Postgres.', 'The ledger is stored in MySQL.'],
  ['The main database is Postgres.', 'The main database is MySQL.'],
  ['We use Jira for tickets.', 'We use Linear for tickets.'],
  ['We use Jira as the tracker.', 'We use Linear as the tracker.'],
  ['For tickets we use Jira.', 'For tickets we use Linear.'],
  ['All meetings are in German.', 'All meetings are in French.'],
  ['The buoy is painted red.', 'The buoy is painted blue.'],
  ['The branch is called main.', 'The branch is called develop.'],
  ['Logins are done by Keycloak.', 'Logins are done by Okta.'],
  ['Tickets are tracked in Jira by the crew.', 'Tickets are tracked in Linear by the crew.'],
]);

table('two names, or two plain words, where one has its place', 'SOFT', [
  ['The ledger lives in Falcon.', 'The ledger lives in Osprey.'],
  ['Nadia maintains the pump.', 'Bo maintains the pump.'],
  ['The pump is maintained by Nadia.', 'The pump is maintained by Bo.'],
  ['The crew approves invoices.', 'The board approves invoices.'],
  ['The vendors calibrate the gauge.', 'The staff calibrate the gauge.'],
  ['The capital is Falcon.', 'The capital is Osprey.'],
  ['We use v3 of the protocol.', 'We use v4 of the protocol.'],
  ['We should write the backend in Kotlin.', 'We should write the backend in Go.'],
  ['The harbour pilot is Nadia.', 'The harbour pilot is Bo.'],
  ['We use Falcon for invoices.', 'We use Osprey for invoices.'],
]);

table('both may hold, or it is not the same place', null, [
  // A verb with many objects.
  ['We support Postgres.', 'We support MySQL.'],
  ['The crew calls Falcon.', 'The crew calls Osprey.'],
  ['We use Redis.', 'We use Memcached.'],
  ['The crew drinks coffee.', 'The crew drinks tea.'],
  // Two kinds, one thing, or a part of the other.
  ['We use Redis for sessions.', 'We use Kafka for sessions.'],
  ['The ledger is stored in Postgres.', 'The ledger is stored in PostgreSQL.'],
  ['The frame is made of steel.', 'The frame is made of stainless steel.'],
  ['The backend is written in Rust.', 'The backend is written by Ivo.'],
  ['The backend is written in one big old file.', 'The backend is written in Go.'],
  // Open, vague, denied, past or under a condition.
  ['We can use Redis for sessions.', 'We can use Memcached for sessions.'],
  ['Crews may use Redis for sessions.', 'Crews use Memcached for sessions.'],
  ['We sometimes use Redis for sessions.', 'We use Memcached for sessions.'],
  ['We do not use Redis for sessions.', 'We use Memcached for sessions.'],
  ['The backend was written in Rust.', 'The backend is written in Go.'],
  ['If it rains, the ledger is stored in Postgres.', 'The ledger is stored in MySQL.'],
  ['Only the ledger is stored in Postgres.', 'The ledger is stored in MySQL.'],
  ['The ledger is stored in Postgres for 3 days.', 'The ledger is stored in MySQL for 9 days.'],
  // Of another thing.
  ['The north ledger is stored in Postgres.', 'The south ledger is stored in MySQL.'],
  ['Crews rotate keys.', 'Boats rotate keys.'],
]);
