import { describe, expect, test } from 'vitest';
import { judgeByHeuristic } from '#domain/contradictions/heuristic/judge-by-heuristic.ts';
import { pairsIn } from './pairs-by-sort.ts';

const isFound = (one: string, other: string): boolean =>
  judgeByHeuristic({ id: 'one', content: one, speaker: 'ann' }, [
    { id: 'other', content: other, speaker: 'ann' },
  ]).length > 0;

const table = (title: string, expected: boolean, text: string) =>
  describe(title, () => {
    test.for(pairsIn(text))('%s | %s', ([one, other]) => {
      expect(isFound(one, other)).toBe(expected);
      expect(isFound(other, one)).toBe(expected);
    });
  });

table(
  'denied at a distance, or bounded: a contradiction',
  true,
  `
The pump runs continuously. | The pump runs for ten minutes every hour.
Orders can be cancelled until they are shipped. | Once placed, an order cannot be cancelled.
The beta channel is open to everyone. | The beta channel is closed to the public.
Newsletters are sent by default. | Newsletters are sent only if the customer asks for them.
The kiln burns day and night. | The kiln burns only from 6 to 22 o'clock.
The night shift uses the main entrance. | On no condition does the night shift use the main entrance.
The app stores passwords on the phone. | Storing passwords on the phone is ruled out for the app.
The exporter keeps deleted rows. | The exporter leaves deleted rows out.
The chatbot quotes prices. | It is not up to the chatbot to quote prices.
The office is open on Saturdays. | Nobody opens the office on Saturdays.
The crane lifts people. | The crane is not meant for lifting people.
The import job runs at night. | The import job is kept from running at night.
Tenants may keep dogs. | Keeping dogs is not something tenants may do.
The service logs personal data. | The service does without logging personal data.
Parcels are left with neighbours. | Leaving parcels with neighbours is not an option.
Guests may use the pool. | The pool is for members only.
The library is open to the public. | The library is closed to the public.
Access to the archive requires a badge. | The archive can be entered without a badge.
Backups are encrypted. | Backups are stored in clear text.
The form can be changed after submission. | Once submitted, the form cannot be changed.
Meetings are recorded by default. | Meetings are recorded only on request.
The meter is read continuously. | The meter is read once a day.
Users must confirm their address. | Confirming the address is optional for users.
The plant works around the clock. | The plant works only from 6 to 22 o'clock.
Pictures are compressed on upload. | Pictures are stored uncompressed.
The site works without JavaScript. | The site needs JavaScript.
`,
);

table(
  'another thing, more detail, or the same: none',
  false,
  `
The pump runs for ten minutes every hour. | The pump runs for ten minutes per hour.
The lab is open only between 8 and 20. | The lab is open between 8 and 20.
The lab is open only from 8 to 20. | The lab is not open at night.
The meter is read once a day. | The meter is not read continuously.
Orders can be cancelled until they are shipped. | Once placed, an order can be changed.
Once placed, an order cannot be cancelled. | Orders cannot be changed after submission.
Meetings are recorded only on request. | Meetings are recorded when somebody asks for it.
The job runs once a day. | The job runs at 3 o'clock.
The backup runs twice a week. | The backup runs by default.
The door is open to everyone. | The gate is closed to the public.
The exporter leaves deleted rows out. | The exporter leaves the office.
Signing is up to the visitor. | The visitor signs the register.
The app does without storing passwords. | The app does its job without storing passwords.
The queue is checked continuously. | The queue is checked for spam once a day by Ada.
The scanner uploads raw images. | The scanner uploads raw images after a check.
Partners read the price list. | The cost list is withheld from partners.
The build signs every artefact. | The build takes ten minutes.
The exporter keeps deleted rows. | The importer leaves deleted rows out.
Every visitor signs the register. | Each visitor signs the register at the gate.
The office is open on Saturdays. | Nobody opens the safe on Saturdays.
Logs are kept forever. | Logs are kept on disk.
Reports are sent automatically. | Reports are written by hand.
Comments are moderated before they appear. | Comments appear after moderation.
Meetings are recorded by default. | Meetings are held by default in English.
Access to the archive requires a badge. | The lobby can be entered without a badge.
The plant works around the clock. | The canteen works only from 6 to 22 o'clock.
Users must confirm their address. | Confirming the phone number is optional for users.
The admin approves each account. | Invoices are approved automatically.
Guests may use the pool. | The pool is cleaned by members.
The site works without JavaScript. | The site works without cookies.
The form can be changed after submission. | Once printed, the form cannot be changed.
Backups are encrypted. | Backups are stored in two places.
The meter is read continuously. | The meter is replaced once a year.
Anyone can register. | Anyone can leave.
Parcels are left with neighbours. | Parcels with neighbours are collected in the evening.
Trainees work alone in the lab. | Trainees never eat in the lab.
Orders can be cancelled until they are shipped. | Once shipped, an order cannot be cancelled.
Deployments on Fridays are fine. | We deploy on Mondays.
The lab is open to students at all hours. | The office is open to students only between 8 and 20.
Images are served as they were uploaded. | Images are stored as they were uploaded.
`,
);

/** They need what words do not show; who finds one moves its line up. */
table(
  'contradictions that are not found',
  false,
  `
The scanner uploads raw images. | Raw images stay out of what the scanner uploads.
Partners read the price list. | The price list is withheld from partners.
The build signs every artefact. | Artefacts leave the build without being signed.
Interns deploy to production. | Deploying to production is reserved for senior staff, not for interns.
Every visitor signs the register. | Signing the register is up to the visitor.
The mailer retries failed messages. | Once a message has failed, the mailer does not retry it.
The API returns stack traces to clients. | Clients of the API never get to see stack traces.
Volunteers handle cash. | Keep volunteers away from cash.
Auditors can change the ledger. | Auditors have read access to the ledger and nothing more.
The cache survives a restart. | A restart empties the cache.
Support answers on weekends. | There is no support on weekends.
Logs are kept forever. | Logs are deleted after 30 days.
Reports are sent automatically. | A person sends each report by hand.
Comments are moderated before they appear. | Comments appear without moderation.
The admin approves each account. | Accounts are approved automatically.
Trainees work alone in the lab. | Trainees are never alone in the lab.
All trips need approval. | Trips under 100 euros need no approval.
Anyone can register. | Registration is by invitation only.
Anonymous posts are allowed. | Posting requires an account.
`,
);
