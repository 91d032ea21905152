import { Link } from '#web/app/Link.tsx';
import { State } from '#web/ui/Notice.tsx';
import { SeeNote } from '#web/wellbeing/SeeNote.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import type { NoteOfDeskFragment } from './NeedsSomebody.graphql.ts';

/** A wellbeing note in a table: marked as seen by whom and with what was done, or to be marked here. */
export function WellbeingNoteRow({ note }: { note: NoteOfDeskFragment }) {
  const { id, createdAt, seenAt, seenBy, done, subject, conversation } = note;
  return (
    <tr>
      <td>
        <State tone={seenAt ? 'off' : 'error'} open={seenAt !== null}>
          Wellbeing
        </State>
      </td>
      <td>
        <p>
          <b>{subject.fullName}</b>, {momentInWords(createdAt)}. The owners were told at once.
        </p>
        {seenAt ? (
          <p className="quiet">
            Seen {momentInWords(seenAt)}
            {seenBy && ` by ${seenBy.name}`}: {done}
          </p>
        ) : (
          <SeeNote id={id} />
        )}
      </td>
      <td className="r">
        <Link
          aria-label={`Open the conversation with ${subject.fullName}`}
          to={`/dashboard/${subject.id}/call-log/${conversation.id}/`}
        >
          Open
        </Link>
      </td>
    </tr>
  );
}
