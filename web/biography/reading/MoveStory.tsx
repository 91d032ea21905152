import FolderInput from 'lucide-react/icons/folder-input';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { type Book, storyPath } from '../address.ts';
import styles from './book.module.css';

/** Moves a story to another chapter of the book. */
export function MoveStory({ book, cardId, chapterKey }: { book: Book; cardId: string; chapterKey: string }) {
  const [open, setOpen] = useState(false);
  const form = useId();
  const navigate = useNavigate();
  const others = book.chapters.filter(({ key }) => key !== chapterKey);
  const { state, pending, onSubmit } = useFormAction<{ field: boolean; message: string } | null>(
    async (entered) => {
      const to = others.find(({ key }) => key === textOf(entered, 'chapterKey'));
      if (!to) return { field: true, message: 'Choose a chapter' };
      // Loaded only when something is moved.
      const { moveStory } = await import('../editing/move-story.ts');
      const message = await moveStory(book.id, cardId, to.key);
      if (message) return { field: false, message };
      setOpen(false);
      await navigate(storyPath(book.id, { cardId, chapter: to.key }));
      void notify('success', `Moved to ${to.title}`);
      return null;
    },
    null,
  );
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet">
          <Icon of={FolderInput} /> Move to another chapter…
        </Button>
      }
      title="Move to another chapter"
      lead="The story stays as it is. Its date decides where it stands in the new chapter."
      actions={
        <>
          <Button type="submit" form={form} busy={pending}>
            Move it
          </Button>
          <DialogClose className="btn btn-text">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.move} onSubmit={onSubmit} noValidate>
        {state && !state.field && <Notice kind="error" title={state.message} />}
        <SelectField label="Chapter" name="chapterKey" error={state?.field ? state.message : null}>
          <option value="">Choose</option>
          {others.map(({ key, title, hidden }) => (
            <option key={key} value={key}>
              {hidden ? `${title} (hidden)` : title}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  );
}
