import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { type NoteOfDeskFragment, WriterMoreNotesDocument } from './NeedsSomebody.graphql.ts';
import { WellbeingNoteRow } from './WellbeingNoteRow.tsx';

/** The number of notes that come at once: of those that nobody has seen, and of those that somebody has. */
const pages = { unseen: 100, seen: 20 };

/** Wellbeing notes as rows of a table, and a button that shows those that follow. */
export function NotesInTurn({
  notes,
  hides = () => false,
  seen,
  left,
}: {
  notes: readonly NoteOfDeskFragment[];
  /** Whether a note is shown elsewhere on the page. */
  hides?: (note: NoteOfDeskFragment) => boolean;
  /** Whether these are the notes that were marked as seen. */
  seen: boolean;
  /** The number of notes that follow, where it is known. */
  left?: number | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const last = notes.length === pages[seen ? 'seen' : 'unseen'] && left !== 0 ? notes.at(-1) : undefined;
  return (
    <>
      {notes.map((note) => !hides(note) && <WellbeingNoteRow key={note.id} note={note} />)}
      {last && isOpen && <NextNotes after={last.id} {...{ hides, seen, left }} />}
      {last && !isOpen && (
        <tr>
          <td colSpan={3}>
            <Button look="text" small onClick={() => setIsOpen(true)}>
              {left === undefined ? 'Show the next notes' : moreInWords(left)}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
}

function moreInWords(left: number): string {
  return left === 1 ? 'Show one more note' : `Show ${left.toLocaleString('en')} more notes`;
}

function NextNotes({
  after,
  ...turn
}: {
  after: string;
  hides: (note: NoteOfDeskFragment) => boolean;
  seen: boolean;
  left: number | undefined;
}) {
  const { seen, left } = turn;
  const { data, error } = useQuery(WriterMoreNotesDocument, {
    variables: { after, seen },
    fetchPolicy: 'network-only',
  });
  if (!data) {
    return (
      <tr>
        <td colSpan={3}>
          {error ? <span role="alert">The notes did not load. Open the page again.</span> : 'Loading'}
        </td>
      </tr>
    );
  }
  const notes = (seen ? data.desk.seenNotes : data.desk.wellbeingNotes) ?? [];
  return <NotesInTurn {...turn} notes={notes} left={left && left - notes.length} />;
}
