/**
 * Pairs of statements as people write them, labelled by hand before the judge was run on them: `first | second`, a line
 * each. Two statements contradict each other when both cannot be so of the same thing at the same time.
 */

const pairsIn = (text: string): (readonly [string, string])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [first = '', second = ''] = line.split(' | ');
      return [first.trim(), second.trim()] as const;
    });

export const contradictions: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  negation: pairsIn(`
We will use Redis for sessions. | We will not use Redis for sessions.
The ingest service is stateless. | The ingest service is not stateless.
Deployments run on Fridays. | Deployments do not run on Fridays.
The gateway caches answers. | The gateway never caches answers.
Users can delete their own posts. | Users cannot delete their own posts.
Passwords must be stored in plain text. | Passwords must not be stored in plain text.
We always squash commits before merging. | We never squash commits before merging.
The harbour gauge is calibrated. | The harbour gauge isn't calibrated.
We no longer support Internet Explorer. | We support Internet Explorer.
The staging database is backed up. | The staging database is not backed up.
The API returns deleted records. | The API doesn't return deleted records.
Audit events are editable. | Audit events are not editable.
The pump needs a filter. | The pump does not need a filter.
Contractors have access to the vault. | Contractors have no access to the vault.
The firmware checks the signature. | The firmware does not check the signature.
I like working from home. | I don't like working from home.
We ship on Mondays. | We never ship on Mondays.
All requests are authenticated. | Not all requests are authenticated.
The valve closes under pressure. | The valve does not close under pressure.
Refunds are given after delivery. | No refunds are given after delivery.
Terraform modules live in one repository. | Terraform modules do not live in one repository.
The web tier talks to the database directly. | The web tier must not talk to the database directly.
We decided to use Kafka for events. | We will not use Kafka for events.
The buoy transmits at night. | At night the buoy does not transmit.
Nobody reviews generated code. | Generated code is reviewed.
The library is thread safe. | The library is not thread safe.
Invoices are sent by post. | We don't send invoices by post.
`),
  antonym: pairsIn(`
Two-factor login is required for admins. | Two-factor login is optional for admins.
Telemetry is enabled by default. | Telemetry is disabled by default.
The wiki is public. | The wiki is private.
Writes to the replica are synchronous. | Writes to the replica are asynchronous.
We allow anonymous comments. | We forbid anonymous comments.
Backups are encrypted. | Backups are unencrypted.
Comments are mandatory in pull requests. | Comments are optional in pull requests.
The queue accepts duplicate messages. | The queue rejects duplicate messages.
Deployment to production is manual. | Deployment to production is automatic.
The maintenance valve is open. | The maintenance valve is closed.
I prefer tabs over spaces. | I avoid tabs over spaces.
The dashboard is visible to guests. | The dashboard is hidden from guests.
The old endpoint is supported. | The old endpoint is unsupported.
Event records are immutable. | Event records are mutable.
The search index includes drafts. | The search index excludes drafts.
The heater is on. | The heater is off.
Raising the threshold increases recall. | Raising the threshold decreases recall.
The scheduler is stateful. | The scheduler is stateless.
Guest accounts are allowed in staging. | Guest accounts are forbidden in staging.
The licence is valid. | The licence is invalid.
Feature flags are evaluated on the server. | Feature flags are evaluated on the client.
The pier is accessible to wheelchairs. | The pier is inaccessible to wheelchairs.
The cache warms before traffic arrives. | The cache warms after traffic arrives.
Logs are kept forever. | Logs are deleted at once.
`),
  quantity: pairsIn(`
The mass of the buoy is 4.8 kg. | The buoy's mass is 5.6 kg.
Backups are kept for 30 days. | Backups are kept for 90 days.
Audit logs are retained for seven years. | Audit logs are retained for 5 years.
The request timeout is 30 seconds. | The request timeout is 2 minutes.
The gateway accepts bodies of up to 8 MB. | The gateway accepts bodies of up to 4 MB.
The service must answer within 200 ms. | The service must answer within 500 ms.
The supply voltage is 12 V. | The supply voltage is 24 V.
The tank holds 200 litres. | The tank holds 250 litres.
Storage costs $40 a month. | Storage costs $55 a month.
The seal withstands at least 6 bar. | The seal withstands at most 4 bar.
The lab is kept at 20 °C. | The lab is kept at 25 °C.
The mast is 12 m high. | The mast is 15 m high.
We poll the gauge every 10 minutes. | We poll the gauge every 15 minutes.
The battery lasts between 8 and 10 hours. | The battery lasts 14 hours.
Code coverage must be at least 80%. | Code coverage must be at least 90%.
Tokens expire after 15 minutes. | Tokens expire after 60 minutes.
The bridge carries 40 tonnes. | The bridge carries 25 tonnes.
The link runs at 100 Mbit/s. | The link runs at 1 Gbit/s.
Invoices are payable within 30 days. | Invoices are payable within 14 days.
The motor turns at 1,500 rpm. | The motor turns at 3,000 rpm.
Sessions last 8 hours. | Sessions last one hour.
The discount is 10%. | The discount is 15%.
The cable is 3 metres long. | The cable is 5 m long.
The retention period of chat messages is 90 days. | The retention period of chat messages is 1 year.
The sampling rate is 50 Hz. | The sampling rate is 60 Hz.
The team has five members. | The team has seven members.
The retry limit is 3. | The retry limit is 5.
We run three replicas of the database. | We run two replicas of the database.
The hull weighs about 300 kg. | The hull weighs 420 kg.
Chat history is kept for a year. | We delete chat history after 30 days.
`),
  date: pairsIn(`
The launch is on 2026-05-01. | The launch is on 2026-06-15.
The contract expires on 31 March 2027. | The contract expires on 30 June 2027.
The code freeze begins on 12 May. | The code freeze begins on 19 May.
The company was founded in 1998. | The company was founded in 2001.
The standup is at 09:30. | The standup is at 10:00.
The weekly review is on Tuesday. | The weekly review is on Thursday.
Support for version 2 ends in December 2026. | Support for version 2 ends in June 2027.
The deadline for the report is May 3, 2026. | The deadline for the report is May 10, 2026.
Maintenance starts at 22:00 on Sundays. | Maintenance starts at 23:30 on Sundays.
The new pier opens in July 2026. | The new pier opens in September 2026.
The pilot ends on 2026-09-30. | The pilot ends on 30 November 2026.
The migration was planned for April 2026. | The migration was planned for August 2026.
Nightly backups start at 02:00. | Nightly backups start at 04:00.
Our certificate expires on 1 January 2027. | The certificate we use expires in March 2027.
`),
  'beyond the reach of words': pairsIn(`
We use PostgreSQL as our main database. | MySQL is our main database.
The frontend is written in React. | We build the frontend with Vue.
Alice owns the billing service. | The billing service belongs to Bob's team.
The data centre is in Dublin. | Our servers stand in Frankfurt.
Every change needs two approvals. | A single approval is enough to merge.
We host everything ourselves. | Our services run on AWS.
The buoy is painted red. | The buoy is yellow.
Customers may return goods at any time. | Returned goods are refused after two weeks.
Meetings are held in English. | All meetings are in German.
Only admins can create projects. | Any user can create a project.
The pump runs on diesel. | The pump is electric.
Secrets live in environment variables. | Secrets are read from the vault alone.
We release every week. | Releases happen once a month.
The gauge stands on the north pier. | The gauge was installed at the lighthouse.
I prefer short meetings. | I enjoy meetings that take all morning.
Our primary language is Go. | New services are written in Rust and nothing else.
The valve is made of brass. | The valve is steel throughout.
The service is written by one developer. | A team of six builds the service.
The test suite takes a minute. | Running the tests takes most of an hour.
Data stays in the EU. | We replicate customer data to Virginia.
`),
};

export const compatible: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'the same in other words': pairsIn(`
The mass of the buoy is 4.8 kg. | The buoy weighs 4.8 kg.
Backups are kept for 30 days. | We retain backups for 30 days.
We will not use Redis for sessions. | Sessions are not kept in Redis.
The API is public. | Anybody can call the API.
Telemetry is disabled by default. | By default no telemetry is sent.
The launch is on 2026-05-01. | We launch on 1 May 2026.
Deployments do not run on Fridays. | We never deploy on a Friday.
The mast is 12 m high. | The height of the mast is 12 metres.
The ingest service is not stateful. | The ingest service is stateless.
Passwords must not be stored in plain text. | Never store passwords in plain text.
The weekly review is on Tuesday. | Every Tuesday there is a weekly review.
I prefer tabs over spaces. | I like tabs more than spaces.
The queue rejects duplicate messages. | Duplicate messages are refused by the queue.
Only admins can create projects. | Projects are created by admins only.
The cable is 3 metres long. | It is a cable of 3 m.
We always squash commits before merging. | Commits are squashed before every merge.
Audit events cannot be edited. | Audit events are immutable.
The team has five members. | We are five people in the team.
`),
  'the same value in another unit, or rounded': pairsIn(`
The mass of the buoy is 4.8 kg. | The mass of the buoy is 4800 g.
The request timeout is 2 minutes. | The request timeout is 120 seconds.
The mast is 12 m high. | The mast is 1,200 cm high.
The retention period is 12 months. | The retention period is 1 year.
The link runs at 1 Gbit/s. | The link runs at 1,000 Mbit/s.
The hull weighs about 300 kg. | The hull weighs 310 kg.
The buoy's mass is 5 kg. | The buoy's mass is 4.8 kg.
The tank holds 0.2 m³. | The tank holds 200 litres.
The lab is kept at 20 °C. | The lab is kept at 68 °F.
The disk holds 2 TB. | The disk holds 2,000 GB.
The battery lasts between 8 and 10 hours. | The battery lasts 9 hours.
The seal withstands at least 6 bar. | The seal withstands 8 bar.
The service must answer within 500 ms. | The service must answer within 0.5 s.
The launch is on 1 May 2026. | The launch is on 2026-05-01.
The launch is in May 2026. | The launch is on 12 May 2026.
Sessions last one hour. | Sessions last 60 minutes.
The discount is 10%. | The discount is 10 percent.
Backups are kept for 4 weeks. | Backups are kept for 28 days.
The pressure is 6 bar. | The pressure is 600 kPa.
Storage costs about $40 a month. | Storage costs $41.50 a month.
`),
  'of another thing': pairsIn(`
We will keep the readings of gauge 1 for 2 years. | We will keep the readings of gauge 2 for 3 years.
The mass of the buoy is 4.8 kg. | The mass of the anchor is 48 kg.
The north gauge is calibrated. | The south gauge is not calibrated.
Public endpoints are rate limited. | Private endpoints are rate limited.
The staging database is backed up. | The production database is not backed up.
The gateway listens on port 4000. | The metrics server listens on port 9090.
Telemetry is enabled in the desktop client. | Telemetry is disabled in the mobile client.
Alice prefers tabs over spaces. | Bob does not prefer tabs over spaces.
The request timeout is 30 seconds. | The connection timeout is 5 seconds.
The maximum temperature is 60 °C. | The minimum temperature is 10 °C.
Internal users see drafts. | External users do not see drafts.
The spare buoy weighs 5.2 kg. | The buoy weighs 4.8 kg.
Version 2 supports webhooks. | Version 1 does not support webhooks.
The front door is open. | The back door is closed.
Backups of chat are kept for 30 days. | Backups of mail are kept for 90 days.
The launch of the website is on 2026-05-01. | The launch of the app is on 2026-06-01.
The left pump is on. | The right pump is off.
The inner hull is 6 mm thick. | The outer hull is 12 mm thick.
Read requests are cached. | Write requests are not cached.
The river gauge reports every 10 minutes. | The tide gauge reports every 15 minutes.
Contract A expires on 31 March 2027. | Contract B expires on 30 June 2027.
Module auth depends on module users. | Module users does not depend on module auth.
Service A calls service B. | Service B does not call service A.
Employees have access to the vault. | Contractors have no access to the vault.
Synchronous jobs run first. | Asynchronous jobs run first.
The test account has two-factor login disabled. | Two-factor login is enabled for the admin account.
The red wire carries 12 V. | The blue wire carries 24 V.
The API key is required for writes. | The API key is optional for reads.
The Dublin office has 40 desks. | The Paris office has 25 desks.
Table users has 12 columns. | Table orders has 30 columns.
`),
  'at another time, place or condition': pairsIn(`
In 2023 the budget was $5,000. | In 2024 the budget was $6,000.
At 20 °C the density is 1.2 g/cm³. | At 40 °C the density is 1.1 g/cm³.
The density is 1.2 g/cm³ at 20 °C. | The density is 1.1 g/cm³ at 40 °C.
Debug logging is enabled in staging. | Debug logging is disabled in production.
If the cache is warm, requests are fast. | If the cache is not warm, requests are slow.
We used Redis for sessions. | We do not use Redis for sessions.
The valve was open. | The valve is closed.
The old API was public. | The new API is private.
During maintenance the site is offline. | The site is online.
Deployments run on Fridays unless there is a freeze. | Deployments do not run on Fridays during a freeze.
On Monday the meeting took place at 09:30. | On Tuesday the meeting took place at 10:00.
When the tank is full, the pump is off. | When the tank is empty, the pump is on.
The office is closed on Sundays. | The office is open on Mondays.
The discount is 10% for students. | The discount is 15% for members.
Services that are public need a key. | Services that are not public need no key.
In winter the pool is heated to 28 °C. | In summer the pool is heated to 24 °C.
Before the release we freeze the code. | After the release the code is not frozen.
The gauge was moved in 2019. | The gauge was moved again in 2024.
In the first quarter revenue was 2 million euros. | In the second quarter revenue was 3 million euros.
Heating is on when it is below 5 °C. | Heating is off when it is above 18 °C.
At full load the motor draws 12 A. | At no load the motor draws 2 A.
The feature was planned for April 2026. | The feature is planned for August 2026.
Last year the team had five members. | The team has seven members.
We met Anna on 12 May 2026. | We met Anna on 19 May 2026.
The boat sailed on 3 June. | The boat sailed on 10 June.
`),
  'vague, partial or conditional': pairsIn(`
The sensor may fail in frost. | The sensor may not fail in frost.
Some tests are flaky. | Some tests are not flaky.
Users can sometimes skip the survey. | Users cannot always skip the survey.
Reports are usually sent on Monday. | Reports are sent on Tuesday when Monday is a holiday.
The pump might need a filter. | The pump does not need a filter yet.
Most services are stateless. | A few services are not stateless.
The gateway should cache answers. | The gateway does not cache answers yet.
Is the API public? | The API is not public.
It is enabled. | It is not enabled.
We use Redis, not Memcached. | We use Redis.
This is required. | This is optional.
Not only admins can create projects. | Only admins can create projects.
Customers rarely call support. | Customers do not call support at night.
The cache is not just fast. | The cache is fast.
They support dark mode. | They do not support dark mode.
Perhaps we will move to Kafka. | We will not move to Kafka this year.
I am vegetarian. | You are not vegetarian.
Only paid plans include support. | Paid plans include support.
`),
  'more detail, or both at once': pairsIn(`
The API is public. | The API is public and rate limited.
We will use Redis for sessions. | We will use Redis for sessions and Memcached for pages.
Backups are kept for 30 days. | Backups are encrypted.
The buoy weighs 4.8 kg. | The buoy weighs 4.8 kg and is painted red.
The service must answer within 200 ms. | The service must answer errors within 500 ms.
The deadline for the report is May 3, 2026. | The deadline for the report is May 3, 2026 at 17:00.
The wiki is public. | The wiki is hidden from search engines.
The team has five members. | The team has five members and two contractors.
Login works with a password. | Login works without a password.
The queue accepts messages from producers. | The queue accepts messages from administrators.
The office is open from 09:00 to 17:00. | The office is open from 09:00.
We allow comments on posts. | We allow comments on pages.
The library supports Linux. | The library supports Windows.
Deployment is automatic. | Deployment to production is manual.
Telemetry is enabled by default. | Telemetry can be disabled.
The mast is 12 m high. | The mast is at least 10 m high.
Tokens expire after 15 minutes. | Refresh tokens expire after 30 days.
Code coverage must be at least 80%. | Code coverage of the domain must be at least 95%.
The pump is on at night. | The pump is off during the day.
Invoices are payable within 30 days. | Invoices are sent within 14 days.
`),
  'near the same text': pairsIn(`
Decision 12 was taken in Berlin. | Decision 13 was taken in Berlin.
The gateway is written in TypeScript. | The gateway is tested in TypeScript.
The build runs on Linux. | The build runs in Linux containers.
We keep minutes of every meeting. | We keep minutes of every board meeting.
The harbour gauge reads in centimetres. | The harbour gauge reads in metres above datum.
The first release contained 12 features. | The second release contained 14 features.
Phase 1 takes 3 weeks. | Phase 2 takes 5 weeks.
Room 101 seats 20 people. | Room 102 seats 30 people.
The east wing is 30 m long. | The west wing is 45 m long.
Milestone 3 is due on 2026-04-01. | Milestone 4 is due on 2026-05-01.
Sensor S1 reports 12 V. | Sensor S2 reports 24 V.
Team red ships on Mondays. | Team blue ships on Tuesdays.
Rule 4.2 allows guests. | Rule 4.3 forbids guests.
Adapter v1 is deprecated. | Adapter v2 is recommended.
The primary replica is in Dublin. | The secondary replica is in Dublin.
Alpha testers get 10 seats. | Beta testers get 50 seats.
The 5 kg weight is red. | The 10 kg weight is blue.
The 10 mm drill is in box A. | The 12 mm drill is in box B.
`),
  unrelated: pairsIn(`
The mass of the buoy is 4.8 kg. | Deployments run on Fridays.
We will use Redis for sessions. | The standup is at 09:30.
The wiki is public. | Backups are kept for 30 days.
I prefer tabs over spaces. | The lab is kept at 20 °C.
The company was founded in 1998. | The code freeze begins on 12 May.
Users cannot delete their own posts. | The pump does not need a filter.
The tank holds 200 litres. | The gateway accepts bodies of up to 8 MB.
Telemetry is disabled by default. | The heater is on.
`),
};
