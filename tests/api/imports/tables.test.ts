import { expect, test } from 'vitest';
import { columnsByTable } from '#api/imports/archive/rows.ts';
import { db } from '#api/platform/database/database.ts';
import { useServer } from '#tests/support/world.ts';

useServer();

/** The tables whose rows are in an export under another one’s name. */
const exportedAs: Record<string, string> = {
  audience_member: 'the names of an audience; the members don’t come along',
  consent_entry: 'brought_consent: the ledger is history elsewhere',
  heart: 'brought_heart: by name, as the members don’t come along',
  membership: 'the members by name and role; nobody comes in by a file',
  said_audience_member: 'the names of whom the person said; the members don’t come along',
  successor: 'a mark at the member’s name; nobody comes in by a file',
};

const madeAnew = 'is made anew from what comes along';
const account = 'is a choice or draft of one account, which doesn’t come along';
const phone = 'belongs to the subject’s phone and its consent here';
const team = 'is the team’s work, which the family doesn’t read';
const address = 'leads to the address of this server';
const log = 'is a log of what happened on this server';

/** The other tables, and why an export leaves them out. */
const leftOut: Record<string, string> = {
  activity: log,
  api_key: account,
  audit_event: log,
  audit_note: log,
  book_import: log,
  call: phone,
  call_recording: phone,
  card_merge: 'tells which story a printed code plays, and printed codes lead to the address of this server',
  conflict: team,
  conflict_match: team,
  conflict_search: team,
  conflict_side: team,
  conflict_text: team,
  consent_identity: phone,
  consent_request: phone,
  event: log,
  gift: 'belongs to its giver',
  import_row: log,
  inbound_media: phone,
  inbound_text: phone,
  invitation: address,
  invitation_use: address,
  kept_person_decision: 'is about people whom no readable words name any more',
  making: 'can be made again',
  message_meaning: madeAnew,
  model_call: log,
  notice: log,
  onboarding: account,
  phone_code: phone,
  playground_run: team,
  private_by_hand: 'lets a member undo it for ten minutes; that the words are private is said at the message',
  recording_mark: 'is joined into the recording and the times of the messages',
  recording_take: 'is joined into the recording',
  replay_result: team,
  replay_turn: team,
  saved_message_filter: team,
  scheduled_text: phone,
  story_draft: account,
  story_editor: account,
  story_meaning: madeAnew,
  subject_model_use: log,
  subject_restore: address,
  upload: 'is no keepsake yet',
  version_rating: team,
  voice_code: address,
  webhook: account,
  webhook_delivery: log,
  wellbeing_note: 'has told the owners; the words are in their conversation',
  writer_run: team,
};

/** The tables whose rows belong to a subject, directly or by a row that they refer to. */
async function tablesOfSubjects(): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    with recursive reference as (
      select conrelid, confrelid from pg_constraint where contype = 'f' and conrelid <> 'subject'::regclass
    ), owned as (
      select 'subject'::regclass::oid as id
      union select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
        where attname in ('subject_id', 'subject_ids') and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      union select conrelid from reference join owned on confrelid = owned.id
    )
    select relname as name from owned join pg_class on pg_class.oid = owned.id order by relname`;
  return rows.map(({ name }) => name);
}

test('every table of a subject is exported, or it is known why not', async () => {
  const tables = await tablesOfSubjects();
  const known = [...Object.keys(columnsByTable), ...Object.keys(exportedAs), ...Object.keys(leftOut)];
  expect(known.toSorted()).toEqual(tables.toSorted());
  expect(new Set(known)).toHaveLength(known.length);
});
