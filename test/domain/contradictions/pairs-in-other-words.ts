import { pairsIn } from './pairs-by-sort.ts';

/** Pairs that say the same matter in other words, labelled by hand before the judge was run on them. */
export const contradictionsInOtherWords: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'denied from afar': pairsIn(`
The kiosk prints receipts on thermal paper. | Under no circumstances are receipts printed on thermal paper by the kiosk.
Nurses enter the dosage by hand. | It is not permitted for nurses to enter the dosage by hand.
The mailer attaches the invoice as a PDF. | Attaching the invoice as a PDF is something the mailer never does.
Visitors may bring dogs into the reading room. | Bringing dogs into the reading room is forbidden.
The planner reads the calendars of other teams. | The calendars of other teams are ignored by the planner.
Drafts are sent to the legal department. | No drafts are sent to the legal department.
The agent may open pull requests on its own. | On no account may the agent open pull requests on its own.
Trucks cross the bridge at night. | The bridge is closed to trucks at night.
The importer keeps empty rows. | Empty rows are dropped by the importer.
We ship debug symbols with the release. | Debug symbols are stripped from the release.
Apprentices operate the press without supervision. | We do not allow apprentices to operate the press without supervision.
Guests can use the company printer. | The company printer is off limits to guests.
The client caches the access token on disk. | The access token must not be cached on disk by the client.
The linter checks generated code. | Generated code is exempt from the linter checks.
The service writes to the ledger directly. | Writing to the ledger directly is not something the service is allowed to do.
Teachers grade their own pupils' exams. | Teachers are barred from grading their own pupils' exams.
Managers can see individual salaries. | Individual salaries are hidden from managers.
Failed jobs are retried by the runner. | The runner refrains from retrying failed jobs.
The pilot flies with passengers on board. | There must be no passengers on board when the pilot flies.
Shift swaps need the approval of the foreman. | Shift swaps do not require the foreman's approval.
The crawler respects robots.txt. | The crawler disregards robots.txt.
The tablet app works offline. | Without a network connection the tablet app does not work.
Refund requests are answered by the chatbot. | The chatbot must not answer refund requests.
Integration tests run against the production database. | Running integration tests against the production database is prohibited.
The portal shows the patient's diagnosis to relatives. | At no time does the portal show the patient's diagnosis to relatives.
External contributors can merge to main. | No external contributor is able to merge to main.
The robot enters the cold store. | The robot is prohibited from entering the cold store.
Our newsletter contains advertising. | Our newsletter is free of advertising.
Couriers ring the bell after nine in the evening. | Couriers must never ring the bell after nine in the evening.
We log the bodies of requests. | Request bodies must never be logged.
The form asks for the date of birth. | The form does not ask for the date of birth in any case.
The compiler inlines recursive functions. | Recursive functions are never inlined by the compiler.
The gateway validates tokens. | Token validation is not a responsibility of the gateway.
Members may lend their key to friends. | Lending one's key to friends is not allowed for members.
`),
  'no longer': pairsIn(`
The bakery delivers on Sundays. | The bakery has stopped delivering on Sundays.
We publish nightly builds. | Nightly builds are no longer published.
The museum sells paper tickets. | Paper tickets have been abolished by the museum.
Our clients log in with certificates. | Logging in with certificates has been discontinued for our clients.
The tool generates XML reports. | Generation of XML reports was removed from the tool.
The plant burns coal. | The plant ceased to burn coal.
Invoices are signed by two directors. | Invoices are not signed by two directors any longer.
The SDK supports Python 3.8. | Support for Python 3.8 was removed from the SDK.
We rotate the on-call duty weekly. | We have given up rotating the on-call duty weekly.
The school uses chalk boards. | Chalk boards have disappeared from the school.
The line stops at Mill Street. | The line does not stop at Mill Street any more.
The cluster runs in the Dublin data centre. | The cluster has been moved out of the Dublin data centre.
Elena reviews the security patches. | Elena no longer reviews the security patches.
The dashboard polls the server every second. | Polling of the server by the dashboard has been retired.
Customers receive a printed catalogue. | Customers used to receive a printed catalogue.
The warehouse accepts deliveries on Saturdays. | As of May the warehouse no longer accepts deliveries on Saturdays.
The API accepts unsigned webhooks. | The API stopped accepting unsigned webhooks.
The site uses tracking cookies. | All tracking cookies have been removed from the site.
`),
  'one slot in other words': pairsIn(`
Logs are shipped to Splunk. | Our logs go to Datadog.
We hash passwords with bcrypt. | Argon2id is what we hash passwords with.
The default language of the app is French. | The app starts in German by default.
Builds are run on Jenkins. | We run our builds on Buildkite.
Infrastructure is described in Terraform. | We describe our infrastructure in Pulumi.
Marta leads the data group. | The data group is led by Ingo.
The reports are written in LaTeX. | We write the reports in Markdown.
Payments go through Adyen. | Stripe handles our payments.
The source code is hosted on GitLab. | We host the source code on GitHub.
The backend is implemented in Kotlin. | We write the backend in Go.
Feature flags live in Unleash. | We manage feature flags with LaunchDarkly.
The documentation is built with Sphinx. | We build the documentation with MkDocs.
The queue between the services is RabbitMQ. | Kafka is the queue between the services.
Secrets are stored in Vault. | We keep secrets in Doppler.
Our chat runs on Mattermost. | The team chats on Slack.
The cabin is painted blue. | The colour of the cabin is green.
Dates in the exports are in ISO 8601. | The exports use US-style dates.
The treasurer is Paula. | Simon is the treasurer.
Containers are orchestrated by Nomad. | Kubernetes orchestrates our containers.
The web shop is served by nginx. | Caddy serves the web shop.
The sensor reports over MQTT. | The sensor reports over HTTP.
Releases are cut from the develop branch. | We cut releases from main.
The frame is made of steel. | The frame consists of carbon.
We use Jest as the test runner. | Our test runner is Vitest.
The events are encoded as Avro. | Events are encoded in Protobuf.
The interface language of the pumps is English. | The pumps have a Spanish interface.
`),
  'updates in other words': pairsIn(`
We release every two weeks. | Releases come out once a month.
Backups are taken hourly. | There is one backup a day.
Every team has its own repository. | All teams share a single repository.
Access to the roof is unrestricted. | Only technicians have access to the roof.
Sessions never time out. | Sessions time out after 30 minutes.
Orders are approved automatically. | Every order is approved by a person.
The pump runs around the clock. | The pump runs only at night.
The source is open. | The source is closed.
Deployments are done by hand. | Deployments are fully automated.
Reading the archive is free of charge. | There is a fee for reading the archive.
All endpoints require authentication. | The endpoints can be used without authentication.
Any developer can deploy to production. | Deployment to production is reserved for the release manager.
The data is stored unencrypted. | The data is encrypted at rest.
Employees work from the office five days a week. | Employees work from home two days a week.
The app is available in English only. | The app is available in English and Polish.
Test coverage must be at least 80 percent. | A test coverage of 60 percent is enough.
The hall seats 200 people. | The hall has room for 350 people.
A password must have at least 14 characters. | Passwords of 8 characters are accepted.
Each service owns its schema. | The services share one schema.
Reviews are optional for small changes. | Small changes must be reviewed.
The archive is read-only. | The archive can be edited.
Members vote in public. | Members vote by secret ballot.
The report is confidential. | The report is public.
We answer tickets within one working day. | Tickets are answered within three working days.
Participation in the survey is voluntary. | Everyone must take part in the survey.
The import runs synchronously. | The import runs in the background.
The library has no dependencies. | The library depends on three packages.
New users are invited by an admin. | Anyone can sign up as a new user.
Telemetry is opt-in. | Telemetry is sent unless the user turns it off.
The canteen is open at weekends. | The canteen is closed on Saturdays and Sundays.
Deleted files are gone for good. | Deleted files can be restored.
Breaking changes need a major version. | Breaking changes may go into minor versions.
`),
  'dates and deadlines': pairsIn(`
The tender closes on 3 April. | The deadline for the tender is 17 April.
Version 4 is supported until June 2027. | Support for version 4 ends in December 2026.
The pool opens in May. | The opening of the pool is in July.
Applications must be in by 1 March. | Applications are accepted until 15 March.
The certificate expires on 2027-01-31. | The certificate is valid until 2027-03-31.
The migration is planned for week 12. | The migration is planned for week 20.
The board meets on the first Tuesday of the month. | The board meets on the last Friday of the month.
Payroll runs on the 25th. | Payroll runs on the 28th.
The freeze begins on 12 December. | The code freeze starts on 19 December.
The store closes at 18:00. | The store is open until 20:00.
The workshop takes place on 4 May. | The workshop has been postponed to 11 May.
The exam is at 9 am. | The exam starts at 10:30.
The contract ends in 2028. | The contract runs until the end of 2030.
Elections are held in October. | The elections will be held in November.
The parts must be delivered by 5 June. | The delivery date of the parts is 20 June.
`),
};

export const compatibleInOtherWords: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'the same': pairsIn(`
Guests may not use the printer. | The printer is off limits to guests.
The importer drops empty rows. | Empty rows are not kept by the importer.
Releases come out monthly. | We release once a month.
Support for IE ended. | IE is no longer supported.
Salaries are hidden from managers. | Managers cannot see salaries.
Only admins can delete projects. | Projects can be deleted by admins alone.
The crawler ignores links to other sites. | Links to other sites are not followed by the crawler.
Writing to the ledger directly is forbidden. | Nobody may write to the ledger directly.
Access tokens expire after one hour. | Access tokens are valid for 60 minutes.
Our logs go to Datadog. | Logs are shipped to Datadog.
Teachers are barred from grading their own pupils. | Teachers must not grade their own pupils.
The tender closes on 3 April. | The deadline for the tender is 3 April.
The pool is open until 20:00. | The pool closes at 20:00.
The tests never touch production. | Running tests against production is prohibited.
Request bodies are not logged. | We strip request bodies from the logs.
All teams share one repository. | There is one repository for all teams.
The archive cannot be edited. | The archive is read-only.
The form does not ask for the date of birth. | No date of birth is asked for in the form.
Participation is voluntary. | Nobody has to take part.
Shift swaps need no approval. | Shift swaps do not require approval.
`),
  'more of the same': pairsIn(`
Logs are shipped to Splunk. | Logs older than a year are deleted from Splunk.
The app is available in English. | The app is available in English and Polish.
Guests can use the printer. | Guests cannot use the plotter.
The importer drops empty rows. | The importer keeps rows with empty cells.
Backups are taken hourly. | Backups are tested once a month.
The museum is closed on Mondays. | The museum is open on Tuesdays.
The API accepts JSON. | The API accepts XML.
We use Redis for caching. | We use Redis for sessions.
The gateway validates tokens. | The gateway does not issue tokens.
The report is public. | The appendix of the report is confidential.
Members vote by secret ballot. | The board votes in public.
The door is locked at night. | The door is unlocked at seven.
Failed jobs are retried three times. | Failed jobs are reported after the third try.
Drafts are reviewed by the editor. | Drafts are not reviewed by the lawyer.
The robot cleans the hall at night. | The robot does not clean the stairs.
Marta leads the data group. | Marta does not lead the web group.
Managers approve holidays. | Managers do not approve their own holidays.
Interns may read the wiki. | Interns may not read the payroll.
The client caches answers in memory. | The client does not cache answers on disk.
Payments go through Adyen. | Refunds go through Stripe.
The build must pass before merging. | The nightly build may fail.
Version 4 is supported until June 2027. | Version 3 is supported until June 2025.
The tender closes on 3 April. | The tender opens on 3 March.
The workshop is on 4 May. | Registration for the workshop ends on 20 April.
Small changes need one review. | Large changes need two reviews.
The sensor reports over MQTT. | The sensor is configured over HTTP.
The source code is hosted on GitLab. | A mirror of the source code is on GitHub.
Customers can cancel orders. | Customers cannot cancel shipped orders.
The pump runs at night. | The pump is serviced during the day.
Sessions time out after 30 minutes. | Admin sessions time out after 5 minutes.
`),
  'the other way round': pairsIn(`
The worker calls the scheduler. | The scheduler does not call the worker.
Editors report to the publisher. | The publisher does not report to editors.
The primary replicates to the standby. | The standby does not replicate to the primary.
Team A depends on team B. | Team B does not depend on team A.
Parents may fetch pupils. | Pupils may not fetch parents.
The mobile app sends events to the server. | The server does not send events to the mobile app.
Production data is never copied to staging. | Staging data is copied to production.
The supplier pays the customs. | The customs do not pay the supplier.
Plain text is converted to HTML. | HTML is not converted to plain text.
Red overrides blue. | Blue does not override red.
`),
  'denials of something else': pairsIn(`
Visitors may bring dogs. | Bringing glass bottles is forbidden for visitors.
The linter checks tests. | Generated code is not checked by the linter.
The chatbot answers questions about orders. | The chatbot must not answer questions about health.
We log request headers. | Request bodies are never logged.
Apprentices operate the press under supervision. | Apprentices must not operate the press without supervision.
The bridge is open to cars. | The bridge is closed to trucks.
Agents may open pull requests. | Agents must never merge pull requests.
Refunds are paid within ten days. | Refunds are not paid in cash.
The site uses session cookies. | All tracking cookies have been removed from the site.
The SDK supports Python 3.12. | Support for Python 3.8 was removed from the SDK.
Salaries are visible to the board. | Salaries are hidden from managers.
The portal shows test results. | At no time does the portal show diagnoses.
Deleted users can be restored for a month. | Deleted files cannot be restored.
The hall may be booked by members. | The hall must not be booked for political events.
Data is encrypted in transit. | Data is not encrypted in memory.
If the alarm rings, the lift does not move. | The lift moves between six floors.
Customers may pay by card. | Customers may not pay by cheque.
The plant burns gas. | The plant ceased to burn coal.
Do not commit secrets. | Commit the lock file.
Never force-push to main. | Force-push to your own branch after a rebase.
We do not use classes for data. | We use classes for services.
Trucks deliver in the morning. | Trucks do not deliver at the front gate.
Paper tickets have been abolished. | Tickets are sold at the counter.
Nobody but the captain opens the safe. | The captain opens the safe.
`),
  'open or of another time': pairsIn(`
We might stop delivering on Sundays. | The bakery delivers on Sundays.
Before 2024 the cluster ran in Dublin. | The cluster runs in Frankfurt.
Should we drop support for Python 3.8? | The SDK supports Python 3.8.
Ingo led the data group in 2023. | Marta leads the data group.
It was proposed to abolish paper tickets. | The museum sells paper tickets.
If the network fails, the app works offline. | The app works online.
The old report was confidential. | The report is public.
In winter the pool opens at ten. | In summer the pool opens at eight.
On staging, telemetry is on. | In production, telemetry is off.
For enterprise customers the limit is 500. | For free customers the limit is 50.
Unless the board objects, the hall may be used. | The hall may be used by members.
Some teams deploy by hand. | Most deployments are automated.
We would like releases every week. | We release every two weeks.
The exam in May is at 9 am. | The exam in July is at 10:30.
`),
};
