import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { bookNameOf } from '../person-words.ts';
import { DeleteSubjectDocument } from '../restore.graphql.ts';
import styles from './settings.module.css';

/** Deletes the book for everybody; it can be restored for 30 days. */
export function DeleteBook({ subject }: { subject: { id: string; preferredName: string; isSelf: boolean } }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const [remove, { loading }] = useMutation(DeleteSubjectDocument);
  const book = bookNameOf(subject);

  async function erase() {
    const { data } = await remove({ variables: { id: subject.id } }).catch(() => ({ data: null }));
    setOpen(false);
    if (data?.deleteSubject.__typename !== 'Subject') {
      return notify('error', 'Nothing was deleted', { body: data?.deleteSubject.message ?? 'Try again.' });
    }
    return navigate(`/dashboard/${subject.id}/`);
  }
  return (
    <>
      <p className={`quiet ${styles.lead}`}>
        After that nobody can read it. You can undo this for 30 days. Then it’s erased for good.
      </p>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        trigger={<Button look="danger">Delete this book</Button>}
        title={`Delete ${book === 'Your book' ? 'your book' : book}?`}
        lead="Nobody can see its stories, conversations and pictures any more. You can undo this for 30 days."
        actions={
          <>
            <AlertDialogClose className="btn">Keep the book</AlertDialogClose>
            <Button look="danger" busy={loading} onClick={() => void erase()}>
              Delete the book
            </Button>
          </>
        }
      />
    </>
  );
}
