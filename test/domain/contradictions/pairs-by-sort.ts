/**
 * More pairs of statements by what differs, a line each: `first | second`, labelled by hand. Those of `labelled-pairs.ts`
 * came before them.
 */

export const pairsIn = (text: string): (readonly [string, string])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [first = '', second = ''] = line.split(' | ');
      return [first.trim(), second.trim()] as const;
    });

export const contradictionsBySort: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  negation: pairsIn(`
The indexer follows symbolic links. | The indexer does not follow symbolic links.
Couriers can see the customer's address. | Couriers cannot see the customer's address.
Every release must have a changelog entry. | Releases need not have a changelog entry.
The parser accepts trailing commas. | The parser doesn't accept trailing commas.
Support staff may access production data. | Support staff must not access production data.
Temporary files are removed after the run. | Temporary files are never removed after the run.
We sign container images. | Container images are not signed.
The thermostat reports humidity. | The thermostat never reports humidity.
Reviewers should test the branch locally. | Reviewers should not test the branch locally.
The scheduler will run two jobs at once. | The scheduler will not run two jobs at once.
Feature branches are deployed automatically. | Feature branches aren't deployed automatically.
Interns have access to billing data. | Interns do not have access to billing data.
The cache survives a restart. | The cache does not survive a restart.
The hash covers the file name. | The hash does not cover the file name.
`),
  'one slot in other words': pairsIn(`
Our error tracking runs on Sentry. | We use Rollbar for error tracking.
Support tickets are tracked in Zendesk. | All support tickets are kept in Jira.
Emails to customers are sent through Mailgun. | We send customer emails with Amazon SES.
Nadia is the owner of the checkout. | The owner of the checkout is Felix.
The default branch is called trunk. | The default branch is called main.
Team Blue rotates the keys. | The keys are rotated by the security team.
The rack has four power supplies. | There are two power supplies in the rack.
Two approvals are needed to merge. | One approval suffices to merge.
We use feature branches. | Feature branches were abandoned in favour of trunk-based development.
We print delivery notes. | We have given up printing delivery notes.
Trainees can sign invoices. | Nobody except the director can sign invoices.
Support for Node 18 ends in April 2025. | Node 18 is supported until October 2025.
`),
  'negation at a distance': pairsIn(`
Volunteers may drive the van. | It is forbidden for volunteers to drive the van.
The agent writes to the main branch. | At no time does the agent write to the main branch.
Test data is copied from production. | Copying test data from production is prohibited.
Managers approve expenses above 500 euros. | Managers have no authority to approve expenses above 500 euros.
The app stores card numbers. | It is not the case that the app stores card numbers.
Logs contain customer names. | Logs must be free of customer names.
The public site loads third-party scripts. | No third-party scripts are loaded by the public site.
The service calls the tax authority directly. | Nowhere does the service call the tax authority directly.
We share user data with advertisers. | We refuse to share user data with advertisers.
Partners have direct database access. | Direct database access by partners is not allowed.
The gateway retries failed requests. | The gateway fails to retry failed requests.
Drafts are visible to readers. | Readers never see drafts.
The firmware can be downgraded. | It is impossible to downgrade the firmware.
Staff may take parcels home. | None of the staff may take parcels home.
Trainees have keys to the archive. | Nobody but the archivist has keys to the archive.
Every member can close issues. | Closing issues is restricted to maintainers.
Volunteers open the shop. | No one opens the shop.
`),
  'no longer': pairsIn(`
We publish a monthly newsletter. | We stopped publishing a monthly newsletter.
The lab uses dry ice for shipping. | The lab no longer uses dry ice for shipping.
We support Internet Explorer. | Support for Internet Explorer has been dropped.
The plotter is in room 12. | The plotter has been moved out of room 12.
We run nightly builds on Jenkins. | Nightly builds have moved from Jenkins to GitHub Actions.
Our ticket system is Redmine. | We replaced Redmine with Jira.
The report is sent by fax. | The report is not sent by fax any longer.
Customers can pay in cash. | Cash payments are no longer accepted.
The mirror in Oslo is in use. | The mirror in Oslo has been shut down.
We offer phone support. | Phone support was discontinued.
We use Travis for continuous integration. | We switched from Travis to CircleCI for continuous integration.
Freda is the release manager. | Freda is no longer the release manager.
The XML endpoint is maintained. | The XML endpoint is not maintained any more.
We host the wiki on our own servers. | The wiki is no longer hosted on our own servers.
`),
  value: pairsIn(`
The session cookie lives 30 minutes. | The session cookie lives 8 hours.
The maximum file size is 10 MB. | The maximum file size is 50 MB.
Log files are rotated daily. | Log files are rotated weekly.
Snapshots are taken every 6 hours. | Snapshots are taken every 15 minutes.
The rate limit is 100 requests per minute. | The rate limit is 1000 requests per minute.
Response times must stay below 300 ms. | Response times must stay below 1 s.
Retention of audit logs is one year. | Audit logs are retained for three years.
The connection pool has a size of 20. | The connection pool has a size of 50.
Coverage must not fall below 80 %. | Coverage must not fall below 60 %.
Passwords must have at least 12 characters. | Passwords must have at least 8 characters.
The freezer is kept at -80 °C. | The freezer is kept at -20 °C.
The server listens on port 8080. | The server listens on port 9090.
The minimum Python version is 3.9. | The minimum Python version is 3.12.
We require Java 17. | We require Java 21.
The deposit is 200 euros. | The deposit is 350 euros.
Tests time out after 5 seconds. | Tests time out after 60 seconds.
`),
  'the one value of a slot': pairsIn(`
The billing service is owned by team Falcon. | The billing service is owned by team Heron.
We deploy with Helm. | We deploy with Kustomize.
The default branch is main. | The default branch is develop.
Our error tracker is Sentry. | Our error tracker is Rollbar.
The documentation is written in Markdown. | The documentation is written in AsciiDoc.
Log messages are written in JSON. | Log messages are written as plain text.
The cluster runs in eu-west-1. | The cluster runs in us-east-1.
We use tabs for indentation. | We use spaces for indentation.
Invoices are sent by post. | Invoices are sent by email.
The chair of the working group is Ana. | The chair of the working group is Piotr.
The queue is implemented with RabbitMQ. | The queue is implemented with Kafka.
Identifiers are UUIDs. | Identifiers are integers.
The library is licensed under MIT. | The library is licensed under Apache-2.0.
The hull is painted orange. | The hull is painted white.
Mobile apps are built with Flutter. | Mobile apps are built with React Native.
We use Terraform to manage infrastructure. | We use Pulumi to manage infrastructure.
The archive is stored in Lyon. | The archive is stored in Porto.
Error messages are shown in English. | Error messages are shown in the language of the user.
The primary key is a UUID. | The primary key is an auto-incremented integer.
Dates are formatted as ISO 8601. | Dates are formatted as Unix timestamps.
We chose GraphQL for the public API. | We chose REST for the public API.
The on-call phone is with Tomas. | The on-call phone is with Lea.
Authentication is done by Keycloak. | Authentication is done by Auth0.
`),
  count: pairsIn(`
The team has five developers. | The team has nine developers.
Each shard has two replicas. | Each shard has three replicas.
A release needs three sign-offs. | A release needs one sign-off.
The form has seven fields. | The form has twelve fields.
The office has 40 desks. | The office has 25 desks.
We support two languages. | We support five languages.
There are three environments. | There are four environments.
The committee has seven members. | The committee consists of nine members.
Every incident gets two responders. | Every incident gets a single responder.
`),
  'passive and nominal forms': pairsIn(`
The gateway validates the tokens. | The tokens are not validated by the gateway.
Two people review every change. | Every change is reviewed by one person.
The search team maintains the index. | The index is maintained by the platform team.
Operators rotate the keys every quarter. | The keys are rotated once a year by operators.
The system deletes inactive accounts. | Inactive accounts are not deleted by the system.
We compress the backups. | The backups are uncompressed.
The deployment of hotfixes requires approval. | Hotfixes are deployed without approval.
The caching of search results is disabled. | We cache search results.
Only the release team may create tags. | Tags may be created by anyone.
We validate all input. | Input is not validated.
The validation of addresses happens on the client. | Addresses are validated on the server.
The encryption of backups is mandatory. | Backups do not have to be encrypted.
The monitoring agent collects metrics. | Metrics are collected by Prometheus exporters instead of the monitoring agent.
`),
  'on and off': pairsIn(`
Dark mode is on by default. | Dark mode is off by default.
The feature flag is turned on. | The feature flag is turned off.
Telemetry is active. | Telemetry is deactivated.
Public registration is open. | Public registration is closed.
Comments are enabled on the blog. | Comments are disabled on the blog.
Force pushes to main are allowed. | Force pushes to main are forbidden.
Remote work is permitted on Fridays. | Remote work is prohibited on Fridays.
Verbose logging is enabled in the tests. | The tests run with verbose logging disabled.
The debug endpoint is public. | The debug endpoint is private.
A second approval is mandatory. | A second approval is optional.
The import job is running. | The import job is stopped.
The sauna is in service. | The sauna is out of service.
HTTP/2 is switched on at the proxy. | HTTP/2 is switched off at the proxy.
The API supports pagination. | The API lacks pagination.
Strict mode is required. | Strict mode is not required.
`),
  'dates and deadlines': pairsIn(`
The conference takes place on 12 June. | The conference takes place on 19 June.
The deadline for abstracts is 1 April. | Abstracts are due on 15 April.
Version 3 will be released in March. | Version 3 will be released in May.
The lease ends on 30 September 2027. | The lease ends on 31 December 2026.
Support for Node 16 ends in April 2026. | Support for Node 16 ends in September 2026.
The retrospective is on Thursday. | The retrospective is on Wednesday.
The shop opens at 8:00. | The shop opens at 10:00.
The migration starts on Monday. | The migration starts on Tuesday.
Phase two begins in Q3 2026. | Phase two begins in Q1 2027.
The certificate is valid until 2027-02-01. | The certificate is valid until 2026-11-01.
Payroll runs on the 25th of each month. | Payroll runs on the 28th of each month.
The budget is due by the end of June. | The budget is due by the end of August.
`),
  'in other words': pairsIn(`
Every change needs two approvals. | A single approval is enough for a change.
Anyone in the company can edit the handbook. | Only HR can edit the handbook.
All traffic goes through the proxy. | Traffic to internal services bypasses the proxy.
Data never leaves the EU. | Customer data is replicated to a region in the US.
The server keeps no state. | The server stores sessions in memory.
Releases happen weekly. | We release once a quarter.
The tool is free of charge. | The tool costs 10 euros a month.
Meetings are held in English. | All meetings are in German.
Guests need a password for the wifi. | The wifi is open without a password.
The API is synchronous. | The API answers asynchronously.
We deploy by hand. | Deployments are fully automated.
`),
};

export const compatibleBySort: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'another slot of the same matter': pairsIn(`
Emails are sent with Postmark. | Emails are signed with DKIM.
The site is built with Hugo. | The site is hosted on Netlify.
Images are kept in S3. | Images are resized with Sharp.
Support tickets are tracked in Zendesk. | Bugs are tracked in Jira.
The Android app uses Firebase for push messages. | The iOS app uses APNs for push messages.
Key rotation is done by the security team. | The security team rotates the keys.
There are four power supplies in the rack. | The rack has four power supplies.
Anton is the chair of the board. | The chair of the board is Anton.
The design team approves icons. | The design team approves colours.
Feature flags are on in staging. | Feature flags are off in production.
`),
  'of another thing or place': pairsIn(`
Read requests time out after 5 seconds. | Write requests time out after 30 seconds.
On Android the cache holds 50 MB. | On iOS the cache holds 20 MB.
Team Blue deploys on Mondays. | Team Red deploys on Thursdays.
The lobby door closes at 20:00. | The garage door closes at 22:00.
Admins can delete posts. | Editors cannot delete posts.
The free plan has 3 seats. | The business plan has 25 seats.
The search index is stored in Elasticsearch. | The product catalogue is stored in PostgreSQL.
The web client is written in TypeScript. | The firmware is written in C.
In winter the hut opens at 10:00. | In summer the hut opens at 8:00.
Refresh tokens are stored in the database. | Access tokens are not stored in the database.
Minor releases happen every month. | Major releases happen every year.
Student tickets cost 5 euros. | Adult tickets cost 12 euros.
The staging API is public. | The production API is private.
For guests the limit is 5. | For members the limit is 50.
Step 1 takes 5 minutes. | Step 2 takes 20 minutes.
The east gate is open. | The west gate is closed.
New customers pay in advance. | Existing customers do not pay in advance.
The login page supports passkeys. | The admin page does not support passkeys.
Unit tests run on every commit. | End-to-end tests run every night.
The first lock expires after 10 s. | The second lock expires after 60 s.
Images are stored in S3. | Thumbnails are stored in Redis.
`),
  'the same in other words': pairsIn(`
Deployments run every Friday. | We deploy on Fridays.
Direct access to the database is prohibited. | Nobody may access the database directly.
The API is read-only. | Clients cannot write through the API.
A review by two people is required. | Two people must review every change.
Snapshots are taken hourly. | We take a snapshot once an hour.
The tool is written in Go. | We wrote the tool in Go.
The old cluster has been switched off. | The old cluster is no longer running.
Postgres is our main database. | We use PostgreSQL as the main database.
The queue must not exceed 1000 entries. | The queue holds at most 1000 entries.
Passwords are never logged. | We do not log passwords.
Only owners can delete a project. | A project can be deleted by owners only.
Support ends in June 2026. | After June 2026 there is no support.
The meeting is at 14:00. | We meet at 2 pm.
All endpoints require authentication. | No endpoint is available without authentication.
Backups are encrypted. | We encrypt backups.
Secrets must not be committed. | Never commit secrets.
Only maintainers can merge. | Merging is restricted to maintainers.
Only the archivist has keys to the vault. | Nobody but the archivist has keys to the vault.
The default is UTC. | UTC is the default.
The limit is 1000 ms. | The limit is one second.
Comments are optional. | Comments are not required.
The service is owned by team Falcon. | Team Falcon owns the service.
The job runs daily. | The job runs every 24 hours.
Feature X is disabled. | Feature X is not enabled.
The endpoint is not public. | The endpoint is private.
`),
  'more detail': pairsIn(`
The service logs errors. | The service logs errors and warnings.
We use Redis. | We use Redis 7 with persistence.
The report is sent on Monday. | The report is sent on Monday at 9:00.
Tests run in CI. | Tests run in CI and locally.
Users can upload images. | Users can upload images up to 5 MB.
The office is in Berlin. | The office is in Germany.
Data is stored in the EU. | Data is stored in Frankfurt.
Pull requests need review. | Pull requests need two reviews.
The library supports Python 3. | The library supports Python 3.11.
The app is available on Android. | The app is available on iOS.
The build runs on Linux. | The build runs in a container.
The API returns an error. | The API returns a 404 error.
We meet on Tuesdays. | We meet on Tuesdays in room 4.
The form validates the email address. | The form does not validate the phone number.
Use Kafka for events. | Use Kafka for events and Redis for the cache.
The database is backed up every night. | The database is backed up before every migration.
Logs are kept for 30 days. | Logs are shipped to Loki.
The tank holds at least 200 litres. | The tank holds 250 litres.
The service exposes metrics on port 9100. | The service exposes an API on port 8080.
We use Slack for chat. | We use Slack for alerts.
The parser is written in Rust. | The parser is written by Ivo.
The data is sent to Datadog. | The data is sent over TLS.
Invoices are sent by email. | Invoices are sent by the billing service.
The pipeline is triggered by a push. | The pipeline is triggered by a tag.
The service runs on Kubernetes. | The service runs on port 8080.
Sessions are stored in Redis. | Sessions are stored in memory during tests.
The default timeout is 30 seconds. | The maximum timeout is 120 seconds.
The job runs on Mondays. | The job runs at 03:00.
Errors are reported to Sentry. | Errors are reported to the user.
The team uses Python. | The team uses Jira.
`),
  'at another time': pairsIn(`
In 2024 the team had five members. | In 2025 the team had eight members.
We used Jenkins until 2023. | We do not use Jenkins.
Yesterday the API was down. | The API is up.
The release was postponed on Monday. | The release was postponed again on Friday.
In sprint 12 we closed 20 tickets. | In sprint 13 we closed 26 tickets.
At first the cache was disabled. | The cache is enabled.
The price was 10 euros. | The price is 12 euros.
We moved the office in 2019. | We moved the office in 2023.
`),
  hedged: pairsIn(`
We could drop support for Windows. | We support Windows.
Perhaps the limit is 50. | The limit is 100.
Is the endpoint public? | The endpoint is not public.
We are considering MySQL for sessions. | We use PostgreSQL for sessions.
It would be nice if the API were public. | The API is not public.
Some endpoints are public. | Most endpoints are not public.
The build sometimes fails. | The build does not fail.
We plan to enable telemetry. | Telemetry is disabled.
Ideally tests run in under a minute. | Tests run in five minutes.
Alice proposed to use Kafka for events. | We use NATS for events.
`),
  unrelated: pairsIn(`
The parser skips comments. | The formatter does not skip comments.
The upload limit is 25 MB. | The memory limit is 512 MB.
Comments are written in English. | Tests are written in Python.
The roof is red. | The door is green.
The API key is stored in Vault. | The certificate is stored in S3.
The meeting is on Monday. | The deadline is on Friday.
Orders are confirmed by email. | Orders are not confirmed by phone.
The router supports IPv6. | The router does not support Wi-Fi 6.
We write tests before code. | We write documentation after code.
Users can edit their profile. | Users cannot edit their username.
The test suite has 400 tests. | The test suite has 30 fixtures.
The list is sorted by name. | The list is paginated by 50.
Amounts are rounded down. | Taxes are rounded up.
The message broker is RabbitMQ. | The cache is Redis.
The function returns a list. | The function raises an error.
If the token is missing, the request is rejected. | If the token is valid, the request is accepted.
When the queue is full, new jobs are refused. | When the queue is empty, workers sleep.
The green button starts the pump. | The red button stops the pump.
Opening the valve increases the pressure. | Closing the valve decreases the pressure.
Writes go to the leader. | Reads go to the followers.
The left lane is for bikes. | The right lane is for cars.
Set the timeout to 30. | Set the retries to 3.
Do not use var. | Use const.
Use two spaces for YAML. | Use four spaces for Python.
Prefer composition over inheritance. | Prefer functions over classes.
Do not edit generated files. | Edit the templates.
Run npm test before pushing. | Run npm audit before releasing.
Components must be tested. | Snapshots must not be tested.
Use British English in docs. | Use American English in code.
Never push to main. | Push to a branch.
Tokens must include: | Tokens must not include:
Deploy new code to this machine only. | Deploy the code and the secrets.
The adapter suggests using this library instead of mocking. | Requests are mocked in tests.
`),
};
